/** The variable that names the file to which each run adds its counts, one JSON line per run. */
export const countsFileVariable = 'MCP_ROOTS_TEST_COUNTS';

/** The variable that names a file to report into, where the console of the tests ends among that of VS Code. */
export const reportFileVariable = 'MCP_ROOTS_TEST_REPORT';

/** What a run of tests came to. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Each test that failed and how, to be repeated where the sums are read. */
  readonly failures: readonly string[];
}
