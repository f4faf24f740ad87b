import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { commandLine, programKey } from '../../core/acp/command';
import type { CommandAnswer, CommandQuestion, Program } from '../../core/acp/command';
import { contains, judge, type PinnedRoot } from '../../core/roots/containment';
import { messageOf } from '../../core/errors';
import { Emitter } from '../../core/event';
import { isBeyondDrives } from '../../core/roots/pathSyntax';
import type { RealPath } from '../../core/roots/realPath';
import { displayText } from '../../core/text';
import { resolveExecutable } from '../process/executable';
import { nodeDisk } from '../paths/nodeDisk';
import { undoneText } from '../paths/undoneText';
import { ServerProcess, type Grace, type Watch } from '../process/serverProcess';
import { within } from '../process/within';
import { OutputTail } from './outputTail';
import type { CommandExit, RunningProgram } from './shownProgram';
import type { WindowAnswer } from './windowAnswer';

/** How many bytes of a program's output are kept: at most, and where the agent names no limit. */
const mostOutput = 2 * 1024 * 1024;

const mostAtOnce = 16;

/** How long, in milliseconds, output may still come after a program has ended. */
const endsMayLieApartMs = 500;

/** How long a program is given to end, in milliseconds. */
const grace: Grace = { closeStdinMs: 0, termMs: 1000 };

/** A program that an agent asks to run. */
export interface CommandWish {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute; undefined: the working directory of the session. */
  readonly cwd: string | undefined;
  /** In bytes. */
  readonly outputLimit: number | undefined;
}

/** The output of a program so far, and how it ended, if it has. */
export interface CommandOutput {
  readonly output: string;
  readonly truncated: boolean;
  readonly exit: CommandExit | undefined;
}

/** A program as the user is asked about it. */
type Asked = Omit<CommandQuestion, 'agent' | 'sessionId'>;

/** What the terminals of a session need. */
export interface TerminalDeps {
  /** The working directory of the session. */
  readonly cwd: RealPath;
  /** The folders that the session has at this moment. */
  readonly roots: () => readonly PinnedRoot[];
  readonly ask: (question: Asked, signal: AbortSignal) => Promise<CommandAnswer>;
  /** Shows the program to the user. */
  readonly show: (program: RunningProgram) => void;
  /** The whole environment of a program, given the variables that the agent declares. */
  readonly environment: (declared: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  readonly guard: Watch;
  readonly say: (line: string) => void;
}

/** A program that was started and not released yet. */
interface Running {
  readonly process: ServerProcess;
  readonly cwd: RealPath;
  readonly tail: OutputTail;
  readonly exit: Promise<CommandExit>;
  /** Undefined while it runs. */
  exited: CommandExit | undefined;
}

/**
 * The programs that this window runs for one session of an agent (ACP, terminals). A program's working directory is
 * judged like any path, before and after the user is asked. No folder limits what the program then does, so the user
 * has to allow it. No shell is used, the environment is minimal, and no program outlives its release, its folder or its
 * session.
 */
export class Terminals {
  readonly #around: TerminalDeps;
  readonly #running = new Map<string, Running>();
  /** The programs that the user allowed for this session, each with the file that its name led to then. */
  readonly #needNoWord = new Map<string, string>();
  /** How many programs were asked for and are neither started nor refused yet. */
  #wanted = 0;
  #isOver = false;

  constructor(around: TerminalDeps) {
    this.#around = around;
  }

