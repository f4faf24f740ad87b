/** How much may be held: so many entries, and so much of what they weigh together. */
export interface Bounds {
  readonly entries: number;
  readonly weight: number;
}

/**
 * What a peer makes this side hold, bounded by what is held and not by what came: where it becomes too much, the oldest
 * entries go, and one that is too heavy by itself is not taken (rule 15).
 */
export class BoundedMap<K, V> {
  readonly #bounds: Bounds;
  readonly #weigh: (value: V, key: K) => number;
  readonly #held = new Map<K, { readonly value: V; readonly weight: number }>();
  #weight = 0;

  /** @param weigh what an entry weighs, about as many characters as it takes to keep it; the same at each time */
  constructor(bounds: Bounds, weigh: (value: V, key: K) => number) {
    this.#bounds = bounds;
    this.#weigh = weigh;
  }

  get size(): number {
    return this.#held.size;
  }

  /** Of all entries together. */
  get weight(): number {
    return this.#weight;
  }

  get(key: K): V | undefined {
    return this.#held.get(key)?.value;
  }

  has(key: K): boolean {
    return this.#held.has(key);
  }

  /** Takes it as the newest. @returns whether it is held; a heavier one than all may be is not */
  set(key: K, value: V): boolean {
    this.delete(key);
    const weight = this.#weigh(value, key);
    if (weight > this.#bounds.weight) return false;
    this.#held.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= this.#bounds.entries && this.#weight <= this.#bounds.weight) break;
      this.delete(oldest);
    }
    return this.#held.has(key);
  }

  delete(key: K): boolean {
    this.#weight -= this.#held.get(key)?.weight ?? 0;
    return this.#held.delete(key);
  }

  clear(): void {
    this.#held.clear();
    this.#weight = 0;
  }

  /** Oldest first. */
  keys(): IterableIterator<K> {
    return this.#held.keys();
  }

  /** Oldest first. */
  get values(): readonly V[] {
    return Array.from(this.#held.values(), ({ value }) => value);
  }
}
