import type { SessionRecord } from '../../core/acp/sessionRecord';
import type { Fingerprint } from '../../core/consent/decision';
import type { Event } from '../../core/event';
import type { Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/ports';
import { asRealPath } from '../../core/roots/realPath';
import type { PrivateFolder } from './privateFolder';
import type { Fields, Json, Signer } from './signature';
import { SignedRecords, type RecordFormat } from './signedRecords';

/**
 * The sessions of agents: one signed record each in the `sessions` folder of the global storage (design, rule 6). What
 * an agent is sent when a session is opened again comes from here, and from nothing that a workspace could hold.
 */
export class SessionFiles implements Disposable {
  readonly #records: SignedRecords<SessionRecord>;

  private constructor(records: SignedRecords<SessionRecord>) {
    this.#records = records;
  }

  /** Reads what is there. @throws {UserError} when the folder cannot be used. */
  static async open(storage: PrivateFolder, signer: Signer, log: Log): Promise<SessionFiles> {
    const folder = await storage.child('sessions');
    return new SessionFiles(await SignedRecords.open({ folder, signer, format, log }));
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
  }

  dispose(): void {
    this.#records.dispose();
  }
}

const format: RecordFormat<SessionRecord> = {
  noun: 'session',
  subjectOf,
  fieldsOf: ({ agent, sessionId, cwd, additional, sentAt }) => ({
    agent,
    sessionId,
    cwd,
    additional,
    sentAt,
  }),
  parse: parseRecord,
  // Of two words of one moment the one with fewer folders holds.
  caution: ({ additional }) => -additional.length,
};

function subjectOf({ agent, sessionId }: Pick<SessionRecord, 'agent' | 'sessionId'>): readonly string[] {
  return ['session', agent, sessionId];
}

function parseRecord({ agent, sessionId, cwd, additional, sentAt }: Fields): SessionRecord | undefined {
  if (typeof agent !== 'string' || typeof sessionId !== 'string' || typeof cwd !== 'string') return undefined;
  if (typeof sentAt !== 'number' || !areTexts(additional)) return undefined;
  return {
    agent: agent as Fingerprint,
    sessionId,
    cwd: asRealPath(cwd),
    additional: additional.map((each) => asRealPath(each)),
    sentAt,
  };
}

function areTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
