import { Emitter, type Event } from '../../core/event';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import { whileListened } from './folderWatch';
import type { Watched } from './head/outsideChanges';
import type { StoreHead } from './head/storeHead';
import type { PrivateFolder } from './privateFolder';
import type { Signer } from './signature';
import { SignedRecords, type RecordFormat } from './signedRecords';

interface SharingRecord {
  readonly on: boolean;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

const subject = ['sharing'];

/**
 * The one switch for all sharing: stored, the same in all windows, kept over restarts. On until it was ever
 * switched; off when its state cannot be read (rule 1).
 */
export class SharingSwitch implements Disposable {
  readonly #records: SignedRecords<SharingRecord>;
  readonly #now: () => number;
  readonly #didChange = new Emitter<boolean>();
  readonly #lifetime = new Lifetime();
  #offHere = false;
  #announced: boolean;

  /** Sharing was switched, here or in another window, with the new state. */
  readonly onDidChange: Event<boolean> = whileListened(this.#didChange.event, () =>
    this.#lifetime.add(this.#records.onDidChange(() => this.#announce())),
  );

  private constructor(records: SignedRecords<SharingRecord>, now: () => number) {
    this.#records = this.#lifetime.add(records);
    this.#now = now;
    this.#announced = this.on;
  }

  /**
   * Reads the stored state. @param head left out: that it was deleted or put back while no host ran is not noticed
   * @throws {UserError} when the folder cannot be used.
   */
  static async open(
    storage: PrivateFolder,
    signer: Signer,
    log: Log,
    { now = Date.now, head }: { readonly now?: () => number; readonly head?: StoreHead } = {},
  ): Promise<SharingSwitch> {
    const folder = await storage.child('sharing');
    const records = await SignedRecords.open({ folder, signer, format, log, head: head?.of('sharing') });
    return new SharingSwitch(records, now);
  }

  get on(): boolean {
    if (this.#offHere) return false;
    const latest = this.#records.latest(subject);
    if (latest === undefined) return true;
    return latest === 'unreadable' ? false : latest.on;
  }

  /**
   * Switches and stores. Off holds in this window at once; on only once it is stored.
   * @throws {UserError} when it could not be stored; off holds in this window all the same.
   */
  async set(on: boolean): Promise<void> {
    if (!on) {
      this.#offHere = true;
      this.#announce();
    }
    await this.#records.write([{ on, changedAt: this.#now() }]);
    this.#offHere = false;
    this.#announce();
  }

  /** Resolves once `on` says what is on disk now. Only needed where nobody listens to `onDidChange`. */
  async refresh(): Promise<void> {
    await this.#records.refresh();
    this.#announce();
  }

  /** See `SignedRecords`. */
  get signed(): Watched {
    return this.#records;
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#didChange.dispose();
  }

  #announce(): void {
    const { on } = this;
    if (on === this.#announced) return;
    this.#announced = on;
    this.#didChange.fire(on);
  }
}

const format: RecordFormat<SharingRecord> = {
  noun: 'change of sharing',
  subjectOf: () => subject,
  fieldsOf: ({ on, changedAt }) => ({ on, changedAt }),
  parse: ({ on, changedAt }) =>
    typeof on === 'boolean' && typeof changedAt === 'number' ? { on, changedAt } : undefined,
  caution: ({ on }) => (on ? 0 : 1),
  madeAt: ({ changedAt }) => changedAt,
};
