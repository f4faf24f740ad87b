import { areTexts } from '../../core/recordOf';
import type { Event } from '../../core/event';
import type { Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import type { Watched } from '../stores/head/outsideChanges';
import type { StoreHead } from '../stores/head/storeHead';
import type { PrivateFolder } from '../stores/privateFolder';
import type { Fields, Signer } from '../stores/signature';
import { SignedRecords, type RecordFormat } from '../stores/signedRecords';
import type { KeyFile } from './keyFile';

interface Admitted {
  readonly isIn: true;
  readonly id: string;
  /** Stands for the key: a file with another one is not what was let in. */
  readonly keyMark: string;
  readonly name: string;
  readonly servers: readonly string[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Milliseconds since the epoch. */
  readonly saidAt: number;
  /** It may open fewer servers than before. */
  readonly narrows: boolean;
}

interface Removed {
  readonly isIn: false;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly saidAt: number;
}

type Admission = Admitted | Removed;

/** What one record says of a client: it is not in, or in with this key, name and servers. */
export type Standing =
  Pick<Admitted, 'name' | 'servers' | 'createdAt'> | 'removed' | 'unreadable' | undefined;

/**
 * Whom the user let in as a client: one signed record each in the `admissions` folder of the global storage. The key
 * itself is in a file that the shim reads; a file alone lets nobody in. A removal is a record too, and stays.
 */
export class Admissions implements Disposable {
  readonly #records: SignedRecords<Admission>;
  readonly #signer: Signer;

  private constructor(records: SignedRecords<Admission>, signer: Signer) {
    this.#records = records;
    this.#signer = signer;
  }

  /** @param head left out: what is deleted or put back while no host runs is not noticed @throws {UserError} when the folder cannot be used */
  static async open(storage: PrivateFolder, signer: Signer, log: Log, head?: StoreHead): Promise<Admissions> {
    const folder = await storage.child('admissions');
    const records = await SignedRecords.open({
      folder,
      signer,
      format,
      log,
      head: head?.of('admissions'),
    });
    return new Admissions(records, signer);
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
    const latest = this.#records.latest(subjectOf({ id }));
    if (latest === undefined || latest === 'unreadable') return latest;
    return latest.isIn ? latest : 'removed';
  }

  /** Is this the key that was let in? */
  hasKey({ id, key }: Pick<KeyFile, 'id' | 'key'>): boolean {
    const latest = this.#records.latest(subjectOf({ id }));
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

const format: RecordFormat<Admission> = {
  noun: 'client',
  subjectOf,
  fieldsOf: (said) => ({ ...said }),
  parse: parseAdmission,
  caution: (said) => (said.isIn ? Number(said.narrows) : 2),
  madeAt: ({ saidAt }) => saidAt,
};

function subjectOf({ id }: Pick<Admission, 'id'>): readonly string[] {
  return ['client', id];
}

function parseAdmission(fields: Fields): Admission | undefined {
  const { isIn, id, keyMark, name, servers, createdAt, saidAt, narrows } = fields;
  if (typeof id !== 'string' || typeof saidAt !== 'number') return undefined;
  if (isIn === false) return { isIn, id, saidAt };
  if (isIn !== true || typeof keyMark !== 'string' || typeof name !== 'string') return undefined;
  if (!areTexts(servers) || typeof createdAt !== 'number' || typeof narrows !== 'boolean') return undefined;
  return { isIn, id, keyMark, name, servers, createdAt, saidAt, narrows };
}
