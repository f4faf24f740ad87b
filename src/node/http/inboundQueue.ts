import type { Room } from '../stdio/heldBytes';
import type { Codec, Incoming } from '../session/codec';

/** Whom it tells. */
interface Hearer<P> {
  /** May pause; where it throws, that is said of the message, and the next one comes. */
  readonly deliver: (value: Incoming<P>) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * What comes by all the ways of one server, one message at a time (batches taken apart; MCP had them until 2025-03-26)
 * and none while it is paused.
 */
export class InboundQueue<P> {
  readonly #codec: Codec<P>;
  readonly #room: Room;
  readonly #hearer: Hearer<P>;
  readonly #waiting: { readonly values: Iterator<Incoming<P>, undefined>; readonly bytes: number }[] = [];
  #paused = false;
  #delivering = false;
  #whenEmpty: (() => void)[] = [];

  /** @param room against which counts what waits here */
  constructor(codec: Codec<P>, room: Room, hearer: Hearer<P>) {
    this.#codec = codec;
    this.#room = room;
    this.#hearer = hearer;
  }

  /** @param json of one message or one batch; what is no JSON is noise */
  take(json: Buffer): void {
    const bytes = json.length;
    // It was held until now by whoever read it: there is room for it, or the next ones have none.
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

  /** Resolves when everything that was taken is delivered. */
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

  /** This runs where the bytes arrive: what is thrown there ends the whole process. */
  #deliver(value: Incoming<P>): void {
    try {
      this.#hearer.deliver(value);
    } catch (error) {
      this.#hearer.failed(error);
    }
  }
}

/** What cannot be taken apart is at its end. */
function nextOf<P>(values: Iterator<Incoming<P>, undefined>): Incoming<P> | undefined {
  try {
    return values.next().value;
  } catch {
    return undefined;
  }
}
