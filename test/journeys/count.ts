import path from 'node:path';
import { chainOf, filesOf, hopsBesidesCarriers, hopsOf, touchedOf, type Chain } from './chain';
import { atBeginning, journeys, type Journey } from './journey';
import { arrivalAt } from './observing';

interface Counted {
  readonly journey: Journey;
  readonly chain: Chain;
  /** Every file of which a function ran. */
  readonly touched: ReadonlySet<string>;
}

/**
 * Counts the files and hops of each journey, in the real host with a real server.
 *
 * - **hops**: how often the chain of calls goes from one source file to another, between the beginning and the door. An
 *   event is two such hops, into `core/event.ts` and out of it; the second figure passes over such files.
 * - **files on the chain**: the different files of that chain. What was called on the way and has returned is not
 *   among them: so the session is not, which only says what is to be sent, but its driver is, which sends it.
 * - **files touched**: those of which any function ran between beginning and door, for whatever reason: also what else
 *   hears of the same decision, as record and stores do, and what a look at the disk takes.
 *
 * Nothing is asserted but that each journey can be gone at all.
 */
async function main(): Promise<void> {
  const all: Counted[] = [];
  for (const journey of journeys) all.push(await counted(journey));
  console.log(
    '| journey | hops | hops, passing over events and waits | files on the chain | files touched |',
  );
  console.log('| --- | --- | --- | --- | --- |');
  for (const { journey, chain, touched } of all) {
    const figures = [hopsOf(chain), hopsBesidesCarriers(chain), filesOf(chain).size];
    const cells = figures.map((figure) => (chain.isWhole ? `${figure}` : `${figure} or more`));
    console.log(`| ${[journey.name, ...cells, touched.size].join(' | ')} |`);
  }
  console.log('\nAll begin below the editor: its own files and questions are not counted.');
  for (const each of all) describe(each);
}

/** Gone twice: files that are loaded only when they are first needed run while they load. */
async function counted(journey: Journey): Promise<Counted> {
  await atBeginning(journey, (go) => go());
  const arrival = await atBeginning(journey, (go) => arrivalAt(journey.door, go));
  const chain = chainOf(arrival);
  return { journey, chain, touched: touchedOf(arrival, chain) };
}

function describe({ journey, chain, touched }: Counted): void {
  console.log(`\n${journey.name}: from ${journey.from}, until ${journey.to}`);
  if (!chain.isWhole) console.log('  … the chain breaks off here: what brought this about is not known');
  const width = Math.max(...chain.stays.map(({ file }) => file.length));
  for (const { file, calls } of chain.stays) console.log(`  ${file.padEnd(width)}  ${calls.join(' > ')}`);
  console.log('  Touched besides:');
  const besides = [...touched].filter((file) => !filesOf(chain).has(file)).sort();
  for (const folder of new Set(besides.map((file) => path.posix.dirname(file)))) {
    const names = besides.filter((file) => path.posix.dirname(file) === folder);
    console.log(`    ${folder}: ${names.map((file) => path.posix.basename(file, '.ts')).join(', ')}`);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
