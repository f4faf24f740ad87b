import { keptLabel, type SessionNames } from '../../core/acp/sessionLabel';
import type { SessionRecord } from '../../core/acp/sessionRecord';
import type { Fingerprint } from '../../core/consent/decision';
import { messageOf, UserError } from '../../core/errors';
import type { Log } from '../../core/log';
import { displayText } from '../../core/text';
import type { SessionFiles } from '../stores/sessionFiles';
import type { AgentSession } from './agentSession';

/** What is needed to record the sessions of one agent. */
export interface MemoryDeps {
  readonly fingerprint: Fingerprint;
  /** The records of what sessions were told last. */
  readonly known: Pick<SessionFiles, 'find' | 'of' | 'write' | 'refresh'>;
  readonly log: Log;
}

/** Records what each session of one agent was told, and its names; for one fingerprint of the agent. */
export class SessionMemory {
  readonly #around: MemoryDeps;
  /** The names with which each open session was recorded last. */
  readonly #kept = new WeakMap<AgentSession, SessionNames>();

  constructor(around: MemoryDeps) {
    this.#around = around;
  }

  find(sessionId: string): SessionRecord | undefined {
    return this.#around.known.find(this.#around.fingerprint, sessionId);
  }

  /** All recorded sessions of the agent, also of other windows, last told first. */
  async all(): Promise<readonly SessionRecord[]> {
    const { known, fingerprint } = this.#around;
    await known.refresh();
    return known.of(fingerprint);
  }

  /** The record of an open session. */
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

  /**
   * Records an open session. Never throws: the session is usable without a record, but can be opened again only with
   * the agent's own list.
   */
  async keep(session: AgentSession): Promise<void> {
    const { names } = session;
    try {
      await this.#write(this.recordOf(session));
      this.#kept.set(session, names);
    } catch (error) {
      this.#around.log.warn(messageOf(error));
    }
  }

  /** Records the present names of an open session, if they have changed. Never throws. */
  async keepNames(session: AgentSession): Promise<void> {
    const { title, name } = session.names;
    const kept = this.#kept.get(session);
    if (kept?.title !== title || kept?.name !== name) await this.keep(session);
  }

  /**
   * Keeps the user's own name for a session; an empty one brings back the agent's title.
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
