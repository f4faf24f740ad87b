// `npm test`: prepares a clean clone, runs the suites that are named (all, unless some are) and adds up what they say.
// The suites of the editor, which mostly wait for it, run beside the others; what they say is shown after that.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { binary, packageExtension, prepare, root, run } from './host/prepare.mjs';

export { packageExtension, prepare } from './host/prepare.mjs';

const suites = {
  unit: (run) => mocha(run, 'unit', 10),
  containment: (run) => run(process.execPath, [compiled('containment/run.js')]),
  acceptance: (run) => mocha(run, 'acceptance', 60),
  conformance: (run) => mocha(run, 'conformance', 60),
  editor: (run) => run(process.execPath, [compiled('host/editorTests.js')]),
  ui: (run, vsix) => mocha(run, 'ui', 180, { MCP_ROOTS_TEST_VSIX: vsix }),
};

const lanes = [
  ['unit', 'containment', 'acceptance', 'conformance'],
  ['editor', 'ui'],
];

/** Runs the suites; gives the exit code, after the sums as last line. */
async function main(names) {
  const unknown = names.filter((name) => !(name in suites));
  if (unknown.length > 0) {
    console.error(`There is no suite ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}.`);
    return 2;
  }
  await prepare();
  // Before anything runs: packaging makes the bundles anew, and other suites start what is in them.
  const vsix = names.length === 0 || names.includes('ui') ? await packageExtension() : undefined;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mcp-roots-test-'));
  const chosen = lanes
    .map((lane) => lane.filter((name) => names.length === 0 || names.includes(name)))
    .filter((lane) => lane.length > 0);
  let results;
  try {
    const outs = turns(chosen.length);
    results = (
      await Promise.all(chosen.map((lane, i) => runLane(lane, { folder, vsix, out: outs[i] })))
    ).flat();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log('');
  for (const result of results) console.log(`${result.name}: ${result.note ?? sums(result)}`);
  const total = results.reduce(add, { passed: 0, failed: 0, skipped: 0 });
  console.log(sums(total));
  return total.failed === 0 ? 0 : 1;
}

async function runLane(lane, { folder, vsix, out }) {
  const results = [];
  for (const name of lane) {
    const countsFile = path.join(folder, `${name}.jsonl`);
    results.push(await runSuite(name, { countsFile, vsix, out }));
  }
  out.end();
  return results;
}

async function runSuite(name, { countsFile, vsix, out }) {
  const none = { name, passed: 0, failed: 0, skipped: 0 };
  if (!hasTests(name)) return { ...none, note: 'left out, it has no tests yet' };
  out.write(`\n=== ${name} ===\n`);
  const runHere = (command, args, env = {}) =>
    run(command, args, { env: { MCP_ROOTS_TEST_COUNTS: countsFile, ...env }, out: out.write });
  const { code, lastLine } = await suites[name](runHere, vsix).catch((error) => ({
    code: 1,
    lastLine: String(error),
  }));
  const counts = name === 'containment' ? fromLine(lastLine) : fromFile(countsFile);
  if (counts === undefined) {
    return { ...none, failed: 1, note: `crashed with code ${code}, counted as 1 failed. ${lastLine}` };
  }
  if (code !== 0 && counts.failed === 0) {
    const failed = { name, ...counts, failed: 1 };
    return { ...failed, note: `${sums(counts)}, but ended with code ${code}: counted as 1 failed` };
  }
  return { name, ...counts };
}

/** Where lanes write to that run at once: the first one that has not ended is seen live, the others wait for it. */
function turns(count) {
  const kept = Array.from({ length: count }, () => ({ text: '', ended: false }));
  const flush = () => {
    for (const lane of kept) {
      process.stdout.write(lane.text);
      lane.text = '';
      if (!lane.ended) return;
    }
  };
  return kept.map((lane) => ({
    write: (text) => {
      lane.text += text;
      flush();
    },
    end: () => {
      lane.ended = true;
      flush();
    },
  }));
}

/** Mocha ends by itself once nothing is left running: a test that leaves something behind shows here. */
function mocha(runHere, suite, seconds, env = {}) {
  const options = ['--enable-source-maps', '--timeout', `${seconds * 1000}`];
  const reporter = ['--reporter', compiled('host/countingReporter.js')];
  const files = path.posix.join('out', 'test', suite, '**', '*.test.js');
  return runHere(process.execPath, [binary('mocha', 'bin/mocha.js'), ...options, ...reporter, files], env);
}

function compiled(file) {
  return path.join(root, 'out', 'test', ...file.split('/'));
}

function hasTests(name) {
  if (name === 'containment') return existsSync(compiled('containment/run.js'));
  const folder = compiled(name);
  return (
    existsSync(folder) && readdirSync(folder, { recursive: true }).some((file) => file.endsWith('.test.js'))
  );
}

/** The sum of what every run in this suite left; undefined when none came to its end. */
function fromFile(file) {
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line)).reduce(add);
}

/** The containment runner's last line; a case that this platform cannot run counts as skipped. */
function fromLine(line) {
  const match = /^(\d+) passed, (\d+) failed(?:, (\d+) not run here)?$/.exec(line.trim());
  if (match === null) return undefined;
  return { passed: Number(match[1]), failed: Number(match[2]), skipped: Number(match[3] ?? 0) };
}

function add(left, right) {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  };
}

function sums({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    console.log('0 passed, 1 failed');
    return 1;
  });
}
