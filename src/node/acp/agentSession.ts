import type { AskCommand } from '../../core/acp/command';
import type { AgentSwitches } from '../../core/acp/agentSwitches';
import { foldersOf, remainingRoots, type SessionRoots } from '../../core/acp/sessionRoots';
import { judge, type Judgement, type PinnedRoot } from '../../core/roots/containment';
import type { Log } from '../../core/ports';
import type { RealPath } from '../../core/roots/realPath';
import { nodeDisk } from '../paths/nodeDisk';
import type { OpenTexts } from './openTexts';
import { Terminals, type TerminalSurroundings } from './terminals';
import { TextFiles } from './textFiles';

/** What running programs for an agent needs. */
export interface CommandSurroundings extends Pick<TerminalSurroundings, 'environment' | 'guard'> {
  readonly ask: AskCommand;
}

/** What a session needs of its agent. */
export interface SessionSurroundings {
  /** As the user knows it. */
  readonly agent: string;
  readonly log: Log;
  /** The folders that the agent may see at this moment, in order. */
  readonly exposed: () => readonly RealPath[];
  /** The directory that lies there, as it was consented to; undefined where there is none now. */
  readonly pin: (folder: RealPath) => PinnedRoot | undefined;
  readonly texts: OpenTexts;
  /** Left out where nobody can be asked about programs. */
  readonly commands?: CommandSurroundings | undefined;
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
  readonly #around: SessionSurroundings;
  readonly #pinned: readonly PinnedRoot[];
  /** A turn is going on. */
  isBusy = false;

  constructor(id: string, told: SessionRoots, around: SessionSurroundings) {
    this.id = id;
    this.told = told;
    this.#around = around;
    // Once, at the beginning: a folder that is put in the place of another later is none that it was told of.
    this.#pinned = foldersOf(told).flatMap((folder) => around.pin(folder) ?? []);
    this.files = new TextFiles(() => this.#roots, around.texts, around.switches);
    this.terminals = around.commands && this.#terminals(around.commands);
  }

  #terminals({ environment, guard, ask }: CommandSurroundings): Terminals {
    const { agent, log } = this.#around;
    return new Terminals({
      cwd: this.told.cwd,
      roots: () => this.#roots,
      ask: (question, signal) => ask({ ...question, agent, sessionId: this.id }, signal),
      environment,
      guard,
      say: (line) => log.info(line),
    });
  }

  /** What it was told of and may see still, in order. */
  get remaining(): readonly RealPath[] {
    return remainingRoots(this.told, this.#around.exposed());
  }

  /** May it go on? Not without its working directory. */
  get mayGoOn(): boolean {
    return this.remaining.length > 0;
  }

  /** Where a path lies, as seen from this session. Opens nothing. */
  judge(path: string): Promise<Judgement> {
    return judge(path, 'inspect', this.#roots, nodeDisk);
  }

  get #roots(): readonly PinnedRoot[] {
    const { remaining } = this;
    return this.#pinned.filter(({ realPath }) => remaining.includes(realPath));
  }
}
