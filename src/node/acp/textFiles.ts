import type { AgentSwitches } from '../../core/servers/agentSwitches';
import { contains, judge, type Judgement } from '../../core/roots/containment';
import type { RealPath } from '../../core/roots/realPath';
import { displayText } from '../../core/text';
import { readLines } from '../files/lines';
import { nodeDisk } from '../paths/nodeDisk';
import { openAllowed, type CurrentRoots, type Outcome } from '../paths/openAllowed';
import { undoneText } from '../paths/undoneText';
import { writeAllowed } from '../paths/writeAllowed';
import { Gate } from './gate';
import type { WindowAnswer } from './windowAnswer';
import { linesOf } from './linesOf';
import type { OpenTexts } from './openTexts';
import { ReadTexts } from './readTexts';

/** In bytes. Escaped, a longer text could exceed the longest message (the library ends a connection at 32 MiB). */
const largestText = 5 * 1024 * 1024;

/** How many files are opened at once for an agent; further requests wait. */
const mostAtOnce = 8;

/** How many bytes are skipped at most to find the first line that is asked for. */
const mostSkipped = 256 * 1024 * 1024;

/** What an agent asks to read. Lines count from 1. */
export interface TextWish {
  readonly path: string;
  /** The first line; left out: from the beginning. */
  readonly line?: number | null | undefined;
  /** How many lines; left out: all. */
  readonly limit?: number | null | undefined;
}

type Undone = Exclude<WindowAnswer<never>, { kind: 'done' }>;

/**
 * Access to the files of one session of an agent: `fs/read_text_file` and `fs/write_text_file` (ACP, file system). A
 * path is judged against the roots that the session has at that moment, again after every wait, and once more when the
 * file is open (ACP, additional directories: a client that mediates file access must enforce the roots of that very
 * session, by real paths, and fail closed).
 */
export class TextFiles {
  readonly #roots: CurrentRoots;
  readonly #texts: OpenTexts;
  readonly #switches: AgentSwitches;
  readonly #gate = new Gate(mostAtOnce);
  readonly #given = new ReadTexts();

  constructor(roots: CurrentRoots, texts: OpenTexts, switches: AgentSwitches) {
    this.#roots = roots;
    this.#texts = texts;
    this.#switches = switches;
  }

  /** The text of a file, or of the open document if it has unsaved changes. Never throws. */
  async read({ path, line, limit }: TextWish, signal: AbortSignal): Promise<WindowAnswer<string>> {
    if (!this.#switches.readsFiles) return refused('This window does not give files to this agent.');
    const first = Math.max(line ?? 1, 1);
    const last = limit === undefined || limit === null ? Number.MAX_SAFE_INTEGER : first + limit - 1;
    if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || last < first - 1)
      return refused('"line" and "limit" must be whole numbers.');
    return this.#guarded('read', path, async (before) => {
      const unsaved = await this.#texts.unsaved(before.realPath);
      const judgement = await this.#again(path, 'read', before.realPath);
      if (judgement.verdict === 'deny') return { kind: 'denied', reason: judgement.reason };
      const { realPath } = judgement;
      const range = { first, last, mostBytes: largestText, mostSkipped };
      const outcome = await openAllowed(judgement, 'read', this.#roots, async (file) =>
        unsaved === undefined ? readLines(file, range, signal) : linesOf(unsaved, range),
      );
      // What was read is given only if that is still allowed.
      if (!(await this.#isInside(realPath))) return { kind: 'denied', reason: 'outside' };
      if (outcome.kind === 'done' && unsaved !== undefined) this.#given.add(realPath, unsaved);
      return outcome;
    }).then((answer) => (answer.kind === 'done' ? textOf(path, last, answer.value) : this.#missing(answer)));
  }

  /**
   * Writes a whole file, which is created where there is none. Unsaved changes of the user are replaced only if the
   * agent has read them. Never throws.
   */
  async write(path: string, text: string): Promise<WindowAnswer<undefined>> {
    if (!this.#switches.writesFiles) return refused('This window does not write files for this agent.');
    if (Buffer.byteLength(text, 'utf8') > largestText)
      return refused(`The text is longer than ${largestText} bytes.`);
    let isUnread = false;
    const answer = await this.#guarded('write', path, async (before) => {
      const { realPath } = before;
      const plan = await this.#texts.plan(realPath, text, (unsaved) => this.#given.has(realPath, unsaved));
      const judgement = await this.#again(path, 'write', realPath);
      if (judgement.verdict === 'deny') {
        await plan?.written(false);
        return { kind: 'denied', reason: judgement.reason };
      }
      isUnread = plan === undefined;
      if (plan === undefined) return { kind: 'done', value: undefined };
      const outcome = await writeAllowed(judgement, plan.bytes, this.#roots);
      await plan.written(outcome.kind === 'done');
      if (outcome.kind === 'done') this.#given.add(realPath, text);
      return outcome;
    });
    return isUnread ? refused(unreadText(path)) : answer;
  }

  async #guarded<T>(
    operation: 'read' | 'write',
    path: string,
    run: (allowed: Judgement & { verdict: 'allow' }) => Promise<Outcome<T>>,
  ): Promise<WindowAnswer<T>> {
    const outcome = await this.#gate
      .pass(async (): Promise<Outcome<T>> => {
        const judgement = await judge(path, operation, await this.#roots(), nodeDisk);
        return judgement.verdict === 'deny' ? { kind: 'denied', reason: judgement.reason } : run(judgement);
      })
      // An error while judging is a denial; its text could name what is outside (rule 1).
      .catch((): Outcome<T> => ({ kind: 'denied', reason: 'outside' }));
    if (outcome.kind === 'done') return outcome;
    return outcome.kind === 'missing' ? outcome : refused(undoneText(operation, path, outcome));
  }

  /** Judges once more; denies a path that leads elsewhere by now. */
  async #again(path: string, operation: 'read' | 'write', before: RealPath): Promise<Judgement> {
    const judgement = await judge(path, operation, await this.#roots(), nodeDisk);
    if (judgement.verdict === 'deny' || judgement.realPath === before) return judgement;
    return { verdict: 'deny', reason: 'outside' };
  }

  async #isInside(realPath: RealPath): Promise<boolean> {
    const roots = await this.#roots();
    return roots.some((root) => contains(root.realPath, realPath, nodeDisk.flavour));
  }

  #missing(answer: Undone): WindowAnswer<string> {
    return answer.kind === 'missing' && this.#switches.missingIsEmpty ? { kind: 'done', value: '' } : answer;
  }
}

function unreadText(path: string): string {
  return `Cannot write "${displayText(path, 300)}": the user has changed it in the editor and not saved it. Read it again first.`;
}

function textOf(
  path: string,
  last: number,
  lines: Awaited<ReturnType<typeof readLines>>,
): WindowAnswer<string> {
  switch (lines.kind) {
    case 'lines': {
      const isWhole = lines.totalLines !== undefined || (lines.last >= last && !lines.cut);
      if (isWhole) return { kind: 'done', value: lines.text };
      return refused(
        `What is asked for is longer than ${largestText} bytes. Ask for fewer lines with "limit".`,
      );
    }
    case 'not text':
      return refused(`Cannot read "${displayText(path, 300)}": it is not text.`);
    case 'too far inside':
      return refused(`The line lies more than ${mostSkipped} bytes inside the file.`);
  }
}

function refused(why: string): Undone {
  return { kind: 'refused', why };
}
