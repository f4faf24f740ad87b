import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { CommandAnswer, CommandQuestion } from '../../core/acp/command';
import { contains, judge, type PinnedRoot } from '../../core/roots/containment';
import { UserError } from '../../core/errors';
import type { RealPath } from '../../core/roots/realPath';
import { displayText } from '../../core/text';
import { resolveExecutable } from '../process/executable';
import { nodeDisk } from '../paths/nodeDisk';
import { undoneText } from '../paths/undoneText';
import { ServerProcess, type Grace, type Watch } from '../process/serverProcess';
import { within } from '../process/within';
import { OutputTail } from './outputTail';
import type { WindowAnswer } from './windowAnswer';

/** Bytes of output that are kept of a program, at most, and where the agent says nothing. */
const mostOutput = 2 * 1024 * 1024;

const mostAtOnce = 16;

/** Between the end of a program and that of what it says, in milliseconds. */
const endsMayLieApartMs = 500;

/** For a program that is to end, in milliseconds. */
const grace: Grace = { closeStdinMs: 0, termMs: 1000 };

/** A program that an agent wants to have run. */
export interface CommandWish {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute; left out: the working directory of the session. */
  readonly cwd: string | undefined;
  /** Bytes. */
  readonly outputLimit: number | undefined;
}

/** How a program ended. */
export interface CommandExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** What a program has said so far, and how it ended, if it did. */
export interface CommandOutput {
  readonly output: string;
  readonly truncated: boolean;
  readonly exit: CommandExit | undefined;
}

/** What the terminals of a session need. */
export interface TerminalSurroundings {
  /** The working directory of the session. */
  readonly cwd: RealPath;
  /** What the session has at this moment. */
  readonly roots: () => readonly PinnedRoot[];
  readonly ask: (
    question: Omit<CommandQuestion, 'agent' | 'sessionId'>,
    signal: AbortSignal,
  ) => Promise<CommandAnswer>;
  /** The whole environment of a program, from what the agent declares. */
  readonly environment: (declared: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  readonly guard: Watch;
  readonly say: (line: string) => void;
}

/** A program that was started, until it is released. */
interface Running {
  readonly process: ServerProcess;
  readonly cwd: RealPath;
  readonly tail: OutputTail;
  readonly exit: Promise<CommandExit>;
  /** Undefined while it runs. */
  exited: CommandExit | undefined;
}

/**
 * The programs that this window runs for one session of an agent (ACP, terminals). Where a program begins is judged as
 * a path is, before and after the user was asked; what it does then no folder bounds, so that it is the user who lets
 * it run. No shell, the minimal environment, nothing that outlives its release, its folder or its session.
 */
export class Terminals {
  readonly #around: TerminalSurroundings;
  readonly #running = new Map<string, Running>();
  #needsNoWord = false;
  #isOver = false;

  constructor(around: TerminalSurroundings) {
    this.#around = around;
  }

