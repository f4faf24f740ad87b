import type { BegunSession, IntroducedAgent } from '../../core/acp/agentAnswers';
import { earlierSessions, type EarlierSession } from '../../core/acp/earlierSessions';
import {
  notReopenedText,
  reopening,
  type ReopeningFolders,
  type ReopeningWay,
} from '../../core/acp/reopening';
import { keptLabel, type SessionNames } from '../../core/acp/sessionLabel';
import type { ListedSession } from '../../core/acp/sessionListing';
import type { SessionRecord } from '../../core/acp/sessionRecord';
import { foldersOf, sessionRoots, type SessionRoots } from '../../core/acp/sessionRoots';
import { toldAndNow, wayToRetell, type ToldAndNow } from '../../core/acp/toldAndNow';
import type { PromptPart } from '../../core/acp/conversation/promptBlock';
import { messageOf, UserError } from '../../core/errors';
import type { RealPath } from '../../core/roots/realPath';
import { displayText } from '../../core/text';
import { recordUri } from '../folders/folderUri';
import { nodeDisk } from '../paths/nodeDisk';
import type { AgentConnection, SentSession } from './agentConnection';
import type { AgentUpdate } from './agentQuestions';
import { AgentSession, type SessionSurroundings } from './agentSession';
import { OpenSessions } from './openSessions';
import { SessionList, type ListSurroundings } from './sessionList';
import { EarlyUpdates } from './earlyUpdates';
import { SessionTurns, type TurnsConnection } from './sessionTurns';
import type { SessionServers } from './sessionServers';
import { SessionMemory, type MemorySurroundings } from './sessionMemory';

/** The agent's end, as far as sessions need it. */
type SessionsConnection = Pick<AgentConnection, 'newSession' | 'reopen' | 'fork' | 'list' | 'closeSession'> &
  TurnsConnection;

/** What the sessions of one running agent need. */
export interface SessionsSurroundings extends SessionSurroundings, ListSurroundings, MemorySurroundings {
  /** The folder that the user chose to go first; used only where it is exposed. */
  readonly primary: () => RealPath | undefined;
  /** Asks the disk about every folder, so that what is sent is true. */
  readonly look: () => Promise<void>;
  readonly announce: () => void;
  /** Makes ready the servers that a session is given. @param before what it was given until now */
  readonly handOver: (before?: SessionServers) => Promise<SessionServers>;
}

/** A session that the agent lists, with what this side knows of it. */
export interface SessionStanding extends ListedSession {
  /** What it was told by this side last; nothing where only the agent knows it. */
  readonly record: SessionRecord | undefined;
  /** Folders that it would need and that are not allowed. */
  readonly notAllowed: readonly string[];
}

/** How a session is to be begun. */
export interface BeginWish {
  /** The folder that goes first; left out: the one that the user chose before, else the first of all. */
  readonly primary?: RealPath | undefined;
  /** Of the folders that the agent may see only these, where the user wants it so. */
  readonly only?: readonly RealPath[] | undefined;
  /** Gives up waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** How an earlier session is to be opened. */
export interface ReopenWish {
  readonly way: ReopeningWay;
  readonly sessionId: string;
  readonly folders: ReopeningFolders;
  /** Only where somebody names one. */
  readonly cwd?: string | undefined;
  /** Gives up waiting. */
  readonly signal?: AbortSignal | undefined;
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
  readonly #memory: SessionMemory;
  readonly #list: SessionList;
  readonly #turns: SessionTurns;
  readonly #open = new OpenSessions();
  /** Those that are being opened again. */
  readonly #opening = new Set<string>();
  readonly #early = new EarlyUpdates();
  #isOver = false;

  constructor(connection: SessionsConnection, agent: IntroducedAgent, around: SessionsSurroundings) {
    this.#connection = connection;
    this.#agent = agent;
    this.#around = around;
    this.#memory = new SessionMemory(around);
    this.#list = new SessionList(connection, agent.abilities.list, around);
    this.#turns = new SessionTurns(connection, agent.abilities, around.announce);
  }

  /** Those that are open, oldest first. */
  get all(): readonly AgentSession[] {
    return this.#open.all;
  }

  byId(sessionId: string): AgentSession | undefined {
    return this.#open.get(sessionId);
  }

  /** What can be done with sessions of this agent. */
  get abilities(): IntroducedAgent['abilities'] {
    return this.#agent.abilities;
  }

  /** Is it in the middle of a turn, or being opened again? */
  isBusy(sessionId: string): boolean {
    return this.#open.get(sessionId)?.isBusy === true || this.#opening.has(sessionId);
  }

  /** The roots that a session would have now. @param primary the folder that goes first, else the first of all */
  rootsNow(primary?: RealPath): SessionRoots | undefined {
    return this.#rootsOf(this.#around.exposed(), primary);
  }

  /** What an open session was told, against what it would be told now. */
  standingOf({ told }: AgentSession): ToldAndNow {
    return toldAndNow(told, this.rootsNow(told.cwd));
  }

