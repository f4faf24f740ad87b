import type { Exposure, ListedRoot } from '../consent/exposure';
import type { JsonRpcMessage, Message, RequestId } from './envelope';
import type { Why } from './outsideText';
import type { CallEnd, ToolCall } from './toolCalls';

/** What happens to a session. */
export type SessionInput<P> =
  | { readonly kind: 'from client'; readonly message: Message<P> }
  | { readonly kind: 'from server'; readonly message: Message<P> }
  | { readonly kind: 'exposure changed'; readonly exposure: Exposure }
  /** A server end is connected that was told of these URIs by its launch (arguments, environment, cwd). */
  | { readonly kind: 'server connected'; readonly told: readonly string[] }
  /** The server end has ended without being told to. */
  | { readonly kind: 'server gone'; readonly why: Why }
  /** Asks to end an idle process; the client end notices nothing. A session that is not idle stays as it is. */
  | { readonly kind: 'sleep' }
  /** Asks for another process in place of this one, for a reason that the user will read. */
  | { readonly kind: 'replace'; readonly why: string }
  | { readonly kind: 'end of turn' }
  | { readonly kind: 'time is up'; readonly wait: number }
  | { readonly kind: 'close'; readonly why: Why };

/** `listChanged` is always true: a session that declares roots also announces changes. */
interface RootsCapability {
  readonly listChanged: true;
}

/** What the adapter that carries a session has to do, in this order. */
export type SessionEffect<P> =
  /** Pass a message on; a given `id` or `progressToken` replaces its own. */
  | {
      readonly do: 'pass';
      readonly to: 'client' | 'server';
      readonly payload: P;
      readonly id?: RequestId;
      readonly progressToken?: RequestId;
    }
  /** Pass the client's `initialize` on with exactly this roots capability, or with none. */
  | {
      readonly do: 'initialize';
      readonly payload: P;
      readonly id: RequestId;
      readonly roots: RootsCapability | undefined;
    }
  | { readonly do: 'send'; readonly to: 'client' | 'server'; readonly message: JsonRpcMessage }
  /** End the process, start it again, then say "server connected". Nothing of the old one is delivered any more. */
  | { readonly do: 'replace server'; readonly why: string }
  /** End the process, which is idle. Nothing of it is delivered any more. */
  | { readonly do: 'stop server' }
  /** Start a process for a session whose process was stopped, then say "server connected". */
  | { readonly do: 'start server' }
  | { readonly do: 'end session'; readonly why: string }
  /** Say "end of turn" once at the end of this turn of the event loop. */
  | { readonly do: 'await end of turn' }
  /** Say "time is up" with this number after so many milliseconds. */
  | { readonly do: 'wait'; readonly wait: number; readonly milliseconds: number }
  | { readonly do: 'tell'; readonly fact: SessionFact }
  /** Look into this answer to `tools/list`, which passes to the client. */
  | { readonly do: 'look at tools'; readonly payload: P };

/** Facts about a session, for the record and the tree. */
export type SessionFact =
  | { readonly fact: 'ready' }
  | { readonly fact: 'asked' }
  | { readonly fact: 'answered'; readonly roots: readonly ListedRoot[] }
  | { readonly fact: 'refused'; readonly why: string }
  | { readonly fact: 'announced' }
  | { readonly fact: 'held'; readonly method: string }
  | { readonly fact: 'released'; readonly count: number }
  /** A call of a tool went to the server. */
  | { readonly fact: 'called'; readonly call: ToolCall }
  /** The end of a call that was told by `called`: once for each, with the very same `call`. */
  | { readonly fact: 'call ended'; readonly call: ToolCall; readonly how: CallEnd }
  | { readonly fact: 'replaced'; readonly why: string }
  /** The idle process of the session ends; the next request starts another. */
  | { readonly fact: 'asleep' };

/** Gathers the effects of one input. */
export class Effects<P> {
  #list: SessionEffect<P>[] = [];
  #lastWait = 0;

  /** Hands out what was gathered and begins anew. */
  take(): readonly SessionEffect<P>[] {
    const list = this.#list;
    this.#list = [];
    return list;
  }

  add(effect: SessionEffect<P>): void {
    this.#list.push(effect);
  }

  tell(fact: SessionFact): void {
    this.#list.push({ do: 'tell', fact });
  }

  /** Tells of the end of a call, if there is one. */
  endCall(call: ToolCall | undefined, how: CallEnd): void {
    if (call !== undefined) this.tell({ fact: 'call ended', call, how });
  }

  send(to: 'client' | 'server', message: JsonRpcMessage): void {
    this.#list.push({ do: 'send', to, message });
  }

  /** @returns the number under which the end of this wait will be announced */
  wait(milliseconds: number): number {
    this.#lastWait += 1;
    this.#list.push({ do: 'wait', wait: this.#lastWait, milliseconds });
    return this.#lastWait;
  }
}
