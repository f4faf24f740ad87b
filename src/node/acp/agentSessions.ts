import type { IntroducedAgent } from '../../core/acp/agentAnswers';
import {
  notReopenedText,
  reopening,
  type ReopeningFolders,
  type ReopeningWay,
} from '../../core/acp/reopening';
import type { ListedSession } from '../../core/acp/sessionListing';
import type { SessionRecord } from '../../core/acp/sessionRecord';
import { foldersOf, sessionRoots, type SessionRoots } from '../../core/acp/sessionRoots';
import type { Fingerprint } from '../../core/consent/decision';
import type { DisclosureEvent } from '../../core/consent/disclosure';
import { messageOf, UserError } from '../../core/errors';
import type { Clock } from '../../core/ports';
import type { RealPath } from '../../core/roots/realPath';
import { displayText } from '../../core/text';
import { recordUri } from '../folders/folderUri';
import { nodeDisk } from '../paths/nodeDisk';
import type { SessionFiles } from '../stores/sessionFiles';
import type { AgentConnection } from './agentConnection';
import { AgentSession, type SessionSurroundings } from './agentSession';

/** An agent that lists without end is not asked for more pages. */
const mostPages = 20;

/** The agent's end, as far as sessions need it. */
type SessionsConnection = Pick<
  AgentConnection,
  'newSession' | 'reopen' | 'list' | 'closeSession' | 'prompt' | 'cancel'
>;

/** What the sessions of one running agent need. */
export interface SessionsSurroundings extends SessionSurroundings {
  readonly fingerprint: Fingerprint;
  readonly clock: Clock;
  /** What every session was told last. */
  readonly known: Pick<SessionFiles, 'find' | 'write'>;
  /** Asks the disk about every folder, so that what is sent is true. */
  readonly look: () => Promise<void>;
  readonly record: (what: DisclosureEvent) => void;
  readonly announce: () => void;
}

/** A session that the agent lists, with what this side knows of it. */
export interface SessionStanding extends ListedSession {
  /** What it was told by this side last; nothing where only the agent knows it. */
  readonly record: SessionRecord | undefined;
  /** Folders that it would need and that are not allowed. */
  readonly notAllowed: readonly string[];
}

/** How an earlier session is to be opened. */
export interface ReopenWish {
  readonly way: Exclude<ReopeningWay, 'fork'>;
  readonly sessionId: string;
  readonly folders: ReopeningFolders;
  /** Only where somebody names one. */
  readonly cwd?: string | undefined;
}

/**
 * The sessions of one running agent. Every folder that is sent is one that it may see at that moment; what is sent goes
 * into the record first, since an agent that refuses a list has read it. A list that the agent refuses is never sent
 * shorter without the user.
 */
export class AgentSessions {
  readonly #connection: SessionsConnection;
  readonly #agent: IntroducedAgent;
  readonly #around: SessionsSurroundings;
  readonly #open = new Map<string, AgentSession>();
  /** Those that are being opened again. */
  readonly #opening = new Set<string>();

  constructor(connection: SessionsConnection, agent: IntroducedAgent, around: SessionsSurroundings) {
    this.#connection = connection;
    this.#agent = agent;
    this.#around = around;
  }

