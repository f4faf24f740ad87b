import type { IntroducedAgent } from '../../core/acp/agentAnswers';
import type { PromptPart } from '../../core/acp/conversation/promptBlock';
import { earlierSessions, type EarlierSession } from '../../core/acp/earlierSessions';
import type { ReopeningFolders } from '../../core/acp/reopening';
import { reportedFolders, type ListedSession } from '../../core/acp/listedSession';
import type { SessionRecord } from '../../core/acp/sessionRecord';
import type { SessionRoots } from '../../core/acp/sessionRoots';
import { toldAndNow, wayToRetell, type ToldAndNow } from '../../core/acp/toldAndNow';
import { UserError } from '../../core/errors';
import type { RealPath } from '../../core/roots/realPath';
import { displayText } from '../../core/text';
import type { AgentConnection } from './agentConnection';
import type { AgentUpdate } from './agentQuestions';
import type { AgentSession } from './agentSession';
import { OpenSessions } from './openSessions';
import { SessionList } from './sessionList';
import { SessionMemory, type MemoryDeps } from './sessionMemory';
import {
  SessionOpener,
  type BeginWish,
  type OpeningConnection,
  type OpeningDeps,
  type ReopenWish,
} from './sessionOpener';
import { SessionTurns, type TurnsConnection } from './sessionTurns';

/** The connection to the agent, as far as sessions need it. */
type SessionsConnection = Pick<AgentConnection, 'list' | 'closeSession'> &
  OpeningConnection &
  TurnsConnection;

/** What the sessions of one running agent need. */
export interface SessionsDeps extends OpeningDeps, MemoryDeps {}

/** A session that the agent lists, with our own record of it. */
export interface SessionStanding extends ListedSession {
  /** What it was told last; undefined where only the agent knows the session. */
  readonly record: SessionRecord | undefined;
  /** The folders that must be allowed before it can be opened. */
  readonly notAllowed: readonly string[];
}

/** The earlier sessions of an agent. */
export interface EarlierListing {
  readonly sessions: readonly EarlierSession[];
  /** How many more sessions the agent reports that are malformed, and so cannot be opened. */
  readonly malformed: number;
}

/** The sessions of one running agent. */
export class AgentSessions {
  readonly #connection: SessionsConnection;
  readonly #agent: IntroducedAgent;
  readonly #around: SessionsDeps;
  readonly #memory: SessionMemory;
  readonly #list: SessionList;
  readonly #turns: SessionTurns;
  readonly #opener: SessionOpener;
  readonly #open = new OpenSessions();
  /** The ids of sessions that are being opened again. */
  readonly #opening = new Set<string>();

