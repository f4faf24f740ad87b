import { endFamily } from '../ending';
import { Family } from '../family';
import { readProcessTable } from '../processTable';

/**
 * When the guard looks at the process table, in milliseconds. A process whose parent dies before the next look is lost;
 * so while something is started or called, the guard looks as often as one percent of a processor allows.
 */
export interface GuardTimes {
  /** How long the guard looks often after a start, or after a line "busy" of the host. */
  readonly busy: number;
  readonly shortest: number;
  readonly longest: number;
  readonly perMillisecondOfWork: number;
  /** Between two looks while nothing is called. */
  readonly quiet: number;
}

const usualTimes: GuardTimes = {
  busy: 20_000,
  shortest: 250,
  longest: 2000,
  perMillisecondOfWork: 100,
  quiet: 60_000,
};

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

/** One line that the host writes to the guard when something is called, or was answered. */
export const busyLine = 'busy\n';

/**
 * The guard's memory: the family of each server. It looks again and again, because whose child a process is cannot be
 * found out once the parent is dead.
 */
export class WatchList {
  readonly #families = new Map<number, Family>();
  readonly #endings = new Set<Promise<unknown>>();
  #timer: NodeJS.Timeout | undefined;
  readonly #times: GuardTimes;
  #busyUntil = 0;

  constructor(times = usualTimes) {
    this.#times = times;
  }

  /** Obeys one line; a line that is no order is ignored. */
  obey(line: string): void {
    const [order, number, ...rest] = line.split(' ');
    if (order === 'busy') this.#becomeBusy();
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
    this.#busyUntil = performance.now() + this.#times.busy;
    this.#lookNow();
  }

  #becomeBusy(): void {
    const wasBusy = this.#isBusy;
    this.#busyUntil = performance.now() + this.#times.busy;
    if (!wasBusy) this.#lookNow();
  }

  #lookNow(): void {
    clearTimeout(this.#timer);
    void this.#look();
  }

  get #isBusy(): boolean {
    return performance.now() < this.#busyUntil;
  }

  /** The host has ended the members that it knew; only the guard knows those that moved to a session of their own. */
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
    clearTimeout(this.#timer);
    if (this.#families.size === 0) return;
    this.#timer = setTimeout(() => void this.#look(), this.#pauseAfter(performance.now() - startedAt));
  }

  #pauseAfter(work: number): number {
    const { shortest, longest, perMillisecondOfWork, quiet } = this.#times;
    return this.#isBusy ? Math.min(Math.max(work * perMillisecondOfWork, shortest), longest) : quiet;
  }
}
