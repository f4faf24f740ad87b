import { equal } from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Scenarios that are known to fail, each with its reason. It may only become shorter: one that passes must be struck
 * out.
 */
const baseline: Readonly<Record<string, string>> = {};

const root = path.join(__dirname, '..', '..', '..');
const suite = [
  '--import',
  pathToFileURL(path.join(root, 'test', 'conformance', 'onThisMachine.mjs')).href,
  path.join(root, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js'),
];
const client = `${process.execPath} ${require.resolve('./officialDriver')}`;

/** Every scenario for clients of the stateful revisions; drafts and extensions are not ours to pass. */
const scenarios = execFileSync(process.execPath, [...suite, 'list', '--client'], { encoding: 'utf8' })
  .split('\n')
  .flatMap((line) => /^ *- (\S+) \[[\d,-]*\]$/.exec(line)?.[1] ?? []);

describe('the official suite for clients', () => {
  let results = '';
  before(() => (results = mkdtempSync(path.join(tmpdir(), 'mcp-roots-conformance-'))));
  after(() => rmSync(results, { recursive: true, force: true }));

  for (const scenario of scenarios) {
    const why = baseline[scenario];
    it(why === undefined ? `passes ${scenario}` : `still fails ${scenario}: ${why}`, async () => {
      const args = [
        'client',
        '--command',
        client,
        '--scenario',
        scenario,
        '--timeout',
        '50000',
        '-o',
        results,
      ];
      const { code, said } = await run([...suite, ...args]);
      equal(code === 0 ? 'passed' : 'failed', why === undefined ? 'passed' : 'failed', said);
    });
  }
});

function run(args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { encoding: 'utf8' }, (error, out, err) => {
      resolve({ code: error === null ? 0 : 1, said: `${out}\n${err}` });
    });
  });
}
