import type { DisclosureEvent } from '../consent/disclosure';
import type { SessionFact } from '../session/sessionEffect';
import { callEnds, type CallEnd, type ToolCall } from '../session/toolCalls';

/** How the calls of one entry of the record ended, and how long they took. */
export type CallEnds = {
  /** How many ended so; those that nobody has answered yet are in none. */
  readonly counts: { readonly [how in CallEnd]?: number };
  /** Milliseconds, of the call that took the shortest time … */
  readonly shortest: number;
  /** … and of the one that took the longest. */
  readonly longest: number;
};

/** The same with those of other calls. */
export function joinedEnds(a: CallEnds | undefined, b: CallEnds): CallEnds {
  if (a === undefined) return b;
  const counts = callEnds.flatMap((how) => {
    const count = (a.counts[how] ?? 0) + (b.counts[how] ?? 0);
    return count === 0 ? [] : [[how, count] as const];
  });
  return {
    counts: Object.fromEntries(counts),
    shortest: Math.min(a.shortest, b.shortest),
    longest: Math.max(a.longest, b.longest),
  };
}

/** The calls of tools of one session, for the record: each by a number, and with the time that it took. */
export class MeasuredCalls {
  readonly #open = new Map<ToolCall, { readonly call: number; readonly since: number }>();
  #last = 0;

  /** The fact for the record, where this is one of a call. @param at milliseconds since the epoch */
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
