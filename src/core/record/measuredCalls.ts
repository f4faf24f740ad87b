import type { SessionFact } from '../session/sessionEffect';
import type { ToolCall } from '../session/toolCalls';
import type { DisclosureEvent } from './disclosure';

/** The calls of tools of one session, for the record: each by a number, and with the time that it took. */
export class MeasuredCalls {
  readonly #open = new Map<ToolCall, { readonly call: number; readonly since: number }>();
  #last = 0;

  /** The event for the record, if this fact is about a call. @param at milliseconds since the epoch */
  take(fact: SessionFact, at: number): DisclosureEvent | undefined {
    if (fact.fact === 'called') {
      const call = (this.#last += 1);
      this.#open.set(fact.call, { call, since: at });
      return { event: 'called', tool: fact.call.tool, call };
    }
    if (fact.fact !== 'call ended') return undefined;
    const open = this.#open.get(fact.call);
    if (open === undefined || !this.#open.delete(fact.call)) return undefined;
    const { tool } = fact.call;
    return { event: 'call ended', tool, call: open.call, how: fact.how, took: Math.max(at - open.since, 0) };
  }
}
