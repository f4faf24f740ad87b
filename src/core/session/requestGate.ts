import type { Message, RequestId } from './envelope';
import type { Why } from './outsideText';

/** Whether a client's requests may pass to the server process, and what they wait for if not (rule 7). */
export type GateState =
  | { readonly kind: 'open' }
  /** There is no process that may get the requests. */
  | { readonly kind: 'until a server is ready' }
  /** A successor is initialised. Its predecessor asked for roots, so it is expected to ask too. */
  | { readonly kind: 'until it asks'; readonly wait: number }
  /** The process knows a folder that has left its list. It is sent `list_changed` and is expected to ask again. */
  | { readonly kind: 'until it asks again'; readonly wait: number }
  /** The process was answered. Real servers make use of an answer only after they have taken the next request. */
  | { readonly kind: 'until it settled'; readonly wait: number }
  /** The process was sent `list_changed` and did not ask again in time. */
  | { readonly kind: 'closed'; readonly why: Why };

/** How long a gate waits, in milliseconds. */
export interface GateTimes {
  /** For a process to ask again after it was sent `list_changed`. */
  readonly askAgain: number;
  /** For a successor to ask at all. If it does not, it gets the requests all the same: it never knew more. */
  readonly firstAsk: number;
  /** Between the answer and the first request after it. */
  readonly settle: number;
}

export const usualGateTimes: GateTimes = { askAgain: 3000, firstAsk: 2000, settle: 50 };

/** Keeps a client's requests, in the order in which they came, until their server may have them. */
export class RequestGate<P> {
  #waiting: Message<P>[] = [];
  #size = 0;
  state: GateState = { kind: 'until a server is ready' };

  /** About how many bytes the held messages take; messages that do not say their size are not counted. */
  get size(): number {
    return this.#size;
  }

  /** Is this the wait that the gate is in? Late ends of earlier waits mean nothing. */
  awaits(wait: number): boolean {
    return 'wait' in this.state && this.state.wait === wait;
  }

  hold(message: Message<P>): void {
    this.#waiting.push(message);
    this.#size += sizeOf(message);
  }

  /** Drops a request that the client cancelled. @returns whether it was held here */
  drop(id: RequestId): boolean {
    const dropped = this.#waiting.filter(({ envelope }) => envelope.kind === 'request' && envelope.id === id);
    if (dropped.length === 0) return false;
    this.#waiting = this.#waiting.filter((message) => !dropped.includes(message));
    for (const each of dropped) this.#size -= sizeOf(each);
    return true;
  }

  /** Hands out everything held. */
  takeAll(): readonly Message<P>[] {
    const all = this.#waiting;
    this.#waiting = [];
    this.#size = 0;
    return all;
  }
}

/** The bytes that a held message takes besides its own, so that very many small messages count too. */
const frame = 500;

function sizeOf({ size }: Message<unknown>): number {
  return size === undefined ? 0 : frame + size;
}
