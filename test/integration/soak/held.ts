import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * How many bytes are held after a store was fed so often, beyond what is held after the first tenth of it: nothing that
 * can be let go is counted.
 * @param feed is given what none was given before
 */
export async function heldAfter(rounds: number, feed: (round: number) => unknown): Promise<number> {
  const warm = Math.ceil(rounds / 10);
  for (let round = 0; round < warm; round += 1) await feed(round);
  const before = heldNow();
  for (let round = warm; round < rounds; round += 1) await feed(round);
  return heldNow() - before;
}

function heldNow(): number {
  // What is let go of by the first may be what kept the rest.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

export const mebibyte = 1024 * 1024;

/** A text that none is equal to, and that shares nothing with another. */
export function textOf(round: number, length: number): string {
  return `${round}-`.padEnd(length, String.fromCharCode(97 + (round % 26)));
}

/** The same as it comes over a wire: parsed anew. */
export function parsed<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
