/** How many entries a conversation keeps at most; the oldest are dropped first. */
export const mostEntries = 5000;

/**
 * A set of ids of entries of a conversation. It keeps at least as many as a conversation has entries, the highest ones;
 * lower ids are of dropped entries.
 */
export class KeptIds {
  #ids = new Set<number>();

  has(id: number): boolean {
    return this.#ids.has(id);
  }

  add(id: number): void {
    this.#ids.add(id);
    // Removes many at a time: sorting costs as much for one.
    if (this.#ids.size > 2 * mostEntries)
      this.#ids = new Set([...this.#ids].toSorted((a, b) => a - b).slice(-mostEntries));
  }

  delete(id: number): void {
    this.#ids.delete(id);
  }

  get size(): number {
    return this.#ids.size;
  }

  /** In the order in which they were added, except that trimming sorts them. */
  get all(): readonly number[] {
    return [...this.#ids];
  }
}
