import type { AgentAbilities } from '../../core/acp/agentAnswers';
import { Conversation } from '../../core/acp/conversation/conversation';
import type { PromptPart } from '../../core/acp/conversation/promptBlock';
import type { AskCommand } from '../../core/acp/command';
import type { AgentSwitches } from '../../core/servers/agentSwitches';
import { keptLabel, sessionLabel, type SessionNames } from '../../core/acp/sessionLabel';
import { foldersOf, mayGoOn, remainingRoots, type SessionRoots } from '../../core/acp/sessionRoots';
import { contains, judge, type Judgement, type PinnedRoot } from '../../core/roots/containment';
import type { Clock } from '../../core/clock';
import type { Log } from '../../core/log';
import type { RealPath } from '../../core/roots/realPath';
import { nodeDisk } from '../paths/nodeDisk';
import type { AgentUpdate } from './agentQuestions';
import type { OpenTexts } from './openTexts';
import { promptMessage, type PromptMessage } from './promptBlocks';
import type { SessionServers } from './sessionServers';
import type { ShowProgram } from './shownProgram';
import { Terminals, type TerminalDeps } from './terminals';
import { TextFiles } from './textFiles';

/** What is needed to run programs for an agent. */
export interface CommandDeps extends Pick<TerminalDeps, 'environment' | 'guard'> {
  readonly ask: AskCommand;
  /** Left out where programs are not shown. */
  readonly show?: ShowProgram | undefined;
}

const readsOnly: AgentSwitches = { readsFiles: true, writesFiles: false, missingIsEmpty: false };

/** What a session needs of its agent. */
export interface SessionDeps {
  /** As the user knows it. */
  readonly agent: string;
  readonly log: Log;
  readonly clock: Clock;
  /** The folders that the agent may see at this moment, in order. */
  readonly exposed: () => readonly RealPath[];
  /** The directory at this path as the catalog has seen it; undefined where there is none now. */
  readonly pin: (folder: RealPath) => PinnedRoot | undefined;
  readonly texts: OpenTexts;
  /** Left out where nobody can be asked about programs. */
  readonly commands?: CommandDeps | undefined;
  readonly switches: AgentSwitches;
}

/**
 * One session of a running agent: the roots that it was told of, and access to the files in them. At any moment it has
 * those of its roots that are still allowed, and none without its working directory.
 */
export class AgentSession {
  readonly id: string;
  /** The roots as they were sent. */
  readonly told: SessionRoots;
  readonly files: TextFiles;
  /** Undefined where no programs are run. */
  readonly terminals: Terminals | undefined;
  /** The servers that it is given. */
  readonly servers: SessionServers;
  /** When it was told of its roots, in milliseconds since the epoch. */
  readonly toldAt: number;
  readonly #around: SessionDeps;
  readonly #pinned: readonly PinnedRoot[];
  /** Each withdraws one open question to the user when aborted. */
  readonly #asking = new Set<AbortController>();
  /** The conversation, as the agent has reported it since the session was opened. */
  readonly conversation: Conversation;
  /** Reads what the user attaches to a message; allowed also where the agent may not read files by itself. */
  readonly #attached: TextFiles;
  #turn: AbortController | undefined;
  /** Its names, by its user and by its agent. */
  names: SessionNames = {};
  /** Roots that were sent since then with a request that failed: the agent may have read them all the same. */
  sentInVain: SessionRoots | undefined;

  /** @param conversation that of the same session before, where the agent does not replay it */
  constructor(
    id: string,
    told: SessionRoots,
    around: SessionDeps,
    servers: SessionServers,
    conversation = new Conversation(),
  ) {
    this.id = id;
    this.told = told;
    this.servers = servers;
    this.toldAt = around.clock.now();
    this.#around = around;
    // Only once: a folder that replaces another one later is not the one that the session was told of.
    this.#pinned = foldersOf(told).flatMap((folder) => around.pin(folder) ?? []);
    this.files = new TextFiles(() => this.#roots, around.texts, around.switches);
    this.#attached = new TextFiles(() => this.#roots, around.texts, readsOnly);
    this.conversation = conversation;
    this.terminals = around.commands && this.#terminals(around.commands);
  }

  #terminals({ environment, guard, ask, show }: CommandDeps): Terminals {
    const { agent, log } = this.#around;
    const name = { agent, sessionId: this.id };
    return new Terminals({
      cwd: this.told.cwd,
      roots: () => this.#roots,
      ask: (question, signal) => this.asking(signal, (over) => ask({ ...question, ...name }, over)),
      show: (program) => show?.({ ...program, ...name }),
      environment,
      guard,
      say: (line) => log.info(line),
    });
  }

