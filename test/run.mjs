// `npm test`: prepares a clean clone, runs the suites that are named (all, unless some are) and adds up what they say.
// Two run at a time: the editor's, which mostly wait for it, are taken file by file by whoever has nothing else to do.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { binary, packageExtension, prepare, root, run } from './host/prepare.mjs';

export { packageExtension, prepare } from './host/prepare.mjs';

const suites = {
  unit: (run) => mocha(run, 'unit', 10),
  integration: (run) => mocha(run, 'integration', 60),
  containment: (run) => run(process.execPath, [compiled('containment/run.js')]),
  acceptance: (run) => mocha(run, 'acceptance', 60),
  conformance: (run) => mocha(run, 'conformance', 60),
  editor: (run) => run(process.execPath, [compiled('host/editorTests.js')]),
  ui: (run, { vsix, file }) => mocha(run, 'ui', 180, { MCP_ROOTS_TEST_VSIX: vsix }, file),
};

/** Those that need no editor, in a lane of their own, beside one for nothing but the others. */
const lanes = [[], ['unit', 'containment', 'integration', 'acceptance', 'conformance']];

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
  const isChosen = (name) => names.length === 0 || names.includes(name);
  const queue = [{ name: 'editor' }, ...testFiles('ui').map((file) => ({ name: 'ui', file }))].filter(
    ({ name }) => isChosen(name),
  );
  // The first one runs alone: it prepares the editor for all of them.
  let first;
  let results;
  try {
    const outs = turns(lanes.length);
    const runLane = async (lane, out) => {
      const ended = [];
      const runOne = async ({ name, file }) =>
        ended.push(await runSuite(name, { countsIn: folder, vsix, file, out: out.write }));
      for (const name of lane.filter(isChosen)) await runOne({ name });
      while (queue.length > 0) {
        if (first !== undefined) await first;
        const next = queue.shift();
        const running = next === undefined ? undefined : runOne(next);
        first ??= running;
        await running;
      }
      out.end();
      return ended;
    };
    results = (await Promise.all(lanes.map((lane, i) => runLane(lane, outs[i])))).flat();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const total = results.reduce(add, none);
  if (total.failures.length > 0) console.log(`\n=== failed ===\n\n${total.failures.join('\n')}`);
  console.log('');
  for (const name of Object.keys(suites).filter(isChosen)) {
    const own = results.filter((result) => result.name === name);
    for (const { note } of own) if (note !== undefined) console.log(`${name}: ${note}`);
    console.log(`${name}: ${sums(own.reduce(add, none))}`);
  }
  console.log(sums(total));
  return total.failed === 0 ? 0 : 1;
}

async function runSuite(name, { countsIn, vsix, file, out }) {
  out(`\n=== ${name} ===\n`);
  const countsFile = path.join(countsIn, `${file === undefined ? name : path.basename(file)}.jsonl`);
  const runHere = (command, args, env = {}) =>
    run(command, args, { env: { MCP_ROOTS_TEST_COUNTS: countsFile, ...env }, out });
  const { code, lastLine } = await suites[name](runHere, { vsix, file }).catch((error) => ({
    code: 1,
    lastLine: String(error),
  }));
  const counts = name === 'containment' ? fromLine(lastLine) : fromFile(countsFile);
  if (counts === undefined) {
    return { ...none, name, failed: 1, note: `crashed with code ${code}, counted as 1 failed. ${lastLine}` };
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
function mocha(runHere, suite, seconds, env = {}, file = path.posix.join(suite, '**', '*.test.js')) {
  const options = ['--enable-source-maps', '--timeout', `${seconds * 1000}`];
  const reporter = ['--reporter', compiled('host/countingReporter.js')];
  const files = path.posix.join('out', 'test', file);
  return runHere(process.execPath, [binary('mocha', 'bin/mocha.js'), ...options, ...reporter, files], env);
}

function compiled(file) {
  return path.join(root, 'out', 'test', ...file.split('/'));
}

/** The compiled test files of a suite, by their paths below the tests. */
function testFiles(suite) {
  return readdirSync(compiled(suite))
    .filter((file) => file.endsWith('.test.js'))
    .map((file) => path.posix.join(suite, file));
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
  return { ...none, passed: Number(match[1]), failed: Number(match[2]), skipped: Number(match[3] ?? 0) };
}

const none = { passed: 0, failed: 0, skipped: 0, failures: [] };

function add(left, right) {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
    failures: [...left.failures, ...right.failures],
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
