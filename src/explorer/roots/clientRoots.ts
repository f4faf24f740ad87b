import { Emitter } from '../../core/event';
import { messageOf } from '../../core/errors';
import type { PinnedRoot } from '../../core/roots/containment';
import { displayText } from '../../core/text';
import { readableNow, replacedIn } from './rootsOnDisk';
import { readRootsAnswer, type ClientRoot, type DroppedEntry, type RootsAnswer } from './rootsAnswer';

/** What the client has said of its roots. Only `known` gives access to anything. */
export type RootsState =
  | { readonly kind: 'not initialized' }
  | { readonly kind: 'undeclared' }
  | { readonly kind: 'asking' }
  | {
      readonly kind: 'known';
      readonly roots: readonly ClientRoot[];
      readonly dropped: readonly DroppedEntry[];
    }
  /** The client answered with an error, not at all, or with something that is no list; `again`: though it once did. */
  | { readonly kind: 'unanswered'; readonly reason: string; readonly again: boolean };

export interface ClientRootsOptions {
  /** Sends `roots/list`; rejects when the client answers with an error or not in time. */
  readonly ask: () => Promise<unknown>;
  /** Milliseconds that a request waits at most for an answer that is pending. */
  readonly patience: number;
}

/** Milliseconds after a question that brought no list until the next one; the last holds from then on. */
const pauses = [2000, 10_000, 60_000] as const;

/** Milliseconds that a call waits for the client when the disk, and not the client, says that something changed. */
const patienceForCheck = 1000;

/**
 * The roots of the client, asked for once it is initialised and again after each change, with one question on its way
 * at a time: changes meanwhile make one more after it. Whoever needs the roots waits while a question is pending.
 * An error or silence leaves no access: at first because nothing is known, later because nothing is known any more.
 * The question is then put again, at growing intervals; a client that cannot say that its roots changed is asked before
 * each call.
 */
export class ClientRoots {
  readonly #options: ClientRootsOptions;
  readonly #changed = new Emitter<RootsState>();
  #state: RootsState = { kind: 'not initialized' };
  #asking: Promise<void> | undefined;
  /** The question that is pending is a check, for which nobody waits: what is known holds meanwhile. */
  #isCheck = false;
  #askAgain = false;
  #announces = false;
  #failures = 0;
  #askedLast = 0;
  /** What the disk said when it was the reason for a question last. */
  #checked: string | undefined;
  #retry: NodeJS.Timeout | undefined;

  /** Fires when an answer, or its absence, has been taken in. */
  readonly onDidChange = this.#changed.event;

  constructor(options: ClientRootsOptions) {
    this.#options = options;
  }

  /**
   * The client is initialised. One that did not declare roots is never asked.
   * @param announces whether it will say when they change
   */
  start(declared: boolean, announces: boolean): void {
    if (this.#state.kind !== 'not initialized' || this.#asking) return;
    this.#announces = announces;
    if (declared) this.#ask();
    else this.#settle({ kind: 'undeclared' });
  }

  /** The client says that its roots have changed: from now on everyone waits for the new list. */
  changed(): void {
    if (this.#state.kind === 'undeclared') return;
    this.#isCheck = false;
    if (this.#asking) this.#askAgain = true;
    else if (this.#state.kind !== 'not initialized') this.#ask();
  }

  /**
   * A call begins: the client is asked first where what is known may not be true any more; a question that is pending
   * is the one for all calls that come meanwhile. Never rejects.
   */
  async refresh(): Promise<void> {
    if (this.#asking !== undefined) return;
    const { kind } = this.#state;
    if (kind === 'unanswered' && performance.now() - this.#askedLast >= this.#pause) this.#ask();
    else if (kind === 'known' && !this.#announces) this.#ask();
    else if (this.#state.kind === 'known') await this.#check(this.#state);
  }

  /** The latest state, once no question is pending; while one is pending for too long, `unanswered`. Never rejects. */
  async settled(): Promise<RootsState> {
    const deadline = performance.now() + this.#options.patience;
    while (this.#asking && !this.#isCheck) {
      const left = deadline - performance.now();
      if (left <= 0 || !(await endsWithin(this.#asking, left))) return this.#unanswered('no answer in time');
    }
    return this.#state;
  }

  /** The same for people and models: only what can be read now is listed, everything else is dropped with its reason. */
  async shown(): Promise<RootsState> {
    const state = await this.settled();
    return state.kind === 'known' ? { kind: 'known', ...(await readableNow(state)) } : state;
  }

  /** As `shown`, without waiting for the client. */
  async shownAtOnce(): Promise<RootsState> {
    return this.#asking && !this.#isCheck ? { kind: 'asking' } : this.shown();
  }

  /** The roots that hold now, for judging paths. */
  async pinned(): Promise<readonly PinnedRoot[]> {
    const state = await this.settled();
    return state.kind === 'known' ? state.roots.map(({ pinned }) => pinned) : [];
  }

  /** Other directories lie there than those that the client named: it is asked whether it still means them. */
  async #check(known: RootsAnswer): Promise<void> {
    const found = await replacedIn(known);
    if (found === undefined || found === this.#checked || this.#asking !== undefined) return;
    this.#checked = found;
    this.#isCheck = true;
    this.#ask();
    if (this.#asking) await endsWithin(this.#asking, patienceForCheck);
  }

  get #pause(): number {
    return pauses[Math.min(this.#failures, pauses.length) - 1] ?? 0;
  }

  #ask(): void {
    clearTimeout(this.#retry);
    this.#asking = this.#askUntilCurrent();
  }

  async #askUntilCurrent(): Promise<void> {
    let state: RootsState;
    do {
      this.#askAgain = false;
      state = await this.#query();
    } while (this.#askAgain);
    const isCheck = this.#isCheck;
    this.#asking = undefined;
    this.#isCheck = false;
    this.#askedLast = performance.now();
    // Nobody said that anything has changed: without an answer, what is known holds.
    if (state.kind === 'known' || !isCheck) this.#settle(state);
  }

  async #query(): Promise<RootsState> {
    try {
      const answer = await readRootsAnswer(await this.#options.ask());
      return answer ? { kind: 'known', ...answer } : this.#unanswered('the answer was no list of roots');
    } catch (error) {
      return this.#unanswered(displayText(messageOf(error)));
    }
  }

  #unanswered(reason: string): RootsState {
    const before = this.#state;
    return {
      kind: 'unanswered',
      reason,
      again: before.kind === 'known' || (before.kind === 'unanswered' && before.again),
    };
  }

  #settle(state: RootsState): void {
    this.#state = state;
    this.#failures = state.kind === 'unanswered' ? this.#failures + 1 : 0;
    if (state.kind === 'unanswered' && this.#failures <= pauses.length) {
      this.#retry = setTimeout(() => {
        if (this.#asking === undefined) this.#ask();
      }, this.#pause).unref();
    }
    this.#changed.fire(state);
  }
}

async function endsWithin(promise: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
