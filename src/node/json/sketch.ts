import { CarelessKeys } from '../../core/session/carelessKeys';
import type { JsonCursor, Span } from './jsonCursor';

/** The members that are wanted of an object: by name, with what is wanted of each. */
export class Wanted {
  readonly #members: ReadonlyMap<string, Wanted>;
  readonly #keys: CarelessKeys;

  /** @param members by name, in ASCII */
  constructor(members: Readonly<Record<string, Wanted>> = {}) {
    this.#members = new Map(Object.entries(members));
    this.#keys = new CarelessKeys(this.#members.keys());
  }

  get isNothing(): boolean {
    return this.#members.size === 0;
  }

  /** What is wanted of the member with exactly this name. */
  of(key: string): Wanted | undefined {
    return this.#members.get(key);
  }

  /** The wanted member for which some reader takes this key. */
  meantBy(key: string): string | undefined {
    return this.#keys.meantBy(key);
  }
}

/** What was wanted, as `JSON.parse` would make it but for all the rest, and where each member's value stands. */
export interface Sketch {
  readonly value: unknown;
  /** By the member's path, like `params._meta`. */
  readonly spans: ReadonlyMap<string, Span>;
  /** The paths of members on which readers differ: there twice, or once and once more by a key that some take for it. */
  readonly doubtful: ReadonlySet<string>;
}

/**
 * Reads only what is wanted of the next value. Arrays, and objects of which nothing is wanted, come out empty; an
 * integer that a number would alter comes out as a `bigint`. Of a member that stands twice the first counts.
 * @throws {SyntaxError} where it is no JSON
 */
export function sketch(cursor: JsonCursor, wanted: Wanted): Sketch {
  const spans = new Map<string, Span>();
  const doubtful = new Set<string>();
  return { value: read(cursor, wanted, '', spans, doubtful), spans, doubtful };
}

function read(
  cursor: JsonCursor,
  wanted: Wanted,
  path: string,
  spans: Map<string, Span>,
  doubtful: Set<string>,
): unknown {
  switch (cursor.kind()) {
    case 'object':
      return members(cursor, wanted, path, spans, doubtful);
    case 'array':
      cursor.value();
      return [];
    default:
      return scalar(cursor.bytes, cursor.value());
  }
}

function members(
  cursor: JsonCursor,
  wanted: Wanted,
  path: string,
  spans: Map<string, Span>,
  doubtful: Set<string>,
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  if (wanted.isNothing) {
    cursor.value();
    return found;
  }
  const placeOf = (key: string) => (path === '' ? key : `${path}.${key}`);
  cursor.object((key) => {
    const below = wanted.of(key);
    if (below === undefined || key in found) {
      const meant = wanted.meantBy(key);
      if (meant !== undefined) doubtful.add(placeOf(meant));
      return void cursor.value();
    }
    const start = cursor.at;
    found[key] = read(cursor, below, placeOf(key), spans, doubtful);
    spans.set(placeOf(key), { start, end: cursor.at });
  });
  return found;
}

function scalar(bytes: Buffer, { start, end }: Span): unknown {
  const text = bytes.toString('utf8', start, end);
  const value: unknown = JSON.parse(text);
  const isAltered = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(text);
  return isAltered ? BigInt(text) : value;
}
