/** Samples of both sides of a comparison, taken in turns; in milliseconds. */
export interface Pair {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
}

/** One line of the table. */
export interface Row {
  readonly what: string;
  readonly against: string;
  /** What was measured, with the absolute values. */
  readonly measured: string;
  readonly target: string;
  /** "met", or by how much it was missed. */
  readonly verdict: string;
  /** Everything in numbers, for the JSON. */
  readonly numbers: Readonly<Record<string, number>>;
}

/** Runs both sides in turns, so that what else the machine does falls on both; each turn gives one or more samples. */
export async function inTurns(
  rounds: number,
  ours: () => Promise<readonly number[]>,
  theirs: () => Promise<readonly number[]>,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const first = round % 2 === 0;
    const early = first ? await ours() : await theirs();
    const late = first ? await theirs() : await ours();
    if (round > 0) pairs.push(first ? { ours: early, theirs: late } : { ours: late, theirs: early });
  }
  return pairs;
}

/** Milliseconds that something takes. */
export async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

export function percentile(samples: readonly number[], part: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** The same without a target. */
export function reported(row: Row): Row {
  return { ...row, target: '(reported)', verdict: '' };
}

/** A figure that must not be more than `most` times the other side: the median of the ratios of all rounds. */
export function ratioRow(
  what: string,
  against: string,
  pairs: readonly Pair[],
  most: number,
  part = 0.5,
): Row {
  const ours = pairs.map((pair) => percentile(pair.ours, part));
  const theirs = pairs.map((pair) => percentile(pair.theirs, part));
  const ratio = median(ours.map((each, i) => each / (theirs[i] ?? Number.NaN)));
  return {
    what,
    against,
    measured: `${ratio.toFixed(2)} (${duration(median(ours))} against ${duration(median(theirs))})`,
    target: `<= ${most}`,
    verdict: ratio <= most ? 'met' : `missed by ${(ratio - most).toFixed(2)}`,
    numbers: { ratio, ours: median(ours), theirs: median(theirs), most },
  };
}

/** A figure of which the other side must be at least `least` times: the median of the ratios of all rounds. */
export function fasterRow(what: string, against: string, pairs: readonly Pair[], least: number): Row {
  const ours = pairs.map((pair) => median(pair.ours));
  const theirs = pairs.map((pair) => median(pair.theirs));
  const times = median(ours.map((each, i) => (theirs[i] ?? Number.NaN) / each));
  return {
    what,
    against,
    measured: `${times.toFixed(1)} times faster (${duration(median(ours))} against ${duration(median(theirs))})`,
    target: `>= ${least} times faster`,
    verdict: times >= least ? 'met' : `missed by ${(least - times).toFixed(1)}`,
    numbers: { times, ours: median(ours), theirs: median(theirs), least },
  };
}

/** A figure that must stay below a bound. */
export function boundRow(
  what: string,
  measured: number,
  below: number,
  text: (value: number) => string,
  against = '(absolute)',
): Row {
  return {
    what,
    against,
    measured: text(measured),
    target: `< ${text(below)}`,
    verdict: measured < below ? 'met' : `missed by ${text(measured - below)}`,
    numbers: { measured, below },
  };
}

export function duration(milliseconds: number): string {
  if (Math.abs(milliseconds) >= 1000) return `${(milliseconds / 1000).toFixed(2)} s`;
  return Math.abs(milliseconds) >= 1
    ? `${milliseconds.toFixed(1)} ms`
    : `${(milliseconds * 1000).toFixed(0)} µs`;
}
