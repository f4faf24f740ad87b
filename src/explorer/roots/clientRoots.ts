import { Emitter } from '../../core/event';
import { messageOf } from '../../core/errors';
import type { PinnedRoot } from '../../core/roots/containment';
import { displayText } from '../../core/text';
import { readRootsAnswer, type ClientRoot, type DroppedEntry } from './rootsAnswer';

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

/**
 * The roots of the client, asked for once it is initialised and again after each change, with one question on its way
 * at a time: changes meanwhile make one more after it. Whoever needs the roots waits while a question is pending.
 * An error or silence leaves no access: at first because nothing is known, later because nothing is known any more.
 */
export class ClientRoots {
  readonly #options: ClientRootsOptions;
  readonly #changed = new Emitter<RootsState>();
  #state: RootsState = { kind: 'not initialized' };
  #asking: Promise<void> | undefined;
  #askAgain = false;

  /** Fires when an answer, or its absence, has been taken in. */
  readonly onDidChange = this.#changed.event;

  constructor(options: ClientRootsOptions) {
    this.#options = options;
  }

  /** The state at this moment, for those who do not need the roots themselves. */
  get state(): RootsState {
    return this.#asking ? { kind: 'asking' } : this.#state;
  }

  /** The client is initialised. One that did not declare roots is never asked. */
  start(declared: boolean): void {
    if (this.#state.kind !== 'not initialized' || this.#asking) return;
    if (declared) this.#ask();
    else this.#settle({ kind: 'undeclared' });
  }

  /** The client says that its roots have changed: from now on everyone waits for the new list. */
  changed(): void {
    if (this.#state.kind === 'undeclared') return;
    if (this.#asking) this.#askAgain = true;
    else if (this.#state.kind !== 'not initialized') this.#ask();
  }

  /** The latest state, once no question is pending; while one is pending for too long, `unanswered`. Never rejects. */
  async settled(): Promise<RootsState> {
    const deadline = performance.now() + this.#options.patience;
    while (this.#asking) {
      const left = deadline - performance.now();
      if (left <= 0 || !(await endsWithin(this.#asking, left))) return this.#unanswered('no answer in time');
    }
    return this.#state;
  }

  /** The roots that hold now, for judging paths. */
  async pinned(): Promise<readonly PinnedRoot[]> {
    const state = await this.settled();
    return state.kind === 'known' ? state.roots.map(({ pinned }) => pinned) : [];
  }

  #ask(): void {
    this.#asking = this.#askUntilCurrent();
  }

  async #askUntilCurrent(): Promise<void> {
    let state: RootsState;
    do {
      this.#askAgain = false;
      state = await this.#query();
    } while (this.#askAgain);
    this.#asking = undefined;
    this.#settle(state);
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
