import {
  descendantsOf,
  isAlive,
  type ProcessId,
  type RunningProcess,
  signalAll,
  startOf,
  waitUntilEnded,
} from './processes';

/**
 * A process and all that was ever seen below it. The system forgets whose child a process was once its parent
 * has ended, so the tree is looked at twice a second while it lives.
 */
export class ProcessTree {
  readonly #root: ProcessId;
  readonly #seen = new Map<number, RunningProcess>();
  readonly #sampling: NodeJS.Timeout;

  constructor(pid: number) {
    this.#root = { pid, start: startOf(pid) };
    this.#sampling = setInterval(() => this.#look(), 500).unref();
  }

  /** Those below the root that run now, also the ones whose parent has ended. */
  running(): readonly RunningProcess[] {
    this.#look();
    return [...this.#seen.values()].filter(isAlive);
  }

  /**
   * Ends the root, then what is left below it that `mayBeKilled`, then waits for all others to see that and go.
   * @param graceMilliseconds for each of these steps.
   * @returns the others that were still there, and were killed: empty when they went by themselves.
   */
  async end(
    graceMilliseconds: number,
    mayBeKilled: (each: RunningProcess) => boolean,
  ): Promise<readonly RunningProcess[]> {
    this.#look();
    signalAll([this.#root], 'SIGTERM');
    await waitUntilEnded([this.#root], graceMilliseconds);
    await waitUntilEnded(this.running().filter(mayBeKilled), graceMilliseconds);
    signalAll([this.#root, ...this.running().filter(mayBeKilled)], 'SIGKILL');
    await waitUntilEnded(this.running(), graceMilliseconds);
    const left = this.running();
    this.killNow();
    await waitUntilEnded([this.#root, ...left], graceMilliseconds);
    return left;
  }

  /** Kills everything at once; for the moment in which this process itself must go. */
  killNow(): void {
    clearInterval(this.#sampling);
    signalAll([this.#root, ...this.running()], 'SIGKILL');
  }

  #look(): void {
    const known = [this.#root, ...this.#seen.values()].filter(isAlive).map((each) => each.pid);
    for (const each of descendantsOf(known)) this.#seen.set(each.pid, each);
  }
}
