import type { AgentSwitches } from '../../core/acp/agentSwitches';
import { foldersOf, remainingRoots, type SessionRoots } from '../../core/acp/sessionRoots';
import { judge, type Judgement, type PinnedRoot } from '../../core/roots/containment';
import type { RealPath } from '../../core/roots/realPath';
import { nodeDisk } from '../paths/nodeDisk';
import type { OpenTexts } from './openTexts';
import { TextFiles } from './textFiles';

/** What a session needs of its agent. */
export interface SessionSurroundings {
  /** The folders that the agent may see at this moment, in order. */
  readonly exposed: () => readonly RealPath[];
  /** The directory that lies there, as it was consented to; undefined where there is none now. */
  readonly pin: (folder: RealPath) => PinnedRoot | undefined;
  readonly texts: OpenTexts;
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
