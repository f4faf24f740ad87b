import type { Room } from '../stdio/heldBytes';
import type { Codec, Incoming } from '../session/codec';

/** What gets the messages. */
interface Hearer<P> {
  /** May call `pause`. If it throws, `failed` is called, and the next message is delivered all the same. */
  readonly deliver: (value: Incoming<P>) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Delivers what comes from one server, by all its answers and streams, one message at a time, and nothing while paused.
 * Takes batches apart (MCP had them until 2025-03-26).
 */
export class InboundQueue<P> {
  readonly #codec: Codec<P>;
  readonly #room: Room;
  readonly #hearer: Hearer<P>;
  readonly #waiting: { readonly values: Iterator<Incoming<P>, undefined>; readonly bytes: number }[] = [];
  #paused = false;
  #delivering = false;
  #whenEmpty: (() => void)[] = [];

  /** @param room counts what waits here */
  constructor(codec: Codec<P>, room: Room, hearer: Hearer<P>) {
    this.#codec = codec;
    this.#room = room;
    this.#hearer = hearer;
  }

  /** @param json the text of one message or one batch; anything that is not JSON is delivered as noise */
  take(json: Buffer): void {
    const bytes = json.length;
    // Whoever read it counted it until now. It is counted even without room; then there is none for the next ones.
    this.#room.hold(bytes);
    this.#waiting.push({ values: this.#valuesOf(json), bytes });
    this.#advance();
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#advance();
  }

  /** Resolves when everything taken so far was delivered. */
  async empty(): Promise<void> {
    if (this.#waiting.length > 0) await new Promise<void>((resolve) => this.#whenEmpty.push(resolve));
  }

  /** Delivers nothing more. */
  dispose(): void {
    for (const { bytes } of this.#waiting.splice(0)) this.#room.giveBack(bytes);
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
      const value = nextOf(next.values);
      if (value !== undefined) this.#deliver(value);
      else if (this.#waiting[0] === next) this.#room.giveBack(this.#waiting.shift()?.bytes ?? 0);
    }
    this.#delivering = false;
    if (this.#waiting.length === 0) for (const resolve of this.#whenEmpty.splice(0)) resolve();
  }

  /** Called where bytes arrive: an error thrown from there would end the whole process. */
  #deliver(value: Incoming<P>): void {
    try {
      this.#hearer.deliver(value);
    } catch (error) {
      this.#hearer.failed(error);
    }
  }
}

/** A text that cannot be taken apart any further counts as finished. */
function nextOf<P>(values: Iterator<Incoming<P>, undefined>): Incoming<P> | undefined {
  try {
    return values.next().value;
  } catch {
    return undefined;
  }
}
