import { callEnds, type CallEnd } from '../session/toolCalls';

/** How the calls of one entry of the record ended, and how long they took. */
export type CallEnds = {
  /** How many calls ended in this way; a call that has not ended is in none. */
  readonly counts: { readonly [how in CallEnd]?: number };
  /** How long the shortest call took, in milliseconds. */
  readonly shortest: number;
  /** How long the longest call took, in milliseconds. */
  readonly longest: number;
};

/** The ends of both together. */
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
