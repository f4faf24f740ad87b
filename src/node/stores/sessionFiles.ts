import { outlived } from '../../core/acp/sessionKeeping';
import { keptLabel } from '../../core/acp/sessionLabel';
import type { SessionRecord } from '../../core/acp/sessionRecord';
import type { Fingerprint } from '../../core/consent/decision';
import { messageOf } from '../../core/errors';
import type { Event } from '../../core/event';
import type { Disposable } from '../../core/lifecycle';
import type { Clock } from '../../core/clock';
import type { Log } from '../../core/log';
import { areTexts } from '../../core/recordOf';
import { asRealPath } from '../../core/roots/realPath';
import type { PrivateFolder } from './privateFolder';
import type { Fields, Json, Signer } from './signature';
import { SignedRecords, type RecordFormat } from './signedRecords';

/**
 * The sessions of agents: one signed record each in the `sessions` folder of the global storage (rule 6). What
 * an agent is sent when a session is opened again comes from here, and from nothing that a workspace could hold.
 */
export class SessionFiles implements Disposable {
  readonly #records: SignedRecords<SessionRecord>;
  readonly #clock: Clock;
  readonly #log: Log;

  private constructor(records: SignedRecords<SessionRecord>, clock: Clock, log: Log) {
    this.#records = records;
    this.#clock = clock;
    this.#log = log;
  }

  /** Reads what is there, without what has outlived its time. @throws {UserError} when the folder cannot be used. */
  static async open(storage: PrivateFolder, signer: Signer, clock: Clock, log: Log): Promise<SessionFiles> {
    const folder = await storage.child('sessions');
    const files = new SessionFiles(await SignedRecords.open({ folder, signer, format, log }), clock, log);
    await files.#prune();
    return files;
  }

  /** Some session is known, or was told something else, by this window or another. */
  get onDidChange(): Event<void> {
    return this.#records.onDidChange;
  }

  /** What this session was told last; nothing when it is not known, or its record cannot be believed. */
  find(agent: Fingerprint, sessionId: string): SessionRecord | undefined {
    const latest = this.#records.latest(subjectOf({ agent, sessionId }));
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

const format: RecordFormat<SessionRecord> = {
  noun: 'session',
  subjectOf,
  fieldsOf: ({ agent, sessionId, cwd, additional, sentAt, name, title }) => ({
    agent,
    sessionId,
    cwd,
    additional,
    sentAt,
    ...(name !== undefined && { name }),
    ...(title !== undefined && { title }),
  }),
  parse: parseRecord,
  // Of two words of one moment the one with fewer folders holds.
  caution: ({ additional }) => -additional.length,
  madeAt: ({ sentAt }) => sentAt,
};

function subjectOf({ agent, sessionId }: Pick<SessionRecord, 'agent' | 'sessionId'>): readonly string[] {
  return ['session', agent, sessionId];
}

function parseRecord({
  agent,
  sessionId,
  cwd,
  additional,
  sentAt,
  ...names
}: Fields): SessionRecord | undefined {
  if (typeof agent !== 'string' || typeof sessionId !== 'string' || typeof cwd !== 'string') return undefined;
  if (typeof sentAt !== 'number' || !areTexts(additional)) return undefined;
  const [name, title] = [labelOf(names['name']), labelOf(names['title'])];
  return {
    agent: agent as Fingerprint,
    sessionId,
    cwd: asRealPath(cwd),
    additional: additional.map((each) => asRealPath(each)),
    sentAt,
    ...(name !== undefined && { name }),
    ...(title !== undefined && { title }),
  };
}

function labelOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? keptLabel(value) : undefined;
}
