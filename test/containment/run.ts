/**
 * Runs the containment contract: `CASES=<file> npm run test:containment`, by default this folder's `cases.json`.
 * One line per case and a total; exits with 1 when a case fails, or when the file cannot be used.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf } from '../../src/core/errors';
import { readCases } from './caseFile';
import { runCase, type CaseResult } from './runCase';

function caseFile(): string {
  const given = process.env['CASES'];
  if (given === undefined || given === '') return resolve('test/containment/cases.json');
  // npm runs scripts in the package's folder; the user named the file from theirs.
  const fromUser = resolve(process.env['INIT_CWD'] ?? '.', given);
  return existsSync(fromUser) ? fromUser : resolve(given);
}

function lineFor(id: string, result: CaseResult): string {
  switch (result.kind) {
    case 'passed':
      return `ok ${id}`;
    case 'failed':
      return `FAIL ${id}: ${result.because}`;
    case 'not run':
      return `not run here ${id}: needs ${result.needs}`;
  }
}

async function main(): Promise<void> {
  const count = { passed: 0, failed: 0, 'not run': 0 };
  for (const each of readCases(caseFile())) {
    const result = await runCase(each);
    count[result.kind] += 1;
    console.log(lineFor(each.id, result));
  }
  console.log(`${count.passed} passed, ${count.failed} failed, ${count['not run']} not run here`);
  if (count.failed > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
