import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { FolderEntry } from '../../core/roots/candidate';
import type { Catalog } from '../../core/roots/catalog';
import { WayWatches } from '../watching/wayWatches';

/** In milliseconds. */
export interface LookTimes {
  /** How old the last look may be when something is answered or called. */
  readonly fresh: number;
  /** After a report of a change: a burst of changes leads to one look. */
  readonly settle: number;
  /** Between two looks at a folder whose disk gave no answer. */
  readonly unanswered: number;
  /** Between two looks at a folder of which the system does not report every change. */
  readonly untold: number;
  /** Between two looks at all folders: reports of the system can be lost, and new mounts are not reported. */
  readonly told: number;
}

const usualLookTimes: LookTimes = {
  fresh: 1000,
  settle: 20,
  unanswered: 1000,
  untold: 15_000,
  told: 120_000,
};

/**
 * Looks at the disk again while that is wanted (rule 4): before an answer or a call, unless the last look is less than
 * a second old; when the system reports a change on the way to a folder; and now and then besides. While nothing
 * happens, next to nothing is done.
 */
export class FolderLooks implements Disposable {
  readonly #catalog: Catalog;
  readonly #isWanted: () => boolean;
  readonly #times: LookTimes;
  readonly #lifetime = new Lifetime();
  readonly #watches = this.#lifetime.add(new WayWatches());
  #isFollowing = false;
  #told: ReadonlySet<string> = new Set();
  /** The system has reported a change since the last look began. */
  #isDoubted = true;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;

  constructor(catalog: Catalog, isWanted: () => boolean, times = usualLookTimes) {
    this.#catalog = catalog;
    this.#isWanted = isWanted;
    this.#times = times;
    this.#lifetime.add(this.#watches.onDidTell(() => this.#doubt()));
    this.#lifetime.add(
      catalog.onDidChange(() => {
        this.follow();
        if (this.#isFollowing && this.#watch()) this.#doubt();
      }),
    );
    this.follow();
  }

  /** To be called when looks may be wanted now, or not any more. */
  follow(): void {
    const isWanted = (this.#isWanted() || this.#unanswered.length > 0) && !this.#lifetime.ended;
    if (isWanted === this.#isFollowing) return;
    this.#isFollowing = isWanted;
    if (isWanted) this.#doubt();
    else this.#rest();
  }

  /**
   * To be called before an answer with folders, or before a call is passed on.
   * @returns undefined while the last look is fresh, else a promise that resolves once a look is, within about a
   * second. It never rejects
   */
  beforeAnswer(): Promise<void> | undefined {
    const isFresh = !this.#isDoubted && performance.now() - this.#lookedAt < this.#times.fresh;
    return isFresh || this.#lifetime.ended ? undefined : this.#look();
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#rest();
  }

  #rest(): void {
    this.#isFollowing = false;
    clearTimeout(this.#timer);
    clearTimeout(this.#settling);
    this.#settling = undefined;
    if (!this.#lifetime.ended) this.#watches.follow([]);
  }

  #doubt(): void {
    this.#isDoubted = true;
    if (!this.#isFollowing) return;
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      this.#watch();
      void this.#look().then(() => this.#lookLater());
    }, this.#times.settle).unref();
  }

  /** @returns whether to look again: what changed before the watching began was not reported */
  #watch(): boolean {
    const { told, isNew } = this.#watches.follow(this.#entries.flatMap(({ path }) => path ?? []));
    this.#told = told;
    return isNew;
  }

  #lookLater(): void {
    clearTimeout(this.#timer);
    if (!this.#isFollowing) return;
    const unanswered = this.#unanswered;
    const some = unanswered.length > 0 ? unanswered : this.#untold;
    const { settle, told, untold, unanswered: soon } = this.#times;
    const dueIn = this.#lookedAt + told - performance.now();
    const someIn = unanswered.length > 0 ? soon : some.length > 0 ? untold : told;
    this.#timer = setTimeout(
      () => void this.#lookAgain(dueIn > someIn ? some : undefined),
      Math.max(Math.min(dueIn, someIn), settle),
    ).unref();
  }

  /** @param some the folders that are due; undefined: all */
  async #lookAgain(some: readonly FolderEntry[] | undefined): Promise<void> {
    if (some === undefined) {
      this.#watch();
      await this.#look();
    } else await this.#catalog.look(some);
    this.#lookLater();
  }

  /** Shares a look that is under way, unless the system has reported a change since it began. */
  #look(): Promise<void> {
    if (this.#looking !== undefined && !this.#isDoubted) return this.#looking;
    this.#isDoubted = false;
    const began = performance.now();
    const looking: Promise<void> = this.#catalog.look().finally(() => {
      this.#lookedAt = Math.max(began, this.#lookedAt);
      if (looking === this.#looking) this.#looking = undefined;
    });
    return (this.#looking = looking);
  }

  get #entries(): readonly FolderEntry[] {
    return this.#catalog.candidates.flatMap((candidate) => [candidate, ...candidate.aliases]);
  }

  /** Folders whose disk gave no answer: they are looked at again also while nothing runs. */
  get #unanswered(): readonly FolderEntry[] {
    return this.#catalog.candidates
      .filter(({ availability }) => availability.kind === 'no answer')
      .flatMap((candidate) => [candidate, ...candidate.aliases]);
  }

  get #untold(): readonly FolderEntry[] {
    return this.#entries.filter(({ path }) => path !== undefined && !this.#told.has(path));
  }
}
