import { spawn, type ChildProcess } from 'node:child_process';
import { parse } from 'node:path';
import { messageOf } from '../../../core/errors';
import type { Disposable } from '../../../core/lifecycle';
import type { Log } from '../../../core/log';
import { defaultEnvironment } from '../environment';
import { busyLine, unwatchLine, watchLine } from './watchList';

/** Milliseconds until a guard that ended is started again: at once, and ever later if it keeps ending. */
const restartDelays = [0, 100, 1000, 10_000];

/** The guard is told at most this often that something is going on, in milliseconds. */
const busyEvery = 1000;

/** A guard that has run for so many milliseconds counts as healthy: its earlier ends are forgotten. */
const wellAfterMs = 30_000;

/**
 * The host's side of the guard process: one for all servers of this extension host, started at the first of them. The
 * guard lives in a session of its own, so that a signal to this host's group does not reach it, and does not keep this
 * host alive.
 */
export class Guard implements Disposable {
  readonly #script: string;
  readonly #log: Log;
  readonly #watched = new Map<number, string | undefined>();
  #child: ChildProcess | undefined;
  #restart: NodeJS.Timeout | undefined;
  #failures = 0;
  #ended = false;
  #saidBusyAt = Number.NEGATIVE_INFINITY;

  /** @param script the absolute path of the bundled `guard/main`. */
  constructor(script: string, log: Log) {
    this.#script = script;
    this.#log = log;
  }

  /** The guard's own process, while there is one. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Has the guard end a process and its family when this host dies. `startedAt` as in the process table, if known. */
  watch(pid: number, startedAt: string | undefined): void {
    if (this.#ended) return;
    this.#watched.set(pid, startedAt);
    if (this.#child === undefined) this.#start();
    else this.#child.stdin?.write(watchLine(pid, startedAt));
  }

  /** A watched process is sent a request or answers one: the guard looks often for a while. Costs next to nothing. */
  busy(): void {
    const now = performance.now();
    if (now - this.#saidBusyAt < busyEvery) return;
    this.#saidBusyAt = now;
    this.#child?.stdin?.write(busyLine);
  }

  /** This process and the family that the host knows have ended; the guard ends members that only it knows. */
  unwatch(pid: number): void {
    if (this.#watched.delete(pid)) this.#child?.stdin?.write(unwatchLine(pid));
  }

  /** Closes the guard's pipe: it ends what it still watches, then itself. */
  dispose(): void {
    this.#ended = true;
    clearTimeout(this.#restart);
    this.#child?.stdin?.end();
  }

  #start(): void {
    clearTimeout(this.#restart);
    const startedAt = performance.now();
    const child = spawn(process.execPath, [this.#script], {
      cwd: parse(process.execPath).root,
      env: { ...defaultEnvironment(process.env, process.platform), ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      windowsHide: true,
    });
    this.#child = child;
    const ended = (why: string) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      if (performance.now() - startedAt > wellAfterMs) this.#failures = 0;
      this.#startAgain(why);
    };
    child.once('error', (error) => ended(messageOf(error)));
    child.once('exit', (code, signal) => ended(signal ?? `code ${code}`));
    child.stdin?.on('error', () => {});
    child.unref();
    // Unreferenced like the process: an open pipe to a guard must not keep a finished host alive.
    if (child.stdin !== null && 'unref' in child.stdin && typeof child.stdin.unref === 'function')
      child.stdin.unref();
    for (const [pid, start] of this.#watched) child.stdin?.write(watchLine(pid, start));
  }

  #startAgain(why: string): void {
    if (this.#ended || this.#watched.size === 0) return;
    this.#log.warn(`The guard process ended (${why}) and is started again.`);
    const delay = restartDelays[Math.min(this.#failures, restartDelays.length - 1)];
    this.#failures += 1;
    this.#restart = setTimeout(() => this.#start(), delay).unref();
  }
}
