import * as z from 'zod/mini';
import type { Event } from '../../core/event';
import type { Disposable } from '../../core/lifecycle';
import type { Watched } from '../stores/head/outsideChanges';
import { time } from '../stores/fields';
import type { RecordKind } from '../stores/recordKind';
import type { Signer } from '../stores/signature';
import { SignedRecords, type RecordGround } from '../stores/signedRecords';
import type { KeyFile } from './keyFile';

interface Admitted {
  readonly isIn: true;
  readonly id: string;
  /** A mark of the key: a file with another key is not what was let in. */
  readonly keyMark: string;
  readonly name: string;
  readonly servers: readonly string[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Milliseconds since the epoch. */
  readonly saidAt: number;
  /** It may not open every server any more that it could open before. */
  readonly narrows: boolean;
}

interface Removed {
  readonly isIn: false;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly saidAt: number;
}

type Admission = Admitted | Removed;

/** What the records say of a client; undefined where they say nothing. */
export type Standing =
  Pick<Admitted, 'name' | 'servers' | 'createdAt'> | 'removed' | 'unreadable' | undefined;

/**
 * Whom the user let in as a client: one signed record each in the `admissions` folder of the global storage. The key
 * itself is in a file that the shim reads; a file alone lets nobody in. A removal is a record too, and stays.
 */
export class Admissions implements Disposable {
  readonly #records: SignedRecords<Admission, Pick<Admission, 'id'>>;
  readonly #signer: Signer;

  private constructor(records: SignedRecords<Admission, Pick<Admission, 'id'>>, signer: Signer) {
    this.#records = records;
    this.#signer = signer;
  }

  /** Reads what is there. @throws {UserError} when the folder cannot be used */
  static async open(ground: RecordGround): Promise<Admissions> {
    return new Admissions(await SignedRecords.open(admissions, ground), ground.signer);
  }

  get onDidChange(): Event<void> {
    return this.#records.onDidChange;
  }

  /** See `SignedRecords`. */
  get signed(): Watched {
    return this.#records;
  }

  /** What holds for the client of this id. */
  of(id: string): Standing {
    const latest = this.#records.latest({ id });
    if (latest === undefined || latest === 'unreadable') return latest;
    return latest.isIn ? latest : 'removed';
  }

  /** Is this the key that was let in? */
  hasKey({ id, key }: Pick<KeyFile, 'id' | 'key'>): boolean {
    const latest = this.#records.latest({ id });
    return typeof latest === 'object' && latest.isIn && latest.keyMark === this.#markOf({ id, key });
  }

  /** Resolves once it is safely on disk. @throws {UserError} when it could not be kept */
  async letIn({ id, key, name, servers, createdAt }: KeyFile): Promise<void> {
    const before = this.of(id);
    const had = typeof before === 'object' ? before.servers : [];
    const narrows = had.some((server) => !servers.includes(server));
    const keyMark = this.#markOf({ id, key });
    const said = { isIn: true, id, keyMark, name, servers, createdAt, saidAt: Date.now(), narrows } as const;
    await this.#records.write([said]);
  }

  /** Resolves once it is safely on disk. @throws {UserError} when it could not be kept */
  async remove(id: string): Promise<void> {
    await this.#records.write([{ isIn: false, id, saidAt: Date.now() }]);
  }

  /** Resolves once `of` says what is on disk now. */
  refresh(): Promise<void> {
    return this.#records.refresh();
  }

  dispose(): void {
    this.#records.dispose();
  }

  #markOf({ id, key }: Pick<KeyFile, 'id' | 'key'>): string {
    return this.#signer.nameFor(['client key', id, Buffer.from(key).toString('base64url')]);
  }
}

const said = { id: z.string(), saidAt: time };

const admissions: RecordKind<Admission, Pick<Admission, 'id'>> = {
  folder: 'admissions',
  noun: 'client',
  schema: z.discriminatedUnion('isIn', [
    z.object({ ...said, isIn: z.literal(false) }),
    z.object({
      ...said,
      isIn: z.literal(true),
      keyMark: z.string(),
      name: z.string(),
      servers: z.array(z.string()),
      createdAt: time,
      narrows: z.boolean(),
    }),
  ]),
  fieldsOf: (word) => ({ ...word }),
  subjectOf: ({ id }) => ['client', id],
  caution: (word) => (word.isIn ? Number(word.narrows) : 2),
  madeAt: ({ saidAt }) => saidAt,
};
