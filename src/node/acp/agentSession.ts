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

/** What running programs for an agent needs. */
export interface CommandDeps extends Pick<TerminalDeps, 'environment' | 'guard'> {
  readonly ask: AskCommand;
  /** Left out where nothing is shown. */
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
  /** The directory that lies there, as it was consented to; undefined where there is none now. */
  readonly pin: (folder: RealPath) => PinnedRoot | undefined;
  readonly texts: OpenTexts;
  /** Left out where nobody can be asked about programs. */
  readonly commands?: CommandDeps | undefined;
  readonly switches: AgentSwitches;
}

/**
 * One session of a running agent: what it was told, and the files that it has by that. It has what is left of its roots
 * at any moment, and nothing at all without its working directory.
 */
export class AgentSession {
  readonly id: string;
  /** As it was sent. */
  readonly told: SessionRoots;
  readonly files: TextFiles;
  /** Undefined where no programs are run. */
  readonly terminals: Terminals | undefined;
  /** The servers that it is given. */
  readonly servers: SessionServers;
  /** When it was told that, in milliseconds since the epoch. */
  readonly toldAt: number;
  readonly #around: SessionDeps;
  readonly #pinned: readonly PinnedRoot[];
  /** What takes back the questions to the user that are open. */
  readonly #asking = new Set<AbortController>();
  /** What was said in it, as the agent told it since it was opened. */
  readonly conversation: Conversation;
  /** What the user attaches to a message: read for the user's word, whatever the agent may ask for by itself. */
  readonly #attached: TextFiles;
  #turn: AbortController | undefined;
  /** How it is called, by its user and by its agent. */
  names: SessionNames = {};
  /** Sent since then with a request that failed: the agent may have read it all the same. */
  sentInVain: SessionRoots | undefined;

  /** @param conversation of the same session before, where the agent does not tell it again */
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
    // Once, at the beginning: a folder that is put in the place of another later is none that it was told of.
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
   * Puts a question to the user that ends with the turn that it came up in. One that comes once the user has stopped
   * that turn is over from the beginning (ACP, prompt turn, cancellation).
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

  /** Takes back what the user is being asked: the turn is over, or the session is (ACP, prompt turn, cancellation). */
  takeBackQuestions(): void {
    for (const each of this.#asking) each.abort();
  }

  /** Ends what runs for it, and what the user is asked for it. */
  async end(): Promise<void> {
    this.takeBackQuestions();
    await Promise.all([this.terminals?.end(), this.servers.end()]);
  }

  /** What the user reads for it; undefined while nobody has called it anything. */
  get label(): string | undefined {
    return sessionLabel(this.names);
  }

  /** Takes what its agent tells of it. @returns whether it is called otherwise now */
  heard(update: AgentUpdate['update']): boolean {
    this.conversation.take(update);
    return this.#takeTitle(update);
  }

  /** What it was told of and may see still, in order. */
  get remaining(): readonly RealPath[] {
    return remainingRoots(this.told, this.#around.exposed());
  }

  /** May it go on? Not without its working directory. */
  get mayGoOn(): boolean {
    return mayGoOn(this.told, this.#around.exposed());
  }

  /** Where a path lies, as seen from this session. Opens nothing. */
  judge(path: string): Promise<Judgement> {
    return judge(path, 'inspect', this.#roots, nodeDisk);
  }

  /** A turn is going on. */
  get isBusy(): boolean {
    return this.#turn !== undefined;
  }

  /** A turn begins. @returns what aborts when the user stops it */
  beginTurn(): AbortSignal {
    this.#turn = new AbortController();
    return this.#turn.signal;
  }

  /** The turn is over, and with it what the user was asked in it. */
  endTurn(): void {
    this.#turn = undefined;
    this.takeBackQuestions();
  }

  /** The user stops the turn: what he is being asked in it is cancelled at once (ACP, prompt turn). */
  stopTurn(): void {
    this.takeBackQuestions();
    if (this.#turn === undefined) return;
    this.#turn.abort();
    this.conversation.cancelled();
  }

  /** A message out of what the user wrote and attached: only what lies in the folders of this session. */
  message(parts: readonly PromptPart[], abilities: AgentAbilities): Promise<PromptMessage> {
    const isInside = (place: RealPath) =>
      this.#roots.some(({ realPath }) => contains(realPath, place, nodeDisk.flavour));
    const read = (path: string) => this.#attached.read({ path }, new AbortController().signal);
    return promptMessage(parts, { judge: (path) => this.judge(path), read, isInside }, abilities);
  }

  /** What its agent calls it now (ACP, `session_info_update`: null takes a title away). @returns whether that is said */
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
