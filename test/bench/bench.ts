import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { artifactsFolder } from '../host/checkout';
import { measureActivation } from './activation';
import { measureAgents } from './agents';
import { fullEffort, quickEffort, type Effort } from './effort';
import { measureBridge } from './bridge';
import { measureBridgeMemory } from './bridgeMemory';
import { measureBurst, measureChanges } from './changes';
import { measureExposing } from './exposing';
import { measureIdle } from './idle';
import { measureJudging } from './judging';
import type { Row } from './measure';
import { measureMemory, measureStarting } from './starting';
import { measureWire } from './wire';

const measurements: Readonly<Record<string, (effort: Effort) => Promise<readonly Row[]>>> = {
  wire: measureWire,
  bridge: measureBridge,
  acp: measureAgents,
  changes: measureChanges,
  burst: measureBurst,
  exposing: measureExposing,
  judging: measureJudging,
  starting: measureStarting,
  activation: measureActivation,
  memory: measureMemory,
  bridgeMemory: measureBridgeMemory,
  idle: measureIdle,
};

/**
 * Measures what is named, or everything: a table on standard output, the numbers in `artifacts/bench`. With `--quick`
 * every line runs, as little as it takes: whoever only wants to know that the table can be made.
 * @returns the exit code: 1 when some line has no figure; a target that is missed is no failure
 */
async function main(words: readonly string[]): Promise<number> {
  const effort = words.includes('--quick') ? quickEffort : fullEffort;
  const names = words.filter((word) => word !== '--quick');
  const unknown = names.filter((name) => !(name in measurements));
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')}. There are: ${Object.keys(measurements).join(', ')}.`);
    return 2;
  }
  const rows: Row[] = [];
  const failed: string[] = [];
  for (const [name, measure] of Object.entries(measurements)) {
    if (names.length > 0 && !names.includes(name)) continue;
    process.stderr.write(`measuring ${name} ...\n`);
    try {
      const measured = await measure(effort);
      rows.push(...measured);
      failed.push(...measured.filter((row) => !hasFigure(row)).map(({ what }) => `${name}: ${what}`));
    } catch (error) {
      console.error(error);
      failed.push(name);
    }
  }
  const machine = {
    cores: os.availableParallelism(),
    node: process.version,
    system: `${os.type()} ${os.arch()}`,
  };
  const folder = artifactsFolder('bench');
  await mkdir(folder, { recursive: true });
  const json = { at: new Date().toISOString(), machine, rows };
  const file = effort === quickEffort ? 'quick.json' : 'bench.json';
  await writeFile(path.join(folder, file), `${JSON.stringify(json, undefined, 2)}\n`);
  console.log(`${machine.cores} cores, Node ${machine.node}, ${machine.system}\n`);
  console.log('| what | against | measured | target | |\n| --- | --- | --- | --- | --- |');
  for (const { what, against, measured, target, verdict } of rows) {
    console.log(`| ${what} | ${against} | ${measured} | ${target} | ${verdict} |`);
  }
  if (failed.length > 0) console.error(`\nWithout a figure: ${failed.join('; ')}`);
  return failed.length > 0 ? 1 : 0;
}

function hasFigure({ numbers }: Row): boolean {
  return Object.keys(numbers).length > 0 && Object.values(numbers).every(Number.isFinite);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
