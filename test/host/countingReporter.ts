import { appendFileSync } from 'node:fs';
import { format } from 'node:util';
import Mocha from 'mocha';

import { countsFileVariable, reportFileVariable, type Counts } from './testCounts';

/** Of what a failed test says, in characters: what the page showed may follow, and is long. */
const longestMessage = 600;

/** Mocha's own "spec" report, which also leaves the counts where the runner of all suites adds them up. */
class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const report = process.env[reportFileVariable];
    if (report !== undefined) {
      Mocha.reporters.Base.consoleLog = (...parts) => appendFileSync(report, `${format(...parts)}\n`);
    }
    const failed: string[] = [];
    runner.on(Mocha.Runner.constants.EVENT_TEST_FAIL, (test: Mocha.Test, error: Error) => {
      failed.push(`${test.titlePath().join(': ')}\n  ${error.message.slice(0, longestMessage)}`);
    });
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      const file = process.env[countsFileVariable];
      const counts: Counts = { passed: passes, failed: failures, skipped: pending, failures: failed };
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(counts)}\n`);
    });
  }
}

// Mocha takes a reporter's module for the class itself.
export = CountingReporter;
