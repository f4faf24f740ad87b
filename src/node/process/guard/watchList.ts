import { endFamily } from '../ending';
import { Family } from '../family';
import { readProcessTable } from '../processTable';

/**
 * Milliseconds between two looks, as short as one percent of a processor allows: who forks away from a parent that
 * dies before the next look is lost.
 */
const pauses = { shortest: 250, longest: 2000, perMillisecondOfWork: 100 };

/** What is left of a server after its host is gone gets so many milliseconds after SIGTERM. */
const termMs = 700;

/** One line that the host writes to the guard. */
export function watchLine(pid: number, startedAt: string | undefined): string {
  return `watch ${pid} ${startedAt ?? ''}\n`;
}

/** One line that the host writes to the guard when a server and its family have ended. */
export function unwatchLine(pid: number): string {
  return `unwatch ${pid}\n`;
}

/**
 * The guard's memory: the family of each server, looked at again and again, because a parent that dies takes the
 * knowledge of its children with it.
 */
export class WatchList {
  readonly #families = new Map<number, Family>();
  readonly #endings = new Set<Promise<unknown>>();
  #timer: NodeJS.Timeout | undefined;

  /** Obeys one line; what is none is ignored. */
  obey(line: string): void {
    const [order, number, ...rest] = line.split(' ');
    const pid = Number(number);
    if (!Number.isInteger(pid) || pid <= 1) return;
    if (order === 'watch') this.#watch(pid, rest.join(' ') || undefined);
    if (order === 'unwatch') this.#unwatch(pid);
  }

  /** Ends all families, at once. Resolves when none is left, or when what is left cannot be ended. */
  async endAll(): Promise<void> {
    clearTimeout(this.#timer);
    for (const family of this.#families.values()) this.#end(family);
    this.#families.clear();
    await Promise.all(this.#endings);
  }

  #watch(pid: number, startedAt: string | undefined): void {
    this.#families.set(pid, new Family(pid, startedAt));
    clearTimeout(this.#timer);
    void this.#look();
  }

  /** The host has ended whom it knew; who slipped away into a session of its own is known only here. */
  #unwatch(pid: number): void {
    const family = this.#families.get(pid);
    this.#families.delete(pid);
    if (family === undefined) return;
    family.rootEnded();
    this.#end(family);
  }

  #end(family: Family): void {
    const ending = endFamily(family, termMs).finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
  }

  async #look(): Promise<void> {
    const startedAt = performance.now();
    const table = await readProcessTable();
    for (const family of this.#families.values()) family.update(table);
    const pause = (performance.now() - startedAt) * pauses.perMillisecondOfWork;
    clearTimeout(this.#timer);
    if (this.#families.size === 0) return;
    this.#timer = setTimeout(
      () => void this.#look(),
      Math.min(Math.max(pause, pauses.shortest), pauses.longest),
    );
  }
}
