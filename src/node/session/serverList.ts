import { createHash } from 'node:crypto';
import { Emitter } from '../../core/event';
import { weightOfJson } from '../../core/jsonWeight';
import type { Disposable } from '../../core/lifecycle';

/** A list with more pages, or more entries, is taken for one that never ends. */
const mostPages = 2000;
const mostEntries = 20_000;

/** How many characters of a list are kept; a longer list is cut between two entries. */
const mostWeight = 32 * 1024 * 1024;

/** Milliseconds from the news that a list has changed until it is read. */
const againAfter = 1000;

/** One page of a list (MCP, server/utilities/pagination). */
export interface Page<T> {
  readonly entries: readonly T[];
  /** Where the next page begins; undefined after the last. */
  readonly next: string | undefined;
}

/** What a server lists. */
export interface Listed<T> {
  readonly entries: readonly T[];
  /** Why these are not all; undefined where they are. */
  readonly cut: string | undefined;
}

/**
 * One of the lists of a server. All its pages are read when somebody asks for it, and after that again whenever the
 * server says that it has changed.
 */
export class ServerList<T> implements Disposable {
  readonly #read: (cursor: string | undefined) => Promise<Page<T>>;
  readonly #isDeclared: () => boolean;
  readonly #changed = new Emitter<void>();
  #known: Listed<T> | undefined;
  #reading: Promise<Listed<T>> | undefined;
  #wasWanted = false;
  #again: NodeJS.Timeout | undefined;

  /** Fires when the list was read again and has changed. */
  readonly onDidChange = this.#changed.event;

  /** @param isDeclared whether the server has such a list at all; if not, it is not asked for one */
  constructor(isDeclared: () => boolean, read: (cursor: string | undefined) => Promise<Page<T>>) {
    this.#isDeclared = isDeclared;
    this.#read = read;
  }

  get isDeclared(): boolean {
    return this.#isDeclared();
  }

  /** As it was read last; undefined before that. */
  get known(): Listed<T> | undefined {
    return this.#known;
  }

  /**
   * Reads the list; empty if the server declared none. Callers that ask during a reading share it.
   * @throws the error that comes in place of the first page; an error at a later page only cuts the list
   */
  list(): Promise<Listed<T>> {
    this.#wasWanted = true;
    this.#reading ??= this.#readAll().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /**
   * Reads the list again if anybody ever wanted it, so that a change of it is seen; at most once a second, however
   * often the server says that it has changed.
   */
  listAgain(): void {
    if (!this.#wasWanted || this.#again !== undefined) return;
    this.#again = setTimeout(() => {
      this.#again = undefined;
      // The result is seen by the session that carries the answer, and by listeners of this list.
      void this.list().catch(() => {});
    }, againAfter).unref();
  }

  dispose(): void {
    clearTimeout(this.#again);
    this.#changed.dispose();
  }

  async #readAll(): Promise<Listed<T>> {
    const before = this.#known;
    this.#known = this.#isDeclared() ? await this.#pages() : { entries: [], cut: undefined };
    if (before !== undefined && !isSame(before, this.#known)) this.#changed.fire();
    return this.#known;
  }

  async #pages(): Promise<Listed<T>> {
    const entries: T[] = [];
    /** Digests: a cursor can be long. */
    const cursors = new Set<string>();
    let weight = 0;
    for (let next: string | undefined; ;) {
      const page = await this.#page(next, cursors.size > 0);
      if (page === undefined) return { entries, cut: 'the server gave no further page' };
      for (const entry of page.entries) {
        weight += weightOfJson(entry, mostWeight - weight);
        if (weight > mostWeight)
          return { entries, cut: `it says more than is kept of ${entries.length} entries` };
        if (entries.length === mostEntries)
          return { entries, cut: `it has more than ${mostEntries} entries` };
        entries.push(entry);
      }
      next = page.next;
      if (next === undefined) return { entries, cut: undefined };
      const cursor = createHash('sha256').update(next).digest('base64');
      if (cursors.has(cursor)) return { entries, cut: 'its pages go round in a circle' };
      cursors.add(cursor);
      if (cursors.size === mostPages || entries.length >= mostEntries) {
        return { entries, cut: `it has more than ${entries.length} entries on ${cursors.size} pages` };
      }
    }
  }

  async #page(cursor: string | undefined, isLater: boolean): Promise<Page<T> | undefined> {
    try {
      return await this.#read(cursor);
    } catch (error) {
      if (isLater) return undefined;
      throw error;
    }
  }
}

function isSame<T>(before: Listed<T>, now: Listed<T>): boolean {
  if (before.entries.length !== now.entries.length) return false;
  try {
    return JSON.stringify(before) === JSON.stringify(now);
  } catch {
    // Nested deeper than can be written.
    return false;
  }
}
