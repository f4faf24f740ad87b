/** One deliberate fault: what an attacker, or a tired engineer, would have put in the place of what is there. */
export interface Fault {
  /** Below `src/`. */
  readonly file: string;
  /** The rule that does not hold any more, in words. */
  readonly breaks: string;
  /** The source text; stands in the file exactly once. */
  readonly is: string;
  readonly becomes: string;
  /** Test folders and files below `test/unit/` and `test/integration/`. */
  readonly tests: readonly string[];
}

/** The faults of one file, which the tests in the folder of the same name have to find. */
export function faultsIn(
  file: string,
  faults: readonly Pick<Fault, 'breaks' | 'is' | 'becomes'>[],
  tests: readonly string[] = [file.split('/')[1] ?? ''],
): readonly Fault[] {
  return faults.map((fault) => ({ ...fault, file, tests }));
}

/**
 * The source with the fault in it.
 * @throws {Error} when the text does not stand there exactly once: then the list is older than the source
 */
export function withFault(source: string, { file, breaks, is, becomes }: Fault): string {
  const times = source.split(is).length - 1;
  if (times === 1 && is !== becomes) return source.replace(is, () => becomes);
  throw new Error(`src/${file}: the text of "${breaks}" stands there ${times} times, not once:\n${is}`);
}