  /** Starts a program, once the user lets it. @returns the name of its terminal. Never throws. */
  async create(wish: CommandWish, signal: AbortSignal): Promise<WindowAnswer<string>> {
    if (this.#running.size >= mostAtOnce)
      return refused(`There are ${mostAtOnce} terminals. Release one first.`);
    const at = wish.cwd ?? this.#around.cwd;
    const before = await this.#judge(at);
    if (before.kind !== 'done') return before;
    try {
      const executable = await resolveExecutable(wish.command, {
        path: process.env['PATH'],
        pathExt: process.env['PATHEXT'],
        platform: process.platform,
        flavour: path,
      });
      const commandLine = displayText([executable, ...wish.args].join(' '), 500);
      if (!(await this.#mayRun({ commandLine, ...before.value }, signal)))
        return refused('The user did not allow this program.');
      const now = await this.#judge(at);
      if (now.kind !== 'done') return now;
      if (now.value.cwd !== before.value.cwd) return refused(undoneText('run in', at, outside));
      return await this.#start({ ...wish, command: executable }, now.value.cwd);
    } catch (error) {
      // Only what is written for a reader: any other text could name what lies outside.
      return refused(error instanceof UserError ? error.message : 'This program cannot be run.');
    }
  }

  output(id: string): WindowAnswer<CommandOutput> {
    const running = this.#running.get(id);
    if (running === undefined) return noTerminal;
    return { kind: 'done', value: { ...running.tail.output, exit: running.exited } };
  }

  /** Resolves once the program has ended. Never throws. */
  async waitForExit(id: string): Promise<WindowAnswer<CommandExit>> {
    const running = this.#running.get(id);
    return running === undefined ? noTerminal : { kind: 'done', value: await running.exit };
  }

  /** Ends a program; what it said can still be read. */
  async kill(id: string): Promise<WindowAnswer<undefined>> {
    const running = this.#running.get(id);
    if (running === undefined) return noTerminal;
    await running.process.stop(grace);
    return { kind: 'done', value: undefined };
  }

  /** Ends a program and forgets it. */
  async release(id: string): Promise<WindowAnswer<undefined>> {
    const killed = await this.kill(id);
    this.#running.delete(id);
    return killed;
  }

  /** Ends what runs in a folder that the session does not have any more. */
  refresh(): void {
    for (const { process, cwd } of this.#running.values()) {
      if (!this.#isInside(cwd)) void process.stop(grace);
    }
  }

  /** Ends all of them; none is started any more. Resolves when nothing of them is left. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#running.keys()].map((id) => this.release(id)));
  }

  async #mayRun(
    question: Omit<CommandQuestion, 'agent' | 'sessionId'>,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (this.#needsNoWord) return true;
    const answer = await this.#around.ask(question, signal);
    this.#needsNoWord ||= answer === 'session';
    return answer !== 'no';
  }

  async #start(
    { command, args, env, outputLimit }: CommandWish,
    cwd: RealPath,
  ): Promise<WindowAnswer<string>> {
    const { environment, guard, say } = this.#around;
    const whole = environment(env);
    // Last of all: nothing is waited for between this and the start.
    if (this.#isOver || !this.#isInside(cwd)) return refused(undoneText('run in', cwd, outside));
    const process = await ServerProcess.start({ executable: command, args, cwd, env: whole }, guard);
    process.stdin.end();
    const tail = new OutputTail(Math.min(outputLimit ?? mostOutput, mostOutput));
    const streams = [process.stdout, process.stderr];
    for (const stream of streams) stream.on('data', (chunk: Buffer) => tail.add(chunk));
    const ends = streams.map((stream) => new Promise((resolve) => stream.once('close', resolve)));
    const exit = process.exited.then(async ({ code, signal }) => {
      await within(Promise.all(ends), endsMayLieApartMs);
      return { exitCode: code, signal };
    });
    const running: Running = { process, cwd, tail, exit, exited: undefined };
    void exit.then((exited) => (running.exited = exited));
    const id = randomUUID();
    this.#running.set(id, running);
    say(`runs ${displayText([command, ...args].join(' '), 300)} in ${displayText(cwd, 300)}`);
    // Whatever was withdrawn while it was started.
    if (this.#isOver) await this.release(id);
    else this.refresh();
    return { kind: 'done', value: id };
  }

  async #judge(at: string): Promise<WindowAnswer<{ readonly cwd: RealPath; readonly root: RealPath }>> {
    const judgement = await judge(at, 'list', this.#around.roots(), nodeDisk);
    if (judgement.verdict === 'deny')
      return refused(undoneText('run in', at, { kind: 'denied', reason: judgement.reason }));
    if (judgement.entry === undefined) return refused(undoneText('run in', at, { kind: 'missing' }));
    return { kind: 'done', value: { cwd: judgement.realPath, root: judgement.root.realPath } };
  }

  #isInside(cwd: RealPath): boolean {
    return this.#around.roots().some(({ realPath }) => contains(realPath, cwd, nodeDisk.flavour));
  }
}

const outside = { kind: 'denied', reason: 'outside' } as const;
const noTerminal = refused('There is no such terminal.');

function refused(why: string): Exclude<WindowAnswer<never>, { kind: 'done' }> {
  return { kind: 'refused', why };
}
