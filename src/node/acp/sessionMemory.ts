import { keptLabel, type SessionNames } from '../../core/acp/sessionLabel';
import type { SessionRecord } from '../../core/acp/sessionRecord';
import type { Fingerprint } from '../../core/consent/decision';
import { messageOf, UserError } from '../../core/errors';
import type { Log } from '../../core/log';
import { displayText } from '../../core/text';
import type { SessionFiles } from '../stores/sessionFiles';
import type { AgentSession } from './agentSession';

/** What remembering the sessions of one agent needs. */
export interface MemoryDeps {
  readonly fingerprint: Fingerprint;
  /** What every session was told last. */
  readonly known: Pick<SessionFiles, 'find' | 'of' | 'write' | 'refresh'>;
  readonly log: Log;
}

/** What is kept of the sessions of one agent, for as long as its definition is the same: what each was told, and its names. */
export class SessionMemory {
  readonly #around: MemoryDeps;
  /** The names by which each open session was kept last. */
  readonly #kept = new WeakMap<AgentSession, SessionNames>();

  constructor(around: MemoryDeps) {
    this.#around = around;
  }

  find(sessionId: string): SessionRecord | undefined {
    return this.#around.known.find(this.#around.fingerprint, sessionId);
  }

  /** Every known session, as all windows have left it, the one that was told something last first. */
  async all(): Promise<readonly SessionRecord[]> {
    const { known, fingerprint } = this.#around;
    await known.refresh();
    return known.of(fingerprint);
  }

  /** What an open session was told, and how it is called. */
  recordOf({ id, told, toldAt, names }: AgentSession): SessionRecord {
    const { cwd, additional } = told;
    return {
      agent: this.#around.fingerprint,
      sessionId: id,
      cwd,
      additional,
      sentAt: toldAt,
      ...named(names),
    };
  }

  /** Never throws: it is open all the same, only it cannot be opened again without the agent's own list. */
  async keep(session: AgentSession): Promise<void> {
    const { names } = session;
    try {
      await this.#write(this.recordOf(session));
      this.#kept.set(session, names);
    } catch (error) {
      this.#around.log.warn(messageOf(error));
    }
  }

  /** Keeps what its agent has called it since. Never throws. */
  async keepNames(session: AgentSession): Promise<void> {
    const { title, name } = session.names;
    const kept = this.#kept.get(session);
    if (kept?.title !== title || kept?.name !== name) await this.keep(session);
  }

  /**
   * Remembers the user's own name for a session; an empty one gives it back its agent's.
   * @throws {UserError} when there is no record of it, or it could not be kept
   */
  async rename(sessionId: string, name: string, session: AgentSession | undefined): Promise<void> {
    const record = session === undefined ? this.#mustKnow(sessionId) : this.recordOf(session);
    const names = { title: record.title, name: keptLabel(name) };
    const { name: _, title: __, ...told } = record;
    await this.#write({ ...told, ...named(names) });
    if (session === undefined) return;
    session.names = names;
    this.#kept.set(session, names);
  }

  #mustKnow(sessionId: string): SessionRecord {
    const record = this.find(sessionId);
    if (record !== undefined) return record;
    throw new UserError(`There is no record of the session "${displayText(sessionId, 80)}".`);
  }

  #write(record: SessionRecord): Promise<void> {
    return this.#around.known.write(record);
  }
}

function named({ name, title }: SessionNames): SessionNames {
  return { ...(name !== undefined && { name }), ...(title !== undefined && { title }) };
}
