import type { Codec, Incoming } from '../session/codec';

/**
 * What comes by all the ways of one server, one message at a time (batches taken apart; MCP had them until 2025-03-26)
 * and none while it is paused.
 */
export class Arrivals<P> {
  readonly #codec: Codec<P>;
  readonly #deliver: (value: Incoming<P>) => void;
  readonly #waiting: Iterator<Incoming<P>, undefined>[] = [];
  #paused = false;
  #delivering = false;
  #whenEmpty: (() => void)[] = [];

  /** @param deliver must not throw; may call `pause`. */
  constructor(codec: Codec<P>, deliver: (value: Incoming<P>) => void) {
    this.#codec = codec;
    this.#deliver = deliver;
  }

  /** @param json of one message or one batch; what is no JSON is noise */
  take(json: Buffer): void {
    this.#waiting.push(this.#valuesOf(json));
    this.#advance();
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#advance();
  }

  /** Resolves when everything that was taken is delivered. */
  async empty(): Promise<void> {
    if (this.#waiting.length > 0) await new Promise<void>((resolve) => this.#whenEmpty.push(resolve));
  }

  /** Delivers nothing more. */
  dispose(): void {
    this.#waiting.length = 0;
    this.#advance();
  }

  #valuesOf(json: Buffer): Iterator<Incoming<P>, undefined> {
    try {
      return this.#codec.take(json).values;
    } catch {
      const noise: Incoming<P> = { kind: 'noise', text: () => json.toString('utf8', 0, 8192) };
      return [noise].values();
    }
  }

  #advance(): void {
    if (this.#delivering) return;
    this.#delivering = true;
    for (let [next] = this.#waiting; next !== undefined && !this.#paused; [next] = this.#waiting) {
      const { value, done } = next.next();
      if (done !== true) this.#deliver(value);
      else this.#waiting.shift();
    }
    this.#delivering = false;
    if (this.#waiting.length === 0) for (const resolve of this.#whenEmpty.splice(0)) resolve();
  }
}
