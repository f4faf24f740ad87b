import { messageOf } from '../../../core/errors';
import { Emitter } from '../../../core/event';
import type { Log } from '../../../core/log';
import type { Signer } from '../signature';
import type { HeadPlace } from './headPlaces';
import { compareMarks, marksToJson, mergeMarks, parseMarks, type Mark, type Marks } from './mark';

/** What a head is kept with. */
export interface HeadGround {
  /** The head is read from all of these places and written to all of them. */
  readonly places: readonly HeadPlace[];
  readonly signer: Signer;
  readonly log: Log;
  /** The random id of the storage folder. */
  readonly id: string;
}

/** Decisions can be many thousands, and a secret is written as a whole: they are kept in that many parts. */
const shardsOfMany = 16;

/**
 * The marks of one kind of record, kept in signed parts. In memory they are ahead of what is kept until `publish` has
 * ended; what another window kept meanwhile is merged, never overwritten.
 */
export class HeadParts {
  /** By subject. Whoever raises a mark here calls `publish` to keep it. */
  readonly marks: Marks = new Map();
  readonly #ground: HeadGround;
  readonly #kind: string;
  readonly #shards: number;
  readonly #kept: Marks = new Map();
  /** The text that each place had last, by part; parsed again only when it has changed. */
  readonly #texts = new Map<number, readonly (string | undefined)[]>();
  readonly #changed = new Emitter<void>();
  #turn: Promise<void> = Promise.resolve();
  #trouble = false;

  /** Another window has raised a mark. */
  readonly onDidChange = this.#changed.event;

  /** @throws {UserError} when what is kept cannot be read */
  static async open(ground: HeadGround, kind: string): Promise<HeadParts> {
    const parts = new HeadParts(ground, kind);
    await Promise.all(parts.#all.map((shard) => parts.#absorb(shard)));
    return parts;
  }

  private constructor(ground: HeadGround, kind: string) {
    this.#ground = ground;
    this.#kind = kind;
    this.#shards = kind === 'decisions' ? shardsOfMany : 1;
  }

  /**
   * Has every mark kept. Never throws: what cannot be kept now is tried again the next time, and the log says so. The
   * records themselves hold meanwhile, but it would not be noticed if one was deleted or restored.
   */
  publish(): Promise<void> {
    return this.#inTurn(async () => {
      const due = new Set<number>();
      for (const [subject, mark] of this.marks)
        if (!isSame(this.#kept.get(subject), mark)) due.add(this.#shardOf(subject));
      await Promise.all([...due].map((shard) => this.#publishShard(shard)));
    });
  }

  /**
   * Reads the part of this name, if it is one of these, then publishes marks that are further in this window: two
   * windows that write at the same moment come to the same result. Never throws.
   */
  async refresh(name: string): Promise<void> {
    const shard = this.#all.find((each) => this.#nameOf(each) === name);
    if (shard === undefined) return;
    await this.#inTurn(async () => {
      const before = this.#trouble;
      try {
        if (await this.#absorb(shard)) this.#changed.fire();
      } catch (error) {
        this.#fail(error, before);
      }
    });
    await this.publish();
  }

  get #all(): readonly number[] {
    return Array.from({ length: this.#shards }, (_, shard) => shard);
  }

  async #publishShard(shard: number): Promise<void> {
    const { places, signer } = this.#ground;
    const before = this.#trouble;
    try {
      if (await this.#absorb(shard)) this.#changed.fire();
      const all = new Map([...this.marks].filter(([subject]) => this.#shardOf(subject) === shard));
      const text = signer.seal(this.#signedName(shard), { marks: marksToJson(all) });
      for (const place of places) await place.write(this.#nameOf(shard), text);
      for (const [subject, mark] of all) this.#kept.set(subject, mark);
      this.#texts.set(
        shard,
        places.map(() => text),
      );
      this.#trouble = false;
    } catch (error) {
      this.#fail(error, before);
    }
  }

  /** Merges what is kept. @returns whether that was further than what this window knew */
  async #absorb(shard: number): Promise<boolean> {
    const { places } = this.#ground;
    const texts = await Promise.all(places.map((place) => place.read(this.#nameOf(shard))));
    const before = this.#texts.get(shard);
    if (before !== undefined && texts.every((text, index) => text === before[index])) return false;
    this.#texts.set(shard, texts);
    const found = texts.map((text) => this.#parse(text, shard));
    for (const subject of this.#kept.keys()) if (this.#shardOf(subject) === shard) this.#kept.delete(subject);
    // Kept is what every place has: what one lacks is written again.
    const [first = new Map<string, Mark>(), ...others] = found;
    for (const [subject, mark] of first)
      if (others.every((other) => isSame(other.get(subject), mark))) this.#kept.set(subject, mark);
    return found.map((marks) => mergeMarks(this.marks, marks)).includes(true);
  }

  #parse(text: string | undefined, shard: number): Marks {
    const fields = text === undefined ? undefined : this.#ground.signer.open(this.#signedName(shard), text);
    return parseMarks(fields?.['marks']) ?? new Map();
  }

  #shardOf(subject: string): number {
    return Number.parseInt(subject.slice(0, 8), 16) % this.#shards;
  }

  #nameOf(shard: number): string {
    return this.#ground.signer.nameFor(['head', this.#ground.id, this.#kind, String(shard)]);
  }

  #signedName(shard: number): string {
    return `head/${this.#ground.id}/${this.#kind}/${shard}`;
  }

  #fail(error: unknown, wasKnown: boolean): void {
    this.#trouble = true;
    if (wasKnown) return;
    this.#ground.log.warn(
      `That a record of "${this.#kind}" is deleted or restored from outside might not be noticed now: ${messageOf(error)}`,
    );
  }

  #inTurn(run: () => Promise<void>): Promise<void> {
    return (this.#turn = this.#turn.then(run));
  }
}

function isSame(a: Mark | undefined, b: Mark): boolean {
  return a !== undefined && compareMarks(a, b) === 0;
}
