import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import crossSpawn from 'cross-spawn';
import { codeOf, messageOf, UserError } from '../../core/errors';
import { displayText } from '../../core/text';
import { endFamily, waitUntilGone } from './ending';
import { Family } from './family';
import type { Guard } from './guard/guard';
import { readProcessTable, startOf } from './processTable';
import { within } from './within';

/** How long a process may take to end by itself, in milliseconds. */
export interface Grace {
  /** After stdin was closed. */
  readonly closeStdinMs: number;
  /** After SIGTERM. */
  readonly termMs: number;
}

/** Everything that decides what is executed; frozen by the approval. */
export interface Launch {
  /** Absolute, from `resolveExecutable`. */
  readonly executable: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment, from `serverEnvironment`; nothing is added to it. */
  readonly env: Readonly<Record<string, string>>;
}

/** Milliseconds. */
const longestGrace = 5000;

/**
 * No more than five seconds for each step, whatever a setting says: a workspace can set it too, and the process that
 * ends may know folders that were withdrawn (rule 7).
 */
export function boundedGrace({ closeStdinMs, termMs }: Grace): Grace {
  return { closeStdinMs: Math.min(closeStdinMs, longestGrace), termMs: Math.min(termMs, longestGrace) };
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Who is told of each process, from its start until none of its family is left. */
export type Watch = Pick<Guard, 'watch' | 'unwatch' | 'busy'>;

/** How long what is left of a family gets after SIGTERM, when its process ended unasked, in milliseconds. */
const leftoverTermMs = 500;

/**
 * A server's process and whatever it starts: no shell, in a session and process group of its own, so that nothing of
 * it outlives it (rule 10).
 */
export class ServerProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The process itself ended; others of its family may still run, and its output may not be read to the end. */
  readonly exited: Promise<ProcessExit>;
  /** The process ended, and so did all it left behind. */
  readonly gone: Promise<void>;
  readonly #family: Family;
  readonly #guard: Watch | undefined;
  #ending: Promise<boolean> | undefined;

  /**
   * Starts a process, and has it watched by the guard, if there is one.
   * @throws {UserError} when it cannot be started.
   */
  static async start(launch: Launch, guard?: Watch): Promise<ServerProcess> {
    let child: ChildProcess;
    try {
      child = spawnServer(launch);
      await new Promise<void>((resolve, reject) => {
        child.once('spawn', resolve);
        child.once('error', reject);
      });
    } catch (thrown) {
      throw await startError(launch, thrown);
    }
    return new ServerProcess(child, guard);
  }

  private constructor(child: ChildProcess, guard: Watch | undefined) {
    const { pid, stdin, stdout, stderr } = child;
    if (pid === undefined || stdin === null || stdout === null || stderr === null)
      throw new Error('A started process has a pid and three pipes.');
    this.pid = pid;
    this.stdin = stdin;
    this.stdout = stdout;
    this.stderr = stderr;
    this.#guard = guard;
    // A server that dies while it is written to (EPIPE) is an exit, not an exception.
    for (const stream of [child, stdin, stdout, stderr]) stream.on('error', () => {});
    const startedAt = startOf(pid);
    this.#family = new Family(pid, startedAt);
    guard?.watch(pid, startedAt);
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#family.rootEnded();
        resolve({ code, signal });
      });
    });
    this.gone = this.#clearUp(guard);
    if (startedAt === undefined) void readProcessTable().then((table) => this.#family.update(table));
  }

  /** To be called when the process is sent a request or answers one: it may start other processes then. */
  busy(): void {
    this.#guard?.busy();
  }

  /**
   * Ends the process and all its family: closes stdin, waits, SIGTERM, waits, SIGKILL. No wait is longer than
   * `boundedGrace` lets it be. A second call with less grace shortens the first.
   * @returns once none is left: true; or two seconds after SIGKILL: false (another user's process, a hung disk).
   */
  async stop(grace: Grace): Promise<boolean> {
    const ending = this.#end(boundedGrace(grace));
    this.#ending ??= ending;
    if (!(await ending)) return false;
    await this.gone;
    return true;
  }

  async #clearUp(guard: Watch | undefined): Promise<void> {
    await this.exited;
    await (this.#ending ?? endFamily(this.#family, leftoverTermMs));
    guard?.unwatch(this.pid);
  }

  async #end({ closeStdinMs, termMs }: Grace): Promise<boolean> {
    // Before any process ends: the children of a dead process cannot be told from strangers.
    this.#family.update(await readProcessTable());
    const deadline = performance.now() + closeStdinMs;
    // What waits to be written would keep the pipe open for as long as the server does not read.
    if (this.stdin.writableLength > 0) this.stdin.destroy();
    else this.stdin.end();
    await within(this.exited, closeStdinMs);
    if (process.platform !== 'win32' && (await waitUntilGone(this.#family, deadline - performance.now())))
      return true;
    return endFamily(this.#family, termMs);
  }
}

function spawnServer({ executable, args, cwd, env }: Launch): ChildProcess {
  const options: SpawnOptions = { cwd, env: { ...env }, stdio: 'pipe', shell: false, windowsHide: true };
  if (process.platform !== 'win32') return spawn(executable, args, { ...options, detached: true });
  // Only a batch file needs cmd.exe, and with it the quoting of cross-spawn (CVE-2024-27980).
  const isBatch = /^\.(cmd|bat)$/i.test(extname(executable));
  return isBatch ? crossSpawn(executable, args, options) : spawn(executable, args, options);
}

async function startError({ executable, cwd }: Launch, thrown: unknown): Promise<UserError> {
  const [program, folder] = [`"${displayText(executable, 1000)}"`, `"${displayText(cwd, 1000)}"`];
  const because = (sentence: string) => new UserError(sentence, { cause: thrown });
  const isFolder = await stat(cwd).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return because(`The working directory ${folder} is not there. Create it or correct "cwd".`);
  const why = startFailures[codeOf(thrown) ?? ''] ?? `${messageOf(thrown)}. Check "command" and "args".`;
  return because(`${program} could not be started: ${why}`);
}

const notAllowed = 'permission denied. Check the permissions of the program and of the working directory.';
const tooMany = 'there are too many processes or open files. Stop other programs first.';
const startFailures: Readonly<Record<string, string>> = {
  ENOENT: 'it, or the interpreter named in its first line, is not there. Install it or correct "command".',
  EACCES: notAllowed,
  EPERM: notAllowed,
  E2BIG: 'its arguments and environment are too long. Shorten "args" or "env".',
  EAGAIN: tooMany,
  EMFILE: tooMany,
  ENFILE: tooMany,
};
