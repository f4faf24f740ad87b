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

/** What a program has said so far, and how it ended, if it did. */
export interface CommandOutput {
  readonly output: string;
  readonly truncated: boolean;
  readonly exit: CommandExit | undefined;
}

/** A program that the user is asked about. */
type Asked = Omit<CommandQuestion, 'agent' | 'sessionId'>;

/** What the terminals of a session need. */
export interface TerminalDeps {
  /** The working directory of the session. */
  readonly cwd: RealPath;
  /** What the session has at this moment. */
  readonly roots: () => readonly PinnedRoot[];
  readonly ask: (question: Asked, signal: AbortSignal) => Promise<CommandAnswer>;
  /** Lets the user look on. */
  readonly show: (program: RunningProgram) => void;
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
  readonly #around: TerminalDeps;
  readonly #running = new Map<string, Running>();
  /** What the user let run in this session without being asked again, each with the file that it was then. */
  readonly #needNoWord = new Map<string, string>();
  /** How many are neither running nor refused yet. */
  #wanted = 0;
  #isOver = false;

  constructor(around: TerminalDeps) {
    this.#around = around;
  }

  /** Starts a program, once the user lets it. @returns the name of its terminal. Never throws. */
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

  /** What a program has said; nothing where the session does not have its folder any more. */
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

  /** Ends what runs in a folder that the session does not have any more; what it said is not told any more. */
  refresh(): void {
    for (const { process, cwd, tail } of this.#running.values()) {
      if (this.#isInside(cwd)) continue;
      tail.withhold();
      void process.stop(grace);
    }
  }

  /** Ends all of them; none is started any more. Resolves when nothing of them is left. */
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
      // A share is not touched: merely looking would send the user's credentials to its host.
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
   * Asks about every program once, by all that it is: its arguments and its variables decide what it does, as its name
   * does. It is looked for only then: else the agent would learn of any file whether it is there.
   * @returns the file to run; undefined when the user does not let it
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
    // Last of all: nothing is waited for between this and the start.
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

/** Takes in what a program says. Resolves at its end. */
function heard(stream: Readable, tail: OutputTail, said: Emitter<string>): Promise<unknown> {
  // A character can come in two pieces; each stream has its own.
  const decoder = new StringDecoder('utf8');
  stream.on('data', (chunk: Buffer) => {
    tail.add(chunk);
    const text = decoder.write(chunk);
    if (text !== '') said.fire(text);
  });
  return new Promise((resolve) => stream.once('close', resolve));
}

/** @throws {UserError} when there is nothing to run */
function fileOf(command: string): Promise<string> {
  const { env, platform } = process;
  return resolveExecutable(command, { path: env['PATH'], pathExt: env['PATHEXT'], platform, flavour: path });
}

const outside = { kind: 'denied', reason: 'outside' } as const;
/** The same for every reason: another one would say what lies on the disk. */
const notRun = refused('The user did not allow this program, or it cannot be run.');
const noTerminal = refused('There is no such terminal.');

function refused(why: string): Exclude<WindowAnswer<never>, { kind: 'done' }> {
  return { kind: 'refused', why };
}