  /** Those that are open, oldest first. */
  get all(): readonly AgentSession[] {
    return [...this.#open.values()];
  }

  byId(sessionId: string): AgentSession | undefined {
    return this.#open.get(sessionId);
  }

  /** The roots that a session would have now. @param primary the folder that goes first, else the first of all */
  rootsNow(primary?: RealPath): SessionRoots | undefined {
    const takesAdditional = this.#agent.abilities.additionalDirectories;
    return sessionRoots(this.#around.exposed(), { primary, takesAdditional, flavour: nodeDisk.flavour });
  }

  /**
   * Begins a session with all that the agent may see.
   * @throws {UserError} when it may see nothing, or the agent refuses
   */
  async begin(primary?: RealPath): Promise<AgentSession> {
    await this.#around.look();
    const roots = this.rootsNow(primary);
    if (roots === undefined) {
      const folder = primary === undefined ? 'a folder' : `the folder ${displayText(primary, 300)}`;
      throw new UserError(`No session of "${this.#around.agent}" is begun. Allow it ${folder} first.`);
    }
    const sessionId = await this.#tell('new', roots, () => this.#connection.newSession(roots));
    if (this.#open.has(sessionId)) {
      throw new UserError(
        `"${this.#around.agent}" gave a new session the name of another one. Start it again.`,
      );
    }
    return this.#opened(new AgentSession(sessionId, roots, this.#around));
  }

  /**
   * Opens an earlier session again, or gives one that is open its list anew, never in the middle of a turn.
   * @throws {UserError} when that may not be, or the agent refuses
   */
  async reopen(wish: ReopenWish): Promise<AgentSession> {
    const { sessionId } = wish;
    if (this.#open.get(sessionId)?.isBusy === true || this.#opening.has(sessionId)) throw isBusy();
    this.#opening.add(sessionId);
    try {
      return await this.#reopen(wish);
    } finally {
      this.#opening.delete(sessionId);
    }
  }

  /**
   * The sessions that the agent reports, with what this side knows of each.
   * @param cwd only those with this working directory, which the agent learns by that
   * @throws {UserError} when that folder is not allowed, or the agent does not list
   */
  async list(cwd?: RealPath): Promise<readonly SessionStanding[]> {
    const { agent, fingerprint, known, exposed, record } = this.#around;
    if (!this.#agent.abilities.list) throw new UserError(`"${agent}" does not list its sessions.`);
    if (cwd !== undefined && !exposed().includes(cwd))
      throw new UserError(
        `"${agent}" is not asked about ${displayText(cwd, 300)}. Allow it that folder first.`,
      );
    if (cwd !== undefined) record({ event: 'session', by: 'session/list', uris: [recordUri(cwd)] });
    const sessions = await this.#pages(cwd);
    return sessions.map((each) => {
      const own = known.find(fingerprint, each.sessionId);
      const needed: readonly string[] = own === undefined ? [each.cwd, ...each.additional] : [own.cwd];
      const folders = exposed();
      const notAllowed = needed.filter((folder) => !folders.some((one) => one === folder));
      return { ...each, record: own, notAllowed };
    });
  }

  /** Ends a session; the agent forgets it if it can. @throws {UserError} when it is not open, or the agent refuses */
  async close(sessionId: string): Promise<void> {
    const session = this.#mustBeOpen(sessionId);
    this.#open.delete(sessionId);
    session.takeBackQuestions();
    this.#around.announce();
    await session.terminals?.end();
    if (this.#agent.abilities.close) await this.#connection.closeSession(sessionId);
  }

  /**
   * Has the agent take a turn. Resolves with why the turn is over.
   * @throws {UserError} when the session is not open, busy, or without its working directory, or the agent fails
   */
  async prompt(sessionId: string, text: string): Promise<string> {
    const session = this.#mustBeOpen(sessionId);
    if (session.isBusy || this.#opening.has(sessionId)) throw isBusy();
    if (!session.mayGoOn) {
      const { cwd } = session.told;
      throw new UserError(
        `The session does not go on: its working directory ${cwd} is not allowed any more. Allow it, or begin a new session with the folders that are.`,
      );
    }
    session.isBusy = true;
    this.#around.announce();
    try {
      return await this.#connection.prompt(sessionId, text);
    } finally {
      session.isBusy = false;
      session.takeBackQuestions();
      this.#around.announce();
    }
  }

  /** Asks for the end of a turn; what the user is being asked in it is cancelled at once (ACP, prompt turn). */
  async cancel(sessionId: string): Promise<void> {
    this.#open.get(sessionId)?.takeBackQuestions();
    await this.#connection.cancel(sessionId);
  }

  async #reopen({ way, sessionId, folders, cwd }: ReopenWish): Promise<AgentSession> {
    await this.#around.look();
    const record = this.#around.known.find(this.#around.fingerprint, sessionId);
    const listed = record === undefined ? await this.#find(sessionId) : undefined;
    const outcome = reopening({
      way,
      folders,
      cwd,
      record,
      listed,
      exposed: this.#around.exposed(),
      abilities: this.#agent.abilities,
      flavour: nodeDisk.flavour,
    });
    if (outcome.kind !== 'open') throw new UserError(notReopenedText(displayText(sessionId, 80), outcome));
    const { roots } = outcome;
    const before = this.#open.get(sessionId);
    // From now on: an agent may ask for files while it tells the conversation again.
    const session = new AgentSession(sessionId, roots, this.#around);
    this.#open.set(sessionId, session);
    try {
      await this.#tell(way, roots, () => this.#connection.reopen(way, sessionId, roots));
    } catch (error) {
      if (before === undefined) this.#open.delete(sessionId);
      else this.#open.set(sessionId, before);
      throw error;
    }
    before?.takeBackQuestions();
    await before?.terminals?.end();
    return this.#opened(session);
  }

  /** Ends the programs that run for sessions in folders that they do not have any more. */
  refresh(): void {
    for (const session of this.all) {
      session.terminals?.refresh();
      if (!session.mayGoOn) session.takeBackQuestions();
    }
  }

  /** Ends every program that runs for a session, and every question. */
  async end(): Promise<void> {
    for (const session of this.all) session.takeBackQuestions();
    await Promise.all(this.all.flatMap(({ terminals }) => terminals?.end() ?? []));
  }

  #mustBeOpen(sessionId: string): AgentSession {
    const session = this.#open.get(sessionId);
    if (session !== undefined) return session;
    throw new UserError(`"${this.#around.agent}" has no open session "${displayText(sessionId, 80)}".`);
  }

  async #tell<T>(by: 'new' | ReopenWish['way'], roots: SessionRoots, send: () => Promise<T>): Promise<T> {
    const { record } = this.#around;
    record({ event: 'session', by: `session/${by}`, uris: foldersOf(roots).map(recordUri) });
    try {
      return await send();
    } catch (error) {
      record({ event: 'refused', why: messageOf(error) });
      throw error;
    }
  }

  async #opened(session: AgentSession): Promise<AgentSession> {
    const { known, fingerprint, clock, log, announce } = this.#around;
    const { id, told } = session;
    this.#open.set(id, session);
    announce();
    const { cwd, additional } = told;
    const record = { agent: fingerprint, sessionId: id, cwd, additional, sentAt: clock.now() };
    // It is open all the same; only it cannot be opened again without the agent's own list.
    await known.write(record).catch((error: unknown) => log.warn(messageOf(error)));
    return session;
  }

  async #find(sessionId: string): Promise<ListedSession | undefined> {
    if (!this.#agent.abilities.list) return undefined;
    return (await this.#pages(undefined)).find((each) => each.sessionId === sessionId);
  }

  async #pages(cwd: RealPath | undefined): Promise<readonly ListedSession[]> {
    const all: ListedSession[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page += 1) {
      const { sessions, nextCursor } = await this.#connection.list(cwd, cursor);
      // Agents may pass over the filter.
      all.push(...sessions.filter((each) => cwd === undefined || each.cwd === cwd));
      if (nextCursor === undefined) break;
      cursor = nextCursor;
    }
    return all;
  }
}

function isBusy(): UserError {
  return new UserError('The session is in the middle of a turn. Wait, or stop it.');
}
