import { deepEqual } from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** How long anything that a person waits for in the workbench may take before the test gives up. */
const patience = 40_000;

/**
 * Reads again and again until the value is accepted, and gives that value. A read that throws counts as not yet.
 * @throws Error that names what was waited for and what was seen last.
 */
export async function until<T>(
  what: string,
  read: () => Promise<T> | T,
  accept: (value: T) => boolean,
  milliseconds = patience,
): Promise<T> {
  const end = Date.now() + milliseconds;
  let last: unknown;
  for (;;) {
    try {
      const value = await read();
      if (accept(value)) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}. Last seen: ${show(last)}`);
    await delay(50);
  }
}

/** Waits until what is read equals the expected value; fails with the difference between the two. */
export async function eventually<T>(read: () => Promise<T> | T, expected: T): Promise<void> {
  let last: T | undefined;
  const look = async () => (last = await read());
  try {
    await until('the expected value', look, (value) => isDeepStrictEqual(value, expected));
  } catch (error) {
    deepEqual(last, expected);
    throw error;
  }
}

function show(value: unknown): string {
  return value instanceof Error ? value.message : (JSON.stringify(value, null, 2) ?? String(value));
}
