import { findSourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkoutRoot } from '../host/checkout';
import type { Arrival, Frame } from './arrival';

/** One stay in a source file. */
interface Stay {
  /** Below `src/`. */
  readonly file: string;
  /** The functions in the order in which they called each other. */
  readonly calls: readonly string[];
}

/** The way of a journey, from its beginning to its door. */
export interface Chain {
  readonly stays: readonly Stay[];
  /** Whether it goes back to the beginning; else it breaks off before its first stay, and its figures are too small. */
  readonly isWhole: boolean;
}

/** Those that only hand a stored function on: an event, a wait. */
const carriers: readonly string[] = ['core/event.ts', 'node/systemClock.ts'];

/**
 * Reads the way of a journey from the calls that were not over when it arrived. What was called on the way and had
 * returned is not on it; nor is what belongs to Node or to tests.
 */
export function chainOf({ segments }: Arrival): Chain {
  const calls = segments.flatMap(({ frames, how }) =>
    // What a segment brought about is what stands before it.
    frames.map((frame, i) => ({ frame, how: i === 0 ? how : '' })),
  );
  const beginning = calls.findIndex(({ frame }) => isBeginning(frame));
  const own = beginning < 0 ? calls : calls.slice(0, beginning);
  const stays: { readonly file: string; readonly calls: string[] }[] = [];
  let how = '';
  for (const { frame, how: next } of own.toReversed()) {
    const file = sourceOf(frame.url);
    if (file !== undefined) {
      const call = `${how}${frame.name === '' ? '(no name)' : frame.name}`;
      const last = stays.at(-1);
      if (last?.file !== file) stays.push({ file, calls: [call] });
      // An async function that goes on after a wait stands there once for each wait.
      else if (last.calls.at(-1) !== call) last.calls.push(call);
      how = '';
    }
    if (next !== '' && next !== 'await') how = `later (${next}) `;
  }
  return { stays, isWhole: beginning >= 0 };
}

/** How often the chain goes from one source file to another. */
export function hopsOf({ stays }: Chain): number {
  return stays.length - 1;
}

/** The same, passing over what only hands a stored function on. */
export function hopsBesidesCarriers({ stays }: Chain): number {
  const files = stays.map(({ file }) => file).filter((file) => !carriers.includes(file));
  return files.filter((file, i) => i > 0 && file !== files[i - 1]).length;
}

/** The source files of the chain. */
export function filesOf({ stays }: Chain): ReadonlySet<string> {
  return new Set(stays.map(({ file }) => file));
}

/** The source files of the chain, and every other of which a function was called during the journey. */
export function touchedOf(arrival: Arrival, chain: Chain): ReadonlySet<string> {
  return new Set([...filesOf(chain), ...arrival.ran.flatMap((url) => sourceOf(url) ?? [])]);
}

function isBeginning({ name, url }: Frame): boolean {
  return name === 'go' && url.includes('/out/test/journeys/');
}

/** The source of a compiled file, below `src/`; undefined for a script that is not of the host. */
function sourceOf(url: string): string | undefined {
  if (!url.includes('/out/src/')) return undefined;
  const compiled = fileURLToPath(url);
  const [source] = findSourceMap(compiled)?.payload.sources ?? [];
  if (source === undefined) throw new Error(`${compiled} has no source map.`);
  const file = source.startsWith('file:')
    ? fileURLToPath(source)
    : path.resolve(path.dirname(compiled), source);
  return path.relative(path.join(checkoutRoot(), 'src'), file).replaceAll(path.sep, '/');
}
