import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** How the tests ended that ran on one tree. */
export type TestRun =
  | { readonly kind: 'passed' }
  /** `byChance`: found by a property, that is with random values. */
  | { readonly kind: 'failed'; readonly test: string; readonly byChance: boolean }
  /** It neither passed nor failed in time, or needed more memory than there is: a loop without an end. */
  | { readonly kind: 'endless' }
  /** The tests could not even be loaded, which proves nothing. */
  | { readonly kind: 'broken'; readonly why: string };

interface Report {
  readonly stats: { readonly passes: number };
  readonly failures: readonly { readonly fullTitle: string; readonly err: { readonly message?: string } }[];
}

/** Where the tests are that a fault can name. */
const suites = ['unit', 'integration'];

const secondsAtMost = 120;
const megabytesAtMost = 600;

/**
 * Runs the tests of these folders or files below `test/unit/` and `test/integration/` on a copied tree, up to the first
 * that fails; those that start no process come first.
 * @param file the source file whose own tests come first
 */
export async function runTests(
  root: string,
  tests: readonly string[],
  seed: number,
  file = '',
): Promise<TestRun> {
  const all = suites.flatMap((suite) =>
    tests.flatMap((each) => testFiles(path.join(root, 'out', 'test', suite, each))),
  );
  const own = all.filter((each) => path.basename(each).startsWith(`${path.basename(file, '.ts')}.`));
  const others = all.filter((each) => !own.includes(each));
  const run = own.length === 0 ? undefined : await runFiles(root, own, seed);
  return run === undefined || (run.kind === 'passed' && others.length > 0)
    ? runFiles(root, others, seed)
    : run;
}

async function runFiles(root: string, files: readonly string[], seed: number): Promise<TestRun> {
  const report = path.join(root, 'report.json');
  rmSync(report, { force: true });
  const options = ['--bail', '--exit', '--timeout', '20000', '--reporter', 'json'];
  const output = ['--reporter-option', `output=${report}`];
  const required = ['--require', path.join(root, 'out', 'test', 'mutation', 'fixedSeed.js')];
  const mocha = path.join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${megabytesAtMost}`, mocha, ...options, ...output, ...required, ...files],
    {
      cwd: root,
      env: { ...process.env, MCP_ROOTS_TEST_SEED: String(seed) },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const late = setTimeout(() => child.kill('SIGKILL'), secondsAtMost * 1000);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-2000)));
  const signal = await new Promise<string | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (_, by) => resolve(by));
  }).finally(() => clearTimeout(late));
  return signal === null ? read(report, errors) : { kind: 'endless' };
}

function read(file: string, errors: string): TestRun {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return { kind: 'broken', why: errors.trim() };
  }
  const [first] = report.failures;
  if (first !== undefined) {
    const byChance = first.err.message?.startsWith('Property failed after') ?? false;
    return { kind: 'failed', test: first.fullTitle, byChance };
  }
  return report.stats.passes > 0 ? { kind: 'passed' } : { kind: 'broken', why: 'No test ran.' };
}

/** Those with random values last: they are slower, and what the others find is found every time. */
function testFiles(at: string): readonly string[] {
  if (!existsSync(at)) return [`${at}.test.js`].filter((file) => existsSync(file));
  const isModel = (name: string) => Number(name.endsWith('Model.test.js'));
  return readdirSync(at)
    .filter((name) => name.endsWith('.test.js'))
    .toSorted((a, b) => isModel(a) - isModel(b))
    .map((name) => path.join(at, name));
}
