import type { JsonCursor, Span } from './jsonCursor';

/** The members that are wanted of an object: by name, with what is wanted of each. */
export type Wanted = ReadonlyMap<string, Wanted>;

/** What was wanted, as `JSON.parse` would make it but for all the rest, and where each member's value stands. */
export interface Sketch {
  readonly value: unknown;
  /** By the member's path, like `params._meta`. */
  readonly spans: ReadonlyMap<string, Span>;
}

/**
 * Reads only what is wanted of the next value. Arrays, and objects of which nothing is wanted, come out empty; an
 * integer that a number would alter comes out as a `bigint`.
 * @throws {SyntaxError} where it is no JSON, and where a wanted member stands twice: readers differ on which counts
 */
export function sketch(cursor: JsonCursor, wanted: Wanted): Sketch {
  const spans = new Map<string, Span>();
  return { value: read(cursor, wanted, '', spans), spans };
}

function read(cursor: JsonCursor, wanted: Wanted, path: string, spans: Map<string, Span>): unknown {
  switch (cursor.kind()) {
    case 'object':
      return members(cursor, wanted, path, spans);
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
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  if (wanted.size === 0) {
    cursor.value();
    return found;
  }
  cursor.object((key) => {
    const below = wanted.get(key);
    if (below === undefined) return void cursor.value();
    if (key in found) throw new SyntaxError(`"${key}" stands there twice.`);
    const place = path === '' ? key : `${path}.${key}`;
    const start = cursor.at;
    found[key] = read(cursor, below, place, spans);
    spans.set(place, { start, end: cursor.at });
  });
  return found;
}

function scalar(bytes: Buffer, { start, end }: Span): unknown {
  const text = bytes.toString('utf8', start, end);
  const value: unknown = JSON.parse(text);
  const isAltered = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(text);
  return isAltered ? BigInt(text) : value;
}
