// `npm test`: prepares a clean clone, runs the suites that are named (all, unless some are) and adds up what they say.
// Words after the names choose test files by a part of their path: `npm test unit -- consent/ledger`.
// Two run at a time: the editor's, which mostly wait for it, are taken file by file by whoever has nothing else to do.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { binary, packageExtension, prepare, root, run } from './host/prepare.mjs';

export { packageExtension, prepare } from './host/prepare.mjs';

/** By its name: how a suite runs these files of it. The containment contract has cases in place of files. */
const suites = {
  // For a busy machine: two tests that feed endless input ran out of 10 s there. Nothing is asserted by this bound.
  unit: (run, { files }) => mocha(run, files, 30),
  integration: (run, { files }) => mocha(run, files, 60),
  containment: (run) => run(process.execPath, [compiled('containment/run.js')]),
  acceptance: (run, { files }) => mocha(run, files, 60),
  conformance: (run, { files }) => mocha(run, files, 60),
  editor: (run, { files }) =>
    run(process.execPath, [compiled('host/editorTests.js')], { MCP_ROOTS_TEST_FILES: JSON.stringify(files) }),
  ui: (run, { files, vsix }) => mocha(run, files, 180, { MCP_ROOTS_TEST_VSIX: vsix }),
};

/** Those that start nothing of what is bundled. */
const needNoBundles = ['unit', 'integration', 'containment'];

/**
 * Those that need no editor, in a lane of their own, beside one for nothing but the others. With a third lane two cores
 * have so much to do that windows of VS Code take longer than anybody waits for them.
 */
const lanes = [[], ['unit', 'containment', 'integration', 'acceptance', 'conformance']];

/** Runs the suites; gives the exit code, after the sums as last line. */
async function main(args) {
  const { names, words } = choiceOf(args);
  const unknown = names.filter((name) => !(name in suites));
  if (unknown.length > 0) {
    console.error(`There is no suite ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}.`);
    return 2;
  }
  await prepare({ bundles: names.some((name) => !needNoBundles.includes(name)) });
  const chosen = Object.fromEntries(names.map((name) => [name, testFiles(name, words)]));
  if (words.length > 0) {
    for (const name of names.filter((each) => chosen[each].length === 0)) delete chosen[name];
    if (Object.keys(chosen).length === 0) {
      console.error(`No test file of ${names.join(', ')} has "${words.join('" or "')}" in its path.`);
      return 2;
    }
    console.log(`Only these:\n${Object.values(chosen).flat().join('\n')}`);
  }
  // Before anything runs: packaging makes the bundles anew, and other suites start what is in them.
  const vsix = 'ui' in chosen ? await packageExtension() : undefined;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mcp-roots-test-'));
  const queue = [
    ...('editor' in chosen ? [{ name: 'editor', files: chosen.editor }] : []),
    // The longest first, by the length of the file: one that is begun last would have to be waited for.
    ...(chosen.ui ?? [])
      .toSorted((a, b) => statSync(path.join(root, b)).size - statSync(path.join(root, a)).size)
      .map((file) => ({ name: 'ui', files: [file] })),
  ];
  // The first one runs alone: it prepares the editor for all of them.
  let first;
  let results;
  try {
    const outs = turns(lanes.length);
    const runLane = async (lane, out) => {
      const ended = [];
      const runOne = async ({ name, files }) =>
        ended.push(await runSuite(name, { countsIn: folder, vsix, files, out: out.write }));
      for (const name of lane.filter((each) => each in chosen)) await runOne({ name, files: chosen[name] });
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
  for (const name of Object.keys(suites).filter((each) => each in chosen)) {
    const own = results.filter((result) => result.name === name);
    for (const { note } of own) if (note !== undefined) console.log(`${name}: ${note}`);
    console.log(`${name}: ${sums(own.reduce(add, none))}`);
  }
  console.log(sums(total));
  return total.failed === 0 ? 0 : 1;
}

/** The suites (all, unless some are named), and the words after them. npm takes the `--` between them away. */
function choiceOf(args) {
  const given = args.filter((arg) => arg !== '--').map((arg) => arg.replaceAll('\\', '/'));
  const end = given.findIndex((arg) => !(arg in suites));
  const names = end < 0 ? given : given.slice(0, end);
  const words = given.slice(names.length);
  // A word alone can only be meant as a suite.
  if (names.length === 0 && words.length > 0) return { names: words, words: [] };
  return { names: names.length === 0 ? Object.keys(suites) : [...new Set(names)], words };
}

async function runSuite(name, { countsIn, vsix, files, out }) {
  out(`\n=== ${name} ===\n`);
  const countsFile = path.join(countsIn, `${name === 'ui' ? path.basename(files[0]) : name}.jsonl`);
  const runHere = (command, args, env = {}) =>
    run(command, args, { env: { MCP_ROOTS_TEST_COUNTS: countsFile, ...env }, out });
  const { code, lastLine } = await suites[name](runHere, { vsix, files }).catch((error) => ({
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
function mocha(runHere, files, seconds, env = {}) {
  const options = ['--enable-source-maps', '--timeout', `${seconds * 1000}`];
  const reporter = ['--reporter', compiled('host/countingReporter.js')];
  const run = files.map((file) => path.posix.join('out', file.replace(/\.ts$/, '.js')));
  return runHere(process.execPath, [binary('mocha', 'bin/mocha.js'), ...options, ...reporter, ...run], env);
}

function compiled(file) {
  return path.join(root, 'out', 'test', ...file.split('/'));
}

/** The test files of a suite that have one of the words in their path, or all where no word is given. */
function testFiles(suite, words) {
  return readdirSync(path.join(root, 'test', suite), { recursive: true })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.posix.join('test', suite, file.replaceAll(path.sep, '/')))
    .filter(
      (file) => words.length === 0 || words.some((word) => file.toLowerCase().includes(word.toLowerCase())),
    )
    .sort();
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
