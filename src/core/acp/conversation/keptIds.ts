/** Entries that a conversation keeps at most; the oldest go first. */
export const mostEntries = 5000;

/** Some of the ids of a conversation's entries: as many as it keeps, the highest, since those of older ones mean nothing. */
export class KeptIds {
  #ids = new Set<number>();

  has(id: number): boolean {
    return this.#ids.has(id);
  }

  add(id: number): void {
    this.#ids.add(id);
    // Many at a time: to look for the lowest costs as much as for one.
    if (this.#ids.size > 2 * mostEntries)
      this.#ids = new Set([...this.#ids].toSorted((a, b) => a - b).slice(-mostEntries));
  }

  delete(id: number): void {
    this.#ids.delete(id);
  }

  /** How many are held. */
  get size(): number {
    return this.#ids.size;
  }

  /** In the order in which they came. */
  get all(): readonly number[] {
    return [...this.#ids];
  }
}