  /**
   * Begins a session with all that the agent may see.
   * @throws {UserError} when it may see nothing, or the agent refuses
   */
  async begin(wish: BeginWish = {}): Promise<AgentSession> {
    await this.#around.look();
    this.#rootsToBegin(wish);
    return this.#withServers(undefined, async (servers) => {
      // Again: something may have been withdrawn meanwhile.
      const roots = this.#rootsToBegin(wish);
      const send = (sent: SentSession) => this.#connection.newSession(sent, wish.signal);
      return this.#begin('new', roots, servers, {}, send);
    });
  }

  /** @throws {UserError} when the agent may see nothing, or not the folder that is to go first */
  #rootsToBegin({ primary, only }: BeginWish): SessionRoots {
    const folders = this.#around
      .exposed()
      .filter((folder) => only === undefined || only.includes(folder) || folder === primary);
    const chosen = this.#around.primary();
    const first = primary ?? folders.find((folder) => folder === chosen);
    const roots = this.#rootsOf(folders, first);
    if (roots !== undefined) return roots;
    const folder = primary === undefined ? 'a folder' : `the folder ${displayText(primary, 300)}`;
    throw new UserError(`No session of "${this.#around.agent}" is begun. Allow it ${folder} first.`);
  }

  /**
   * Opens an earlier session again, or gives one that is open its list anew, or begins one out of it; never in the
   * middle of a turn.
   * @throws {UserError} when that may not be, or the agent refuses
   */
  async reopen(wish: ReopenWish): Promise<AgentSession> {
    const { sessionId } = wish;
    if (this.isBusy(sessionId)) throw isBusy();
    this.#opening.add(sessionId);
    this.#around.announce();
    try {
      return await this.#reopen(wish);
    } finally {
      this.#opening.delete(sessionId);
      this.#around.announce();
    }
  }

  /**
   * Gives an open session all that its agent may see now, by the request that tells the least again.
   * @throws {UserError} as `reopen` does
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
   * The sessions that the agent reports, with what this side knows of each.
   * @param cwd only those with this working directory, which the agent learns by that
   * @throws {UserError} when that folder is not allowed, or the agent does not list
   */
  async list(cwd?: RealPath): Promise<readonly SessionStanding[]> {
    const sessions = await this.#list.ask(cwd);
    return sessions.map((each) => {
      const own = this.#memory.find(each.sessionId);
      const needed: readonly string[] = own === undefined ? [each.cwd, ...each.additional] : [own.cwd];
      const folders = this.#around.exposed();
      const notAllowed = needed.filter((folder) => !folders.some((one) => one === folder));
      return { ...each, record: own, notAllowed };
    });
  }

  /**
   * Every session that is not open and could be opened again: of our record, and of what the agent reports.
   * @param known the folders of this workspace, allowed or not
   * @param asked of which folders the agent is asked: of those that it may see, or of all, of which it is told none by that
   * @throws {UserError} when the agent fails at listing
   */
  async earlier(
    known: readonly RealPath[],
    asked: 'none' | 'exposed' | 'all',
    signal?: AbortSignal,
  ): Promise<readonly EarlierSession[]> {
    const records = await this.#memory.all();
    const listed: ListedSession[] = [];
    if (this.#agent.abilities.list && asked !== 'none') {
      const cwds = asked === 'all' ? [undefined] : this.#around.exposed();
      for (const cwd of cwds) listed.push(...(await this.#list.ask(cwd, signal)));
    }
    const open = new Set(this.all.map(({ id }) => id));
    return earlierSessions(records, listed, { open, exposed: this.#around.exposed(), known });
  }

  /** Remembers the user's own name for a session; an empty one gives it back its agent's. @throws {UserError} */
  async rename(sessionId: string, name: string): Promise<void> {
    await this.#memory.rename(sessionId, name, this.#open.get(sessionId));
    this.#around.announce();
  }

  /** Takes what the agent tells of a session, also before the answer that opens it. */
  heard({ sessionId, update }: AgentUpdate): void {
    const session = this.#open.get(sessionId);
    if (session === undefined) return this.#early.add(sessionId, update);
    session.conversation.take(update);
    if (this.#takeTitle(session, update)) this.#around.announce();
  }

  /** Ends a session; the agent lets go of it if it can. @throws {UserError} when it is not open, or the agent refuses */
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
   * Has the agent take a turn with what the user wrote and attached; what does not lie in the folders of the session is
   * not sent, and the conversation says so. Resolves with why the turn is over.
   * @param message a text alone, or what the user put together
   * @throws {UserError} when the session is not open, busy, or without its working directory, or the agent fails
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

  /** Asks for the end of a turn; what the agent still tells of it is taken. */
  async cancel(sessionId: string): Promise<void> {
    this.#open.get(sessionId)?.stopTurn();
    await this.#connection.cancel(sessionId);
  }

  /** Has the agent work in another manner. @throws {UserError} when the session is not open, or the agent refuses */
  async setMode(sessionId: string, mode: string): Promise<void> {
    await this.#turns.setMode(this.#mustBeOpen(sessionId), mode);
  }

  /** Sets an option of a session. @throws {UserError} when the session is not open, or the agent refuses */
  async setOption(sessionId: string, option: string, value: string | boolean): Promise<void> {
    await this.#turns.setOption(this.#mustBeOpen(sessionId), option, value);
  }

  /** Ends the programs that run for sessions in folders that they do not have any more. */
  refresh(): void {
    for (const session of this.#open.alive) {
      session.terminals?.refresh();
      if (!session.mayGoOn) session.takeBackQuestions();
    }
  }

  /** Ends all that runs for sessions, also for one that is just being opened, and every question. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#open.alive.map((session) => session.end()));
  }

  async #reopen(wish: ReopenWish): Promise<AgentSession> {
    await this.#around.look();
    const before = wish.way === 'fork' ? undefined : this.#open.get(wish.sessionId)?.servers;
    return this.#withServers(before, (servers) => this.#reopenWith(servers, wish));
  }

  async #reopenWith(servers: SessionServers, wish: ReopenWish): Promise<AgentSession> {
    const { way, sessionId, folders, cwd, signal } = wish;
    const before = this.#open.get(sessionId);
    const record = before === undefined ? this.#memory.find(sessionId) : this.#memory.recordOf(before);
    const listed = record === undefined ? await this.#list.find(sessionId, signal) : undefined;
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
    const names: SessionNames = record ?? { title: keptLabel(listed?.title) };
    if (way === 'fork') {
      const { title } = names;
      const send = (sent: SentSession) => this.#connection.fork(sessionId, sent, signal);
      return this.#begin(way, roots, servers, { title }, send);
    }
    // A load tells the conversation again, a resume does not (ACP, session setup).
    const conversation = way === 'resume' ? before?.conversation : undefined;
    const session = new AgentSession(sessionId, roots, this.#around, servers, conversation);
    session.names = { name: names.name, title: names.title };
    const send = (sent: SentSession) => this.#connection.reopen(way, sessionId, sent, signal);
    await this.#open.replace(session, async () => {
      session.conversation.opened(await this.#tell(way, roots, servers, send));
    });
    return this.#opened(session);
  }

  /** Opens a session with servers, which are taken away again where that fails. */
  async #withServers(
    before: SessionServers | undefined,
    open: (servers: SessionServers) => Promise<AgentSession>,
  ): Promise<AgentSession> {
    const servers = await this.#around.handOver(before);
    try {
      return await open(servers);
    } catch (error) {
      await servers.end();
      throw error;
    }
  }

  #rootsOf(folders: readonly RealPath[], primary: RealPath | undefined): SessionRoots | undefined {
    const takesAdditional = this.#agent.abilities.additionalDirectories;
    return sessionRoots(folders, { primary, takesAdditional, flavour: nodeDisk.flavour });
  }

  #mustBeOpen(sessionId: string): AgentSession {
    const session = this.#open.get(sessionId);
    if (session !== undefined) return session;
    throw new UserError(`"${this.#around.agent}" has no open session "${displayText(sessionId, 80)}".`);
  }

  async #tell<T>(
    by: 'new' | ReopenWish['way'],
    roots: SessionRoots,
    servers: SessionServers,
    send: (sent: SentSession) => Promise<T>,
  ): Promise<T> {
    const { record } = this.#around;
    servers.follow(roots);
    record({ event: 'session', by: `session/${by}`, uris: foldersOf(roots).map(recordUri) });
    try {
      return await send({ roots, servers: servers.handed });
    } catch (error) {
      record({ event: 'refused', why: messageOf(error) });
      throw error;
    }
  }

  async #begin(
    by: 'new' | 'fork',
    roots: SessionRoots,
    servers: SessionServers,
    names: SessionNames,
    begin: (sent: SentSession) => Promise<BegunSession>,
  ): Promise<AgentSession> {
    return this.#early.during(async (early) => {
      const { sessionId, settings } = await this.#tell(by, roots, servers, begin);
      if (this.#open.has(sessionId)) {
        throw new UserError(
          `"${this.#around.agent}" gave a new session the name of another one. Start it again.`,
        );
      }
      const session = new AgentSession(sessionId, roots, this.#around, servers);
      session.names = names;
      session.conversation.opened(settings);
      for (const update of early(sessionId)) {
        session.conversation.take(update);
        this.#takeTitle(session, update);
      }
      return this.#opened(session);
    });
  }

  /** What its agent calls it now (ACP, `session_info_update`: null takes a title away). @returns whether that is said */
  #takeTitle(session: AgentSession, update: AgentUpdate['update']): boolean {
    if (update.sessionUpdate !== 'session_info_update' || !('title' in update)) return false;
    const { title } = update;
    if (typeof title !== 'string' && title !== null) return false;
    session.names = { ...session.names, title: keptLabel(title) };
    return true;
  }

  async #opened(session: AgentSession): Promise<AgentSession> {
    this.#open.add(session);
    if (this.#isOver) await session.end();
    this.#around.announce();
    await this.#memory.keep(session);
    return session;
  }
}

function isBusy(): UserError {
  return new UserError('The session is in the middle of a turn. Wait, or stop it.');
}