  constructor(connection: SessionsConnection, agent: IntroducedAgent, around: SessionsDeps) {
    this.#connection = connection;
    this.#agent = agent;
    this.#around = around;
    this.#memory = new SessionMemory(around);
    this.#list = new SessionList(connection, agent.abilities.list, around);
    this.#turns = new SessionTurns(connection, agent.abilities, around.announce);
    const places = { open: this.#open, memory: this.#memory, list: this.#list };
    this.#opener = new SessionOpener(connection, agent.abilities, around, places);
  }

  /** The open sessions, oldest first. */
  get all(): readonly AgentSession[] {
    return this.#open.all;
  }

  byId(sessionId: string): AgentSession | undefined {
    return this.#open.get(sessionId);
  }

  /** What the agent supports. */
  get abilities(): IntroducedAgent['abilities'] {
    return this.#agent.abilities;
  }

  /** Whether the session has a turn going on, or is being opened again. */
  isBusy(sessionId: string): boolean {
    return this.#open.get(sessionId)?.isBusy === true || this.#opening.has(sessionId);
  }

  /**
   * The roots that a session would have if it was opened now.
   * @param primary the folder that goes first; left out: the first of all
   */
  rootsNow(primary?: RealPath): SessionRoots | undefined {
    return this.#opener.rootsNow(primary);
  }

  /** What an open session was told, compared with what it would be told now. */
  standingOf({ told }: AgentSession): ToldAndNow {
    return toldAndNow(told, this.rootsNow(told.cwd));
  }

  /**
   * Begins a session with all folders that the agent may see, or those of the wish.
   * @throws {UserError} when there are none, or the agent refuses
   */
  begin(wish?: BeginWish): Promise<AgentSession> {
    return this.#opener.begin(wish);
  }

  /**
   * Opens an earlier session again, sends an open one its list again, or begins a copy of one. Never in the middle of a
   * turn.
   * @throws {UserError} when that is not possible, or the agent refuses
   */
  async reopen(wish: ReopenWish): Promise<AgentSession> {
    const { sessionId } = wish;
    if (this.isBusy(sessionId)) throw isBusy();
    this.#opening.add(sessionId);
    this.#around.announce();
    try {
      return await this.#opener.reopen(wish);
    } finally {
      this.#opening.delete(sessionId);
      this.#around.announce();
    }
  }

  /**
   * Tells an open session again which folders it has, by the request that replays the least.
   * @throws {UserError} when the agent has no such request, or as `reopen` does
   */
  async tellAgain(sessionId: string, folders: ReopeningFolders, signal?: AbortSignal): Promise<AgentSession> {
    const way = wayToRetell(this.#agent.abilities);
    if (way === undefined) {
      const { agent } = this.#around;
      throw new UserError(
        `"${agent}" can neither resume nor load a session, so that an open one cannot be told of other folders. Begin a new one.`,
      );
    }
    return this.reopen({ way, sessionId, folders, signal });
  }

  /**
   * The sessions that the agent reports, with our own record of each.
   * @param cwd only sessions with this working directory; the agent learns of it by that
   * @throws {UserError} when that folder is not allowed, or the agent does not list sessions
   */
  async list(cwd?: RealPath): Promise<readonly SessionStanding[]> {
    const { sessions } = await this.#list.ask(cwd);
    return sessions.map((each) => {
      const own = this.#memory.find(each.sessionId);
      const needed: readonly string[] = own === undefined ? reportedFolders(each) : [own.cwd];
      const folders = this.#around.exposed();
      const notAllowed = needed.filter((folder) => !folders.some((one) => one === folder));
      return { ...each, record: own, notAllowed };
    });
  }

  /**
   * Every session that is not open and could be opened again: those of our record, and those that the agent reports.
   * @param known the folders of this workspace, allowed or not
   * @param asked what the agent is asked for: nothing; the sessions in each folder that it may see; or all sessions,
   * which names no folder to it
   * @throws {UserError} when the agent fails to list
   */
  async earlier(
    known: readonly RealPath[],
    asked: 'none' | 'exposed' | 'all',
    signal?: AbortSignal,
  ): Promise<EarlierListing> {
    const records = await this.#memory.all();
    const listed: ListedSession[] = [];
    let malformed = 0;
    if (this.#agent.abilities.list && asked !== 'none') {
      const cwds = asked === 'all' ? [undefined] : this.#around.exposed();
      for (const cwd of cwds) {
        const answer = await this.#list.ask(cwd, signal);
        listed.push(...answer.sessions);
        // Some agents repeat their malformed entries in the answer for each folder.
        malformed = Math.max(malformed, answer.malformed);
      }
    }
    const open = new Set(this.all.map(({ id }) => id));
    const sessions = earlierSessions(records, listed, { open, exposed: this.#around.exposed(), known });
    return { sessions, malformed };
  }

  /**
   * Keeps the user's own name for a session; an empty one brings back the agent's title.
   * @throws {UserError} when there is no record of the session, or it could not be kept
   */
  async rename(sessionId: string, name: string): Promise<void> {
    await this.#memory.rename(sessionId, name, this.#open.get(sessionId));
    this.#around.announce();
  }

  /** Takes an update of a session, also before the answer that opens it. */
  heard({ sessionId, update }: AgentUpdate): void {
    const session = this.#open.get(sessionId);
    if (session === undefined) return this.#opener.heardEarly({ sessionId, update });
    if (session.heard(update)) this.#around.announce();
  }

  /**
   * Closes a session, and tells the agent so if that supports it.
   * @throws {UserError} when it is not open, or the agent refuses
   */
  async close(sessionId: string): Promise<void> {
    const session = this.#mustBeOpen(sessionId);
    if (this.#opening.has(sessionId)) throw isBusy();
    this.#open.delete(sessionId);
    this.#around.announce();
    await session.end();
    await this.#memory.keepNames(session);
    if (this.#agent.abilities.close) await this.#connection.closeSession(sessionId);
  }

  /**
   * Has the agent take a turn with what the user wrote and attached. What is not in the folders of the session is not
   * sent, and the conversation says so. Resolves with the stop reason.
   * @param message a text, or the parts that the user put together
   * @throws {UserError} when the session is not open, is busy, or lacks its working directory, or the agent fails
   */
  async prompt(sessionId: string, message: string | readonly PromptPart[]): Promise<string> {
    const session = this.#mustBeOpen(sessionId);
    if (this.isBusy(sessionId)) throw isBusy();
    try {
      return await this.#turns.take(session, message);
    } finally {
      if (this.#open.get(sessionId) === session) void this.#memory.keepNames(session);
    }
  }

  /** Stops a turn; what the agent still reports of it is taken. */
  async cancel(sessionId: string): Promise<void> {
    this.#open.get(sessionId)?.stopTurn();
    await this.#connection.cancel(sessionId);
  }

  /** Sets the mode of a session. @throws {UserError} when the session is not open, or the agent refuses */
  async setMode(sessionId: string, mode: string): Promise<void> {
    await this.#turns.setMode(this.#mustBeOpen(sessionId), mode);
  }

  /** Sets an option of a session. @throws {UserError} when the session is not open, or the agent refuses */
  async setOption(sessionId: string, option: string, value: string | boolean): Promise<void> {
    await this.#turns.setOption(this.#mustBeOpen(sessionId), option, value);
  }

  /**
   * The exposed folders have changed: ends programs in folders that their session does not have any more, and withdraws
   * the questions of sessions that may not go on.
   */
  refresh(): void {
    for (const session of this.#open.alive) {
      session.terminals?.refresh();
      if (!session.mayGoOn) session.takeBackQuestions();
    }
  }

  /** Ends everything that runs for sessions, also for one that is being opened, and withdraws all questions. */
  end(): Promise<void> {
    return this.#open.end();
  }

  #mustBeOpen(sessionId: string): AgentSession {
    const session = this.#open.get(sessionId);
    if (session !== undefined) return session;
    throw new UserError(`"${this.#around.agent}" has no open session "${displayText(sessionId, 80)}".`);
  }
}

function isBusy(): UserError {
  return new UserError('The session is in the middle of a turn. Wait, or stop it.');
}
