import type { ConversationChange } from './conversation';
import { entryWeight } from './entry';

/** Changes that wait at most, and characters of them: what is shown can wait for a disk. */
const most = 1000;
const mostWeight = 16 * 1024 * 1024;

type EntryChange = Exclude<ConversationChange, { kind: 'settings' }>;

/** So many changes came while too many waited, and stand nowhere here. */
export interface LeftOut {
  readonly kind: 'left out';
  readonly count: number;
}

/** What is shown: a change of an entry, or that some were left out. */
export type Shown = EntryChange | LeftOut;

/**
 * The changes of a conversation on their way to a face that takes its time: shown one after another, in order. Text that
 * waits grows instead of waiting in pieces. Beyond a bound changes are left out, which is shown in their place.
 */
export class ShownChanges {
  readonly #show: (shown: Shown) => Promise<void>;
  readonly #waiting: Shown[] = [];
  #weight = 0;
  #showing: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** @param show what it throws is thrown by `settled`, and nothing is shown any more */
  constructor(show: (shown: Shown) => Promise<void>) {
    this.#show = show;
  }

  add(change: ConversationChange): void {
    if (change.kind === 'settings' || this.#failure !== undefined) return;
    this.#keep(change);
    this.#showing ??= this.#showAll();
  }

  /** Resolves when nothing waits. @throws what was thrown while something was shown */
  async settled(): Promise<void> {
    await this.#showing;
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #keep(change: EntryChange): void {
    const last = this.#waiting.at(-1);
    const joined = last && joinedText(last, change);
    if (joined !== undefined) this.#takeLast();
    const next = joined ?? change;
    const count = this.#waiting.length;
    const isTooMuch = count >= most || this.#weight + weightOf(next) > mostWeight;
    // One alone is no more than the conversation itself holds.
    if (count === 0 || !isTooMuch) return this.#push(next);
    if (joined !== undefined && last !== undefined) this.#push(last);
    this.#leaveOut();
  }

  #leaveOut(): void {
    const last = this.#waiting.at(-1);
    const before = last?.kind === 'left out' ? last.count : 0;
    if (before > 0) this.#takeLast();
    this.#push({ kind: 'left out', count: before + 1 });
  }

  #push(shown: Shown): void {
    this.#waiting.push(shown);
    this.#weight += weightOf(shown);
  }

  #takeLast(): void {
    const last = this.#waiting.pop();
    if (last !== undefined) this.#weight -= weightOf(last);
  }

  async #showAll(): Promise<void> {
    await Promise.resolve();
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        this.#weight -= weightOf(next);
        await this.#show(next);
      }
    } catch (error) {
      this.#failure = { error };
      this.#waiting.length = 0;
    }
    this.#showing = undefined;
  }
}

/** Text that grew behind text of the same entry which waits: one change in place of two. */
function joinedText(last: Shown, change: EntryChange): EntryChange | undefined {
  if (change.kind !== 'grew' || last.kind === 'left out') return undefined;
  if (last.entry.id !== change.entry.id) return undefined;
  if (last.kind === 'grew') return { ...change, text: last.text + change.text };
  return { kind: last.kind, entry: change.entry };
}

/** An entry that has become another one since is held by nobody else. */
function weightOf(shown: Shown): number {
  if (shown.kind === 'left out') return 0;
  return entryWeight(shown.entry) + (shown.kind === 'grew' ? shown.text.length : 0);
}

/** The sentence for what was left out. */
export function leftOutText({ count }: LeftOut): string {
  return `The agent said more at once than can be shown: parts of it are left out here (${count}).`;
}
