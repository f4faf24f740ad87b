import { Emitter, type Event } from '../../core/event';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import { whileListened } from './folderWatch';
import type { Watched } from './head/outsideChanges';
import { sharing, type SharingWord } from './recordKinds';
import { SignedRecords, type RecordGround } from './signedRecords';

/**
 * The one switch for all sharing: stored, the same in all windows, kept over restarts. On until it was ever
 * switched; off when its state cannot be read (rule 1).
 */
export class SharingSwitch implements Disposable {
  readonly #records: SignedRecords<SharingWord, object>;
  readonly #now: () => number;
  readonly #didChange = new Emitter<boolean>();
  readonly #lifetime = new Lifetime();
  #offHere = false;
  #announced: boolean;

  /** Fires with the new state when sharing was switched, here or in another window. */
  readonly onDidChange: Event<boolean> = whileListened(this.#didChange.event, () =>
    this.#lifetime.add(this.#records.onDidChange(() => this.#announce())),
  );

  private constructor(records: SignedRecords<SharingWord, object>, now: () => number) {
    this.#records = this.#lifetime.add(records);
    this.#now = now;
    this.#announced = this.on;
  }

  /** Reads the stored state. @throws {UserError} when the folder cannot be used. */
  static async open(ground: RecordGround, now: () => number = Date.now): Promise<SharingSwitch> {
    return new SharingSwitch(await SignedRecords.open(sharing, ground), now);
  }

  get on(): boolean {
    if (this.#offHere) return false;
    const latest = this.#records.latest({});
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