  /**
   * Asks the user a question that is withdrawn when the turn ends. If the user has stopped the turn already, the
   * question is withdrawn from the beginning (ACP, prompt turn, cancellation).
   */
  async asking<T>(signal: AbortSignal, ask: (over: AbortSignal) => Promise<T>): Promise<T> {
    const taken = new AbortController();
    this.#asking.add(taken);
    if (this.#turn?.signal.aborted === true) taken.abort();
    try {
      return await ask(AbortSignal.any([signal, taken.signal]));
    } finally {
      this.#asking.delete(taken);
    }
  }

  /** Withdraws all open questions to the user: the turn or the session is over (ACP, prompt turn, cancellation). */
  takeBackQuestions(): void {
    for (const each of this.#asking) each.abort();
  }

  /** Ends the programs and servers that run for it, and withdraws its questions. */
  async end(): Promise<void> {
    this.takeBackQuestions();
    await Promise.all([this.terminals?.end(), this.servers.end()]);
  }

  /** Its name for the user; undefined while neither the user nor the agent has given it one. */
  get label(): string | undefined {
    return sessionLabel(this.names);
  }

  /** Takes an update of its agent. @returns whether the agent has set or removed its title */
  heard(update: AgentUpdate['update']): boolean {
    this.conversation.take(update);
    return this.#takeTitle(update);
  }

  /** The folders that it was told of and may still see, in order. */
  get remaining(): readonly RealPath[] {
    return remainingRoots(this.told, this.#around.exposed());
  }

  /** Whether it may go on: not without its working directory. */
  get mayGoOn(): boolean {
    return mayGoOn(this.told, this.#around.exposed());
  }

  /** Whether this session may access a path. Opens nothing. */
  judge(path: string): Promise<Judgement> {
    return judge(path, 'inspect', this.#roots, nodeDisk);
  }

  /** Whether a turn is going on. */
  get isBusy(): boolean {
    return this.#turn !== undefined;
  }

  /** A turn begins. @returns a signal that aborts when the user stops it */
  beginTurn(): AbortSignal {
    this.#turn = new AbortController();
    return this.#turn.signal;
  }

  /** The turn is over, and the questions to the user in it are withdrawn. */
  endTurn(): void {
    this.#turn = undefined;
    this.takeBackQuestions();
  }

  /** The user stops the turn: questions to the user in it are withdrawn at once (ACP, prompt turn). */
  stopTurn(): void {
    this.takeBackQuestions();
    if (this.#turn === undefined) return;
    this.#turn.abort();
    this.conversation.cancelled();
  }

  /** A message from what the user wrote and attached, with only those files that are in the folders of this session. */
  message(parts: readonly PromptPart[], abilities: AgentAbilities): Promise<PromptMessage> {
    const isInside = (place: RealPath) =>
      this.#roots.some(({ realPath }) => contains(realPath, place, nodeDisk.flavour));
    const read = (path: string) => this.#attached.read({ path }, new AbortController().signal);
    return promptMessage(parts, { judge: (path) => this.judge(path), read, isInside }, abilities);
  }

  /**
   * Takes a new title of the session (ACP, `session_info_update`: null removes it).
   * @returns whether the update has one
   */
  #takeTitle(update: AgentUpdate['update']): boolean {
    if (update.sessionUpdate !== 'session_info_update' || !('title' in update)) return false;
    const { title } = update;
    if (typeof title !== 'string' && title !== null) return false;
    this.names = { ...this.names, title: keptLabel(title) };
    return true;
  }

  get #roots(): readonly PinnedRoot[] {
    const { remaining } = this;
    return this.#pinned.filter(({ realPath }) => remaining.includes(realPath));
  }
}
