import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { artifactsFolder } from '../host/checkout';
import { measureActivation } from './activation';
import { measureAgents } from './agents';
import { measureBridge } from './bridge';
import { measureBridgeMemory } from './bridgeMemory';
import { measureBurst, measureChanges } from './changes';
import { measureExposing } from './exposing';
import { measureJudging } from './judging';
import type { Row } from './measure';
import { measureMemory, measureStarting } from './starting';
import { measureWire } from './wire';

const measurements: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
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
};

/** Measures what is named, or everything: a table on standard output, the numbers in `artifacts/bench`. */
async function main(names: readonly string[]): Promise<void> {
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(measurements)) {
    if (names.length > 0 && !names.includes(name)) continue;
    process.stderr.write(`measuring ${name} ...\n`);
    rows.push(...(await measure()));
  }
  const machine = {
    cores: os.availableParallelism(),
    node: process.version,
    system: `${os.type()} ${os.arch()}`,
  };
  const folder = artifactsFolder('bench');
  await mkdir(folder, { recursive: true });
  const json = { at: new Date().toISOString(), machine, rows };
  await writeFile(path.join(folder, 'bench.json'), `${JSON.stringify(json, undefined, 2)}\n`);
  console.log(`${machine.cores} cores, Node ${machine.node}, ${machine.system}\n`);
  console.log('| what | against | measured | target | |\n| --- | --- | --- | --- | --- |');
  for (const { what, against, measured, target, verdict } of rows) {
    console.log(`| ${what} | ${against} | ${measured} | ${target} | ${verdict} |`);
  }
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
