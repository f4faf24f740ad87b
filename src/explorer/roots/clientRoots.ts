import { Emitter } from '../../core/event';
import { messageOf } from '../../core/errors';
import type { PinnedRoot } from '../../core/roots/containment';
import { displayText } from '../../core/text';
import { readableNow, replacedIn } from './rootsOnDisk';
import { readRootsAnswer, type ClientRoot, type DroppedEntry, type RootsAnswer } from './rootsAnswer';

/** What is known of the client's roots. Only `known` gives access to anything. */
export type RootsState =
  | { readonly kind: 'not initialized' }
  | { readonly kind: 'undeclared' }
  | { readonly kind: 'asking' }
  | {
      readonly kind: 'known';
      readonly roots: readonly ClientRoot[];
      readonly dropped: readonly DroppedEntry[];
    }
  /** The client answered with an error, not at all, or not with a list. `again`: it had answered with a list before. */
  | { readonly kind: 'unanswered'; readonly reason: string; readonly again: boolean };

export interface ClientRootsOptions {
  /** Sends `roots/list`; rejects when the client answers with an error, or not in time. */
  readonly ask: () => Promise<unknown>;
  /** How long, in milliseconds, a request waits for a pending answer. */
  readonly patience: number;
}

/**
 * How long to wait after each question in a row that brought no list, in milliseconds. After the last pause, the client
 * is asked again only when a call begins.
 */
const pauses = [2000, 10_000, 60_000] as const;

/** How long a call waits for the client, in milliseconds, when the client is asked because of a change on the disk. */
const patienceForCheck = 1000;

/**
 * The roots of the client. It is asked for them once it is initialised, and again after each change; only one question
 * is pending at a time, and all changes meanwhile lead to one more. Whoever needs the roots waits while a question is
 * pending. Without a list in the answer nothing can be accessed, even if there was a list before. The client is then
 * asked again, at growing intervals. A client that does not announce changes of its roots is asked before each call.
 */
export class ClientRoots {
  readonly #options: ClientRootsOptions;
  readonly #changed = new Emitter<RootsState>();
  #state: RootsState = { kind: 'not initialized' };
  #asking: Promise<void> | undefined;
  /** The pending question only checks the present roots, which hold meanwhile; only the call that caused it waits. */
  #isCheck = false;
  #askAgain = false;
  #announces = false;
  #failures = 0;
  #askedLast = 0;
  /** What was found on the disk when that was last the reason for a question. */
  #checked: string | undefined;
  #retry: NodeJS.Timeout | undefined;

  /** Fires after each answer or its absence, also if it is the same as before. */
  readonly onDidChange = this.#changed.event;

  constructor(options: ClientRootsOptions) {
    this.#options = options;
  }

  /**
   * The client is initialised. If it did not declare roots, it is never asked.
   * @param announces whether it will announce changes of its roots
   */
  start(declared: boolean, announces: boolean): void {
    if (this.#state.kind !== 'not initialized' || this.#asking) return;
    this.#announces = announces;
    if (declared) this.#ask();
    else this.#settle({ kind: 'undeclared' });
  }

  /** The client announces that its roots have changed: from now on, everyone waits for the new list. */
  changed(): void {
    if (this.#state.kind === 'undeclared') return;
    this.#isCheck = false;
    if (this.#asking) this.#askAgain = true;
    else if (this.#state.kind !== 'not initialized') this.#ask();
  }

  /**
   * To be called when a call begins. Asks the client first, if what is known may be out of date; a question that is
   * pending already serves all calls. Never rejects.
   */
  async refresh(): Promise<void> {
    if (this.#asking !== undefined) return;
    const { kind } = this.#state;
    if (kind === 'unanswered' && performance.now() - this.#askedLast >= this.#pause) this.#ask();
    else if (kind === 'known' && !this.#announces) this.#ask();
    else if (this.#state.kind === 'known') await this.#check(this.#state);
  }

  /** The state, once no question but a check is pending; `unanswered` if that takes too long. Never rejects. */
  async settled(): Promise<RootsState> {
    const deadline = performance.now() + this.#options.patience;
    while (this.#asking && !this.#isCheck) {
      const left = deadline - performance.now();
      if (left <= 0 || !(await endsWithin(this.#asking, left))) return this.#unanswered('no answer in time');
    }
    return this.#state;
  }

  /**
   * Like `settled`, for people and models: lists only roots that can be read now; all others are dropped, with the
   * reason.
   */
  async shown(): Promise<RootsState> {
    const state = await this.settled();
    return state.kind === 'known' ? { kind: 'known', ...(await readableNow(state)) } : state;
  }

  /** Like `shown`, without waiting for the client. */
  async shownAtOnce(): Promise<RootsState> {
    return this.#asking && !this.#isCheck ? { kind: 'asking' } : this.shown();
  }

  /** The present roots, for judging paths. */
  async pinned(): Promise<readonly PinnedRoot[]> {
    const state = await this.settled();
    return state.kind === 'known' ? state.roots.map(({ pinned }) => pinned) : [];
  }

  /**
   * If the disk has other directories at the roots' paths than when the client named them, asks whether it still means
   * them.
   */
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
    // Nobody reported a change: if there is no answer, the known roots still hold.
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