  /** Starts a program, once the user allows it. Never throws. @returns the id of its terminal */
  async create(wish: CommandWish, signal: AbortSignal): Promise<WindowAnswer<string>> {
    if (this.#running.size + this.#wanted >= mostAtOnce)
      return refused(`There are ${mostAtOnce} terminals. Release one first.`);
    this.#wanted += 1;
    try {
      return await this.#create(wish, signal);
    } finally {
      this.#wanted -= 1;
    }
  }

  /** The output of a program; withheld where the session does not have its folder any more. */
  output(id: string): WindowAnswer<CommandOutput> {
    const running = this.#running.get(id);
    if (running === undefined) return noTerminal;
    if (!this.#isInside(running.cwd)) running.tail.withhold();
    return { kind: 'done', value: { ...running.tail.output, exit: running.exited } };
  }

  /** Resolves once the program has ended. Never throws. */
  async waitForExit(id: string): Promise<WindowAnswer<CommandExit>> {
    const running = this.#running.get(id);
    return running === undefined ? noTerminal : { kind: 'done', value: await running.exit };
  }

  /** Ends a program; its output can still be read. */
  async kill(id: string): Promise<WindowAnswer<undefined>> {
    const running = this.#running.get(id);
    if (running === undefined) return noTerminal;
    await running.process.stop(grace);
    return { kind: 'done', value: undefined };
  }

  /** Ends a program and removes its terminal. */
  async release(id: string): Promise<WindowAnswer<undefined>> {
    const killed = await this.kill(id);
    this.#running.delete(id);
    return killed;
  }

  /** Ends programs in folders that the session does not have any more, and withholds their output. */
  refresh(): void {
    for (const { process, cwd, tail } of this.#running.values()) {
      if (this.#isInside(cwd)) continue;
      tail.withhold();
      void process.stop(grace);
    }
  }

  /** Ends all programs; none is started any more. Resolves when nothing of them is left. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#running.keys()].map((id) => this.release(id)));
  }

  async #create(wish: CommandWish, signal: AbortSignal): Promise<WindowAnswer<string>> {
    const at = wish.cwd ?? this.#around.cwd;
    const before = await this.#judge(at);
    if (before.kind !== 'done') return before;
    try {
      const { command, args, env } = wish;
      // Network shares are not accessed: that alone would send the user's credentials to their host.
      if (nodeDisk.flavour === 'win32' && isBeyondDrives(command)) return notRun;
      const executable = await this.#allowed({ executable: command, args, env, ...before.value }, signal);
      if (executable === undefined) return notRun;
      const now = await this.#judge(at);
      if (now.kind !== 'done') return now;
      if (now.value.cwd !== before.value.cwd) return refused(undoneText('run in', at, outside));
      return await this.#start({ ...wish, command: executable }, now.value.cwd, at);
    } catch (error) {
      this.#around.say(
        `does not run ${displayText(wish.command, 300)}: ${displayText(messageOf(error), 1000)}`,
      );
      return notRun;
    }
  }

  /**
   * Asks the user about a program, unless exactly this one was allowed for the session: with other arguments or
   * variables it is another one. Its file is looked up only once the user has allowed it, since otherwise the agent
   * could find out which files exist.
   * @returns the file to run; undefined when the user does not allow it
   */
  async #allowed(question: Asked, signal: AbortSignal): Promise<string | undefined> {
    const key = programKey(question);
    const known = this.#needNoWord.get(key);
    if (known !== undefined && (await fileOf(question.executable)) === known) return known;
    const answer = await this.#around.ask(question, signal);
    if (answer === 'no') return undefined;
    const file = await fileOf(question.executable);
    if (answer === 'session') this.#needNoWord.set(key, file);
    return file;
  }

  async #start(
    { command, args, env, outputLimit }: CommandWish,
    cwd: RealPath,
    at: string,
  ): Promise<WindowAnswer<string>> {
    const { environment, guard, say, show } = this.#around;
    const whole = environment(env);
    // The last check: nothing is awaited between this and the start.
    if (this.#isOver || !this.#isInside(cwd)) return refused(undoneText('run in', at, outside));
    const process = await ServerProcess.start({ executable: command, args, cwd, env: whole }, guard);
    process.stdin.end();
    const tail = new OutputTail(Math.min(outputLimit ?? mostOutput, mostOutput));
    const said = new Emitter<string>();
    const ends = [process.stdout, process.stderr].map((stream) => heard(stream, tail, said));
    const exit = process.exited.then(async ({ code, signal }) => {
      await within(Promise.all(ends), endsMayLieApartMs);
      return { exitCode: code, signal };
    });
    const running: Running = { process, cwd, tail, exit, exited: undefined };
    void exit.then((exited) => (running.exited = exited));
    const id = randomUUID();
    this.#running.set(id, running);
    const program: Program = { executable: command, args, env, cwd };
    say(`runs ${commandLine(program, 300)} in ${displayText(cwd, 300)}`);
    const kill = async () => void (await process.stop(grace));
    show({ ...program, id, onDidSay: said.event, exit, kill, said: () => tail.output.output });
    // For what was withdrawn while the program was being started.
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

/** Takes the output of a program from a stream. Resolves at its end. */
function heard(stream: Readable, tail: OutputTail, said: Emitter<string>): Promise<unknown> {
  // A character can be split over two chunks, so each stream has a decoder of its own.
  const decoder = new StringDecoder('utf8');
  stream.on('data', (chunk: Buffer) => {
    tail.add(chunk);
    const text = decoder.write(chunk);
    if (text !== '') said.fire(text);
  });
  return new Promise((resolve) => stream.once('close', resolve));
}

/** @throws {UserError} when there is no such program */
function fileOf(command: string): Promise<string> {
  const { env, platform } = process;
  return resolveExecutable(command, { path: env['PATH'], pathExt: env['PATHEXT'], platform, flavour: path });
}

const outside = { kind: 'denied', reason: 'outside' } as const;
/** The same for every reason: different answers would reveal what is on the disk. */
const notRun = refused('The user did not allow this program, or it cannot be run.');
const noTerminal = refused('There is no such terminal.');

function refused(why: string): Exclude<WindowAnswer<never>, { kind: 'done' }> {
  return { kind: 'refused', why };
}
