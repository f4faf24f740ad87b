import type { BegunSession, IntroducedAgent } from '../../core/acp/agentAnswers';
import {
  notReopenedText,
  reopening,
  type ReopeningFolders,
  type ReopeningWay,
} from '../../core/acp/reopening';
import { keptLabel, type SessionNames } from '../../core/acp/sessionLabel';
import { foldersOf, sessionRoots, type SessionRoots } from '../../core/acp/sessionRoots';
import { messageOf, UserError } from '../../core/errors';
import type { RealPath } from '../../core/roots/realPath';
import { displayText } from '../../core/text';
import { recordUri } from '../folders/folderUri';
import { nodeDisk } from '../paths/nodeDisk';
import type { AgentConnection, SentSession } from './agentConnection';
import type { AgentUpdate } from './agentQuestions';
import { AgentSession, type SessionDeps } from './agentSession';
import { EarlyUpdates } from './earlyUpdates';
import type { OpenSessions } from './openSessions';
import type { ListDeps, SessionList } from './sessionList';
import type { SessionMemory } from './sessionMemory';
import type { SessionServers } from './sessionServers';

/** With what a session is to be begun. */
export interface BeginWish {
  /** The folder that goes first; left out: the one that the user chose before, else the first of all. */
  readonly primary?: RealPath | undefined;
  /** Only these of the folders that the agent may see; left out: all of them. */
  readonly only?: readonly RealPath[] | undefined;
  /** Gives up waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** How an earlier session is to be opened again. */
export interface ReopenWish {
  readonly way: ReopeningWay;
  readonly sessionId: string;
  readonly folders: ReopeningFolders;
  /** Set only where the caller names a working directory. */
  readonly cwd?: string | undefined;
  /** Gives up waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** The connection to the agent, as far as opening sessions needs it. */
export type OpeningConnection = Pick<AgentConnection, 'newSession' | 'reopen' | 'fork'>;

/** What opening sessions needs. */
export interface OpeningDeps extends SessionDeps, ListDeps {
  /** The folder that the user chose to go first; used only where it is exposed. */
  readonly primary: () => RealPath | undefined;
  /** Looks at every folder on the disk, so that what is sent is true. */
  readonly look: () => Promise<void>;
  readonly announce: () => void;
  /** Prepares the servers for a session. @param before what the session was given until now */
  readonly handOver: (before?: SessionServers) => Promise<SessionServers>;
}

/** Where the sessions of one agent are held, recorded and listed. */
interface Places {
  readonly open: OpenSessions;
  readonly memory: SessionMemory;
  readonly list: SessionList;
}

/**
 * Opens sessions of one running agent. Only folders that the agent may see at that moment are sent. They go into the
 * record before they are sent, because an agent that refuses a list has read it. If the agent refuses a list, a shorter
 * one is never sent without the user.
 */
export class SessionOpener {
  readonly #connection: OpeningConnection;
  readonly #abilities: IntroducedAgent['abilities'];
  readonly #around: OpeningDeps;
  readonly #open: OpenSessions;
  readonly #memory: SessionMemory;
  readonly #list: SessionList;
  readonly #early = new EarlyUpdates();

  constructor(
    connection: OpeningConnection,
    abilities: IntroducedAgent['abilities'],
    around: OpeningDeps,
    { open, memory, list }: Places,
  ) {
    this.#connection = connection;
    this.#abilities = abilities;
    this.#around = around;
    this.#open = open;
    this.#memory = memory;
    this.#list = list;
  }

  /**
   * The roots that a session would have if it was opened now.
   * @param primary the folder that goes first; left out: the first of all
   */
  rootsNow(primary?: RealPath): SessionRoots | undefined {
    return this.#rootsOf(this.#around.exposed(), primary);
  }

  /**
   * Begins a session with all folders that the agent may see, or those of the wish.
   * @throws {UserError} when there are none, or the agent refuses
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

  /**
   * Opens an earlier session again, sends an open one its list again, or begins a copy of one.
   * @throws {UserError} when that is not possible, or the agent refuses
   */
  async reopen(wish: ReopenWish): Promise<AgentSession> {
    await this.#around.look();
    const before = wish.way === 'fork' ? undefined : this.#open.get(wish.sessionId)?.servers;
    return this.#withServers(before, (servers) => this.#reopenWith(servers, wish));
  }

  /** Keeps an update of a session that is not open, while a session is being begun. */
  heardEarly({ sessionId, update }: AgentUpdate): void {
    this.#early.add(sessionId, update);
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
      abilities: this.#abilities,
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
    // A load replays the conversation, a resume does not (ACP, session setup).
    const conversation = way === 'resume' ? before?.conversation : undefined;
    const session = new AgentSession(sessionId, roots, this.#around, servers, conversation);
    session.names = { name: names.name, title: names.title };
    const send = (sent: SentSession) => this.#connection.reopen(way, sessionId, sent, signal);
    await this.#open.replace(session, async () => {
      session.conversation.opened(await this.#tell(way, roots, servers, send));
    });
    return this.#opened(session);
  }

  /** Opens a session with servers; if that fails, they are taken away again. */
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
    const takesAdditional = this.#abilities.additionalDirectories;
    return sessionRoots(folders, { primary, takesAdditional, flavour: nodeDisk.flavour });
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
      for (const update of early(sessionId)) session.heard(update);
      return this.#opened(session);
    });
  }

  async #opened(session: AgentSession): Promise<AgentSession> {
    await this.#open.admit(session);
    this.#around.announce();
    await this.#memory.keep(session);
    return session;
  }
}
