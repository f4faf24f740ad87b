import { outlived } from '../../core/acp/sessionKeeping';
import type { SessionRecord } from '../../core/acp/sessionRecord';
import type { Fingerprint } from '../../core/consent/decision';
import { messageOf } from '../../core/errors';
import type { Event } from '../../core/event';
import type { Disposable } from '../../core/lifecycle';
import type { Clock } from '../../core/clock';
import type { Log } from '../../core/log';
import { sessions, type SessionAbout } from './recordKinds';
import { SignedRecords, type RecordGround } from './signedRecords';

/** The sessions of agents. What has outlived its time is removed. */
export class SessionFiles implements Disposable {
  readonly #records: SignedRecords<SessionRecord, SessionAbout>;
  readonly #clock: Clock;
  readonly #log: Log;

  private constructor(records: SignedRecords<SessionRecord, SessionAbout>, clock: Clock, log: Log) {
    this.#records = records;
    this.#clock = clock;
    this.#log = log;
  }

  /** Reads what is there, without what has outlived its time. @throws {UserError} when the folder cannot be used. */
  static async open(ground: RecordGround, clock: Clock): Promise<SessionFiles> {
    const files = new SessionFiles(await SignedRecords.open(sessions, ground), clock, ground.log);
    await files.#prune();
    return files;
  }

  /** Fires when a session became known or was told something else, by this window or another. */
  get onDidChange(): Event<void> {
    return this.#records.onDidChange;
  }

  /** What this session was told last; nothing when it is not known, or its record cannot be believed. */
  find(agent: Fingerprint, sessionId: string): SessionRecord | undefined {
    const latest = this.#records.latest({ agent, sessionId });
    return latest === 'unreadable' ? undefined : latest;
  }

  /** Every known session of an agent, the one that was told something last first. */
  of(agent: Fingerprint): readonly SessionRecord[] {
    return this.#records.values.filter((each) => each.agent === agent).sort((a, b) => b.sentAt - a.sentAt);
  }

  /** Resolves once it is safely on disk. @throws {UserError} when it could not be kept */
  async write(record: SessionRecord): Promise<void> {
    await this.#records.write([record]);
    await this.#prune();
  }

  /** Knows nothing of a session any more. @throws {UserError} when its record could not be removed */
  async forget(record: SessionRecord): Promise<void> {
    await this.#records.remove([record]);
  }

  /** Resolves once `find` and `of` say what is on disk now. Only needed where nobody listens to `onDidChange`. */
  refresh(): Promise<void> {
    return this.#records.refresh();
  }

  async #prune(): Promise<void> {
    const old = outlived(this.#records.values, this.#clock.now());
    // Tried again the next time.
    if (old.length > 0)
      await this.#records.remove(old).catch((error: unknown) => this.#log.warn(messageOf(error)));
  }

  dispose(): void {
    this.#records.dispose();
  }
}
