import { messageOf } from '../../src/core/errors';
import { judge, type Judgement, type PinnedRoot } from '../../src/core/roots/containment';
import type { Disk } from '../../src/core/roots/disk';
import type { PathFlavour } from '../../src/core/roots/pathSyntax';
import { asRealPath } from '../../src/core/roots/realPath';
import { nodeDisk } from '../../src/node/paths/nodeDisk';
import { noOpenTexts, type OpenTexts } from '../../src/node/acp/openTexts';
import { TextFiles } from '../../src/node/acp/textFiles';
import type { WindowAnswer } from '../../src/node/acp/windowAnswer';
import { openAllowed, type CurrentRoots, type Outcome } from '../../src/node/paths/openAllowed';
import { pinRoot } from '../../src/node/paths/pinRoot';
import { listAllowed } from '../../src/node/paths/readJudged';
import type { Case, Malformed } from './caseFile';
import { lackingFor } from './needs';
import { Sandbox } from './sandbox';

export type CaseResult =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly because: string }
  | { readonly kind: 'not run'; readonly needs: string };

type Answer = { readonly verdict: 'allow' | 'deny'; readonly because: string };

/**
 * Puts one case to containment as the product uses it: real disk, pinned roots, judged again at the open file.
 * @param subjects who is asked; all ways to the disk that need no editor, unless others are given
 */
export async function runCase(each: Case | Malformed, subjects = withoutEditor): Promise<CaseResult> {
  if ('fault' in each) return { kind: 'failed', because: each.fault };
  const lacking = lackingFor(each);
  const bySpelling = each.os === 'posix' || each.os === 'win32' ? each.os : undefined;
  if (lacking !== undefined) {
    const foreign = each.layer === 'syntax' && each.requires === undefined && bySpelling !== undefined;
    return foreign ? runBySpelling(each, bySpelling) : { kind: 'not run', needs: lacking };
  }
  for (const [subject, ask, prepare] of subjects) {
    try {
      const result = compare(each, await answer(each, ask, prepare));
      if (result.kind === 'failed') return { kind: 'failed', because: `${subject}: ${result.because}` };
    } catch (error) {
      return { kind: 'failed', because: `${subject}: ${messageOf(error)}` };
    }
  }
  return { kind: 'passed' };
}

/** Asks for one thing at a path. @param between is done once the path was judged, before anything is opened */
type Ask = (path: string, op: Case['op'], roots: CurrentRoots, between: () => void) => Promise<Answer>;

/** A way to the disk, and what is done in the directory of the case once it is set up. */
export type Subject = readonly [name: string, ask: Ask, prepare?: (directory: string) => Promise<void>];

/** Every way to the disk that the roots guard. */
const withoutEditor: readonly Subject[] = [
  ['bundled server', askServer],
  ['files of an agent', agentFilesWith(noOpenTexts)],
];

function compare({ expect }: Case, { verdict, because }: Answer): CaseResult {
  return verdict === expect
    ? { kind: 'passed' }
    : { kind: 'failed', because: `expected ${expect}, got ${verdict} (${because})` };
}

async function answer(each: Case, ask: Ask, prepare: Subject[2]): Promise<Answer> {
  let granted: { readonly spelled: string; readonly pinned: PinnedRoot }[] = [];
  const sandbox = new Sandbox((root) => {
    granted = granted.filter(({ spelled }) => spelled !== root);
  });
  const roots = () => granted.map(({ pinned }) => pinned);
  try {
    if (typeof each.setup !== 'string') sandbox.perform(each.setup);
    for (const spelled of each.roots) {
      const pinned = await pinRoot(sandbox.fill(spelled));
      if (pinned) granted.push({ spelled, pinned });
    }
    await prepare?.(sandbox.directory);
    sandbox.perform(each.afterGrant);
    return await ask(sandbox.fill(each.path), each.op, roots, () => sandbox.perform(each.between));
  } finally {
    sandbox.remove();
  }
}

async function askServer(...[path, op, roots, between]: Parameters<Ask>): Promise<Answer> {
  const judgement = await judge(path, op, await roots(), nodeDisk);
  if (judgement.verdict === 'deny') return { verdict: 'deny', because: judgement.reason };
  between();
  switch (op) {
    case 'read':
      return outcomeAnswer(await openAllowed(judgement, 'read', roots, (file) => file.read()));
    case 'list':
      return outcomeAnswer(await listAllowed(judgement, roots, 1000));
    case 'write':
      return writeAnswer(judgement, await judge(path, 'write', await roots(), nodeDisk));
  }
}

/** As an agent asks through ACP, which has no request for a list, with these documents open. */
export function agentFilesWith(open: OpenTexts): Ask {
  return async (path, op, roots, between) => {
    const texts: OpenTexts = {
      unsaved: async (file) => {
        between();
        return open.unsaved(file);
      },
      plan: async (...asked) => {
        between();
        return open.plan(...asked);
      },
    };
    const files = new TextFiles(roots, texts, { readsFiles: true, writesFiles: true, missingIsEmpty: false });
    switch (op) {
      case 'read':
        return textAnswer(await files.read({ path }, new AbortController().signal));
      case 'write':
        return textAnswer(await files.write(path, 'written'));
      case 'list':
        return askServer(path, op, roots, between);
    }
  };
}

/** What the system refuses, and what is no text, was allowed all the same. */
function textAnswer(answer: WindowAnswer<unknown>): Answer {
  if (answer.kind !== 'refused') return { verdict: 'allow', because: answer.kind };
  const isAllowed = /: (the system says \w+|it is not text)\.$/u.test(answer.why);
  return { verdict: isAllowed ? 'allow' : 'deny', because: answer.why };
}

/** What is missing or fails on the disk was allowed all the same: containment said yes. */
function outcomeAnswer(outcome: Outcome<unknown>): Answer {
  return outcome.kind === 'denied'
    ? { verdict: 'deny', because: `when opened: ${outcome.reason}` }
    : { verdict: 'allow', because: outcome.kind };
}

function writeAnswer(first: Judgement & { verdict: 'allow' }, again: Judgement): Answer {
  if (again.verdict === 'deny') return { verdict: 'deny', because: `before writing: ${again.reason}` };
  return again.realPath === first.realPath
    ? { verdict: 'allow', because: again.realPath }
    : { verdict: 'deny', because: 'before writing: leads elsewhere' };
}

/** The rules of another system as far as spelling decides them: a denial must come without touching any disk. */
async function runBySpelling(each: Case, flavour: PathFlavour): Promise<CaseResult> {
  let touched = false;
  const identity = { device: '1', inode: '1' };
  const roots = each.roots.map((root) => ({ realPath: asRealPath(root), identity }));
  const resolve = (path: string) => {
    touched = true;
    return { kind: 'found', realPath: asRealPath(path) } as const;
  };
  const disk: Disk = {
    flavour,
    realPath: async (path) => resolve(path),
    realPathNow: resolve,
    look: (path) => ({
      kind: each.roots.includes(path) || each.op === 'list' ? 'directory' : 'file',
      identity,
    }),
    linkTarget: () => undefined,
  };
  const judgement = await judge(each.path, each.op, roots, disk);
  if (judgement.verdict === 'deny' && touched)
    return { kind: 'failed', because: 'denied only after touching the disk' };
  const because = judgement.verdict === 'deny' ? judgement.reason : judgement.realPath;
  return compare(each, { verdict: judgement.verdict, because });
}
