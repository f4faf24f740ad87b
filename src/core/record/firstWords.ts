import { BoundedMap } from '../boundedMap';
import { toldBy, type Disclosure } from './disclosure';

/** How many entries are kept; beyond that, an old one goes if the others tell the same. */
const most = 1000;

/** How many sessions are remembered with what they were told. */
const mostSessions = { entries: most, weight: Infinity };

/**
 * The entries by which one server was told of a folder for the first time in a session, oldest first. Where there are
 * too many, the oldest goes of those whose folders other entries tell to the same client: it is never lost that
 * somebody was told of a folder.
 */
export class FirstWords<R extends Pick<Disclosure, 'who' | 'session' | 'what'>> {
  readonly #rows = new Set<R>();
  readonly #told = new BoundedMap<string, Set<string>>(mostSessions, () => 0);
  /** How many entries tell a client of a folder, by client and URI. */
  readonly #tellings = new Map<string, number>();

  get size(): number {
    return this.#rows.size;
  }

  get all(): readonly R[] {
    return [...this.#rows];
  }

  has(row: R): boolean {
    return this.#rows.has(row);
  }

  /** Takes an entry, and keeps it if its session heard of a folder by it for the first time. */
  take(row: R): void {
    const uris = toldBy(row.what);
    if (uris.length === 0) return;
    const session = row.session ?? '';
    const told = this.#told.get(session) ?? new Set();
    const isFirst = uris.some((uri) => !told.has(uri));
    this.#told.set(session, new Set([...told, ...uris]));
    if (!isFirst) return;
    this.#rows.add(row);
    this.#count(row, 1);
    if (this.#rows.size > most) this.#dropOldest();
  }

  #dropOldest(): void {
    for (const row of this.#rows) {
      if (pairsOf(row).some((pair) => this.#tellings.get(pair) === 1)) continue;
      this.#rows.delete(row);
      this.#count(row, -1);
      return;
    }
  }

  #count(row: R, by: 1 | -1): void {
    for (const pair of pairsOf(row)) {
      const count = (this.#tellings.get(pair) ?? 0) + by;
      if (count === 0) this.#tellings.delete(pair);
      else this.#tellings.set(pair, count);
    }
  }
}

function pairsOf({ who, what }: Pick<Disclosure, 'who' | 'what'>): readonly string[] {
  const client = typeof who === 'string' ? '' : who.client;
  return [...new Set(toldBy(what))].map((uri) => `${client}\0${uri}`);
}
