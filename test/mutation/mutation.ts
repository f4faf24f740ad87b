import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../src/core/errors';
import { checkoutRoot } from '../host/checkout';
import { CopiedTree } from './copiedTree';
import { withFault, type Fault } from './fault';
import { agentsFaults } from './faults/agents';
import { approvalFaults } from './faults/approval';
import { containmentFaults } from './faults/containment';
import { edgesFaults } from './faults/edges';
import { explorerFaults } from './faults/explorer';
import { exposureFaults } from './faults/exposure';
import { foldersFaults } from './faults/folders';
import { handedServersFaults } from './faults/handedServers';
import { httpFaults } from './faults/http';
import { launchingFaults } from './faults/launching';
import { ledgerFaults } from './faults/ledger';
import { memoryFaults } from './faults/memory';
import { looksFaults } from './faults/looks';
import { otherWaysFaults } from './faults/otherWays';
import { runningFaults } from './faults/running';
import { sessionFaults } from './faults/session';
import { storesFaults } from './faults/stores';
import { wireFaults } from './faults/wire';
import { runTests, type TestRun } from './testRun';

/*
 * Do the unit tests find it out when a rule is broken? Each fault of the list is put into a copy of the compiled tree,
 * alone, and has to make a test fail; one that survives stands for a missing test or for a line that nobody needs.
 *
 * A list in place of Stryker: its releases of today want Node.js 22 and its type checker the compiler API that
 * TypeScript 7 does not have; the last one for Node.js 20 adds 250 packages (78 MB) and makes some 2,200 mutants of
 * consent, roots and session, most of which break no rule; it was not through with them after twelve minutes.
 */

const faults: readonly Fault[] = [
  ...exposureFaults,
  ...ledgerFaults,
  ...memoryFaults,
  ...containmentFaults,
  ...foldersFaults,
  ...looksFaults,
  ...explorerFaults,
  ...handedServersFaults,
  ...sessionFaults,
  ...runningFaults,
  ...wireFaults,
  ...approvalFaults,
  ...otherWaysFaults,
  ...httpFaults,
  ...launchingFaults,
  ...agentsFaults,
  ...edgesFaults,
  ...storesFaults,
];

/** The first for every fault; the others for what a property found: it must not have been luck. */
const seeds = [1, 2, 3] as const;

interface Result {
  readonly fault: Fault;
  readonly run: TestRun;
}

async function main(words: readonly string[]): Promise<number> {
  const { every, parts } = optionsOf(words);
  const chosen = faults
    .filter(
      ({ file, breaks }) => parts.length === 0 || parts.some((part) => `${file}: ${breaks}`.includes(part)),
    )
    .filter((_, i) => i % every === 0);
  const unfit = await unfitFaults();
  if (unfit.length > 0) {
    console.log(`These faults are older than the source:\n${unfit.join('\n')}`);
    return 1;
  }
  const startedAt = Date.now();
  const trees = await Promise.all([CopiedTree.make(), CopiedTree.make()]);
  try {
    const sound = [...new Set(chosen.flatMap(({ tests }) => tests))].flatMap((tests) =>
      seeds.map((seed) => ({ tests, seed })),
    );
    const failures: string[] = [];
    await onEach(trees, sound, async ({ root }, { tests, seed }) => {
      const run = await runTests(root, [tests], seed);
      if (run.kind !== 'passed') failures.push(`${tests}, seed ${seed}: ${outcome(run)}`);
    });
    if (failures.length > 0) {
      console.log(`A test that fails without a fault would find every fault.\n${failures.join('\n')}`);
      return 1;
    }
    const results: Result[] = [];
    await onEach(trees, chosen, async (tree, fault) => {
      const result = { fault, run: await findOut(tree, fault) };
      console.log(lineOf(result));
      results.push(result);
    });
    return summary(results, Date.now() - startedAt);
  } finally {
    await Promise.all(trees.map((tree) => tree.remove()));
  }
}

/** Every fault of the list, also of those that are not tried now, has to fit the source of today. */
async function unfitFaults(): Promise<readonly string[]> {
  const all = await Promise.all(
    faults.map(async (fault) => {
      const source = await readFile(path.join(checkoutRoot(), 'src', fault.file), 'utf8');
      try {
        withFault(source, fault);
        return [];
      } catch (error) {
        return [messageOf(error)];
      }
    }),
  );
  return all.flat();
}

/** `--every <n>` takes each nth fault only; every other word is a part of a file or rule. */
function optionsOf(words: readonly string[]): { readonly every: number; readonly parts: readonly string[] } {
  const at = words.indexOf('--every');
  if (at < 0) return { every: 1, parts: words };
  const every = Number(words[at + 1]);
  if (!Number.isInteger(every) || every < 1) throw new Error('--every wants a whole number, from 1 on.');
  return { every, parts: words.filter((_, i) => i !== at && i !== at + 1) };
}

/** As many at a time as there are trees. */
async function onEach<T>(
  trees: readonly CopiedTree[],
  all: readonly T[],
  act: (tree: CopiedTree, each: T) => Promise<void>,
): Promise<void> {
  const todo = [...all];
  await Promise.all(
    trees.map(async (tree) => {
      for (let next = todo.shift(); next !== undefined; next = todo.shift()) await act(tree, next);
    }),
  );
}

async function findOut(tree: CopiedTree, fault: Fault): Promise<TestRun> {
  try {
    return await tree.withFault(fault, async () => {
      const [first, ...others] = seeds;
      const run = await runTests(tree.root, fault.tests, first, fault.file);
      if (run.kind !== 'failed' || !run.byChance) return run;
      for (const seed of others) {
        const again = await runTests(tree.root, fault.tests, seed, fault.file);
        if (again.kind === 'passed' || again.kind === 'broken') return again;
      }
      return run;
    });
  } catch (error) {
    return { kind: 'broken', why: error instanceof Error ? error.message : String(error) };
  }
}

function isCaught({ kind }: TestRun): boolean {
  return kind === 'failed' || kind === 'endless';
}

function lineOf({ fault: { file, breaks }, run }: Result): string {
  const word = isCaught(run) ? 'caught  ' : run.kind === 'passed' ? 'SURVIVED' : 'BROKEN  ';
  return `${word} ${file}: ${breaks}\n         ${outcome(run)}`;
}

function outcome(run: TestRun): string {
  switch (run.kind) {
    case 'passed':
      return 'every test passes';
    case 'failed':
      return `${run.test}${run.byChance ? ' (with every seed)' : ''}`;
    case 'endless':
      return 'the tests come to no end';
    case 'broken':
      return run.why;
  }
}

function summary(results: readonly Result[], milliseconds: number): number {
  const others = results.filter(({ run }) => !isCaught(run));
  console.log('');
  for (const result of others) console.log(lineOf(result));
  const seconds = Math.round(milliseconds / 1000);
  console.log(`${results.length} faults, ${results.length - others.length} caught, in ${seconds} s`);
  return results.length > 0 && others.length === 0 ? 0 : 1;
}

async function start(): Promise<void> {
  process.exitCode = await main(process.argv.slice(2));
}

start().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
