import { callEnds, type CallEnd } from '../session/toolCalls';

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
