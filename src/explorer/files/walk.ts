import { basename } from 'node:path';
import { joinPath } from '../../core/roots/pathSyntax';
import type { RealPath } from '../../core/roots/realPath';
import { nodeDisk } from '../../node/paths/nodeDisk';
import type { DirectoryEntry } from '../../node/paths/readJudged';
import type { Files } from './files';

export interface WalkLimits {
  readonly entries: number;
  /** Directories below the start. */
  readonly depth: number;
  readonly milliseconds: number;
}

/** What a walk may take: enough for a large project, and an end to everything else. */
export const walkLimits: WalkLimits = { entries: 100_000, depth: 40, milliseconds: 20_000 };

export interface WalkedEntry extends DirectoryEntry {
  readonly path: string;
  /** The names from the start of the walk down to this entry. */
  readonly names: readonly string[];
}

export interface WalkOptions {
  readonly limits: WalkLimits;
  readonly signal: AbortSignal;
  /** Hears how many entries were seen. */
  readonly progress: (entries: number) => void;
  /** Whether to go into a directory. */
  readonly enters: (entry: WalkedEntry) => boolean;
}

/** As many entries as one directory is read for. */
const widest = 50_000;

/**
 * Goes through a directory and all below it, in the order of names. Links are seen but never followed; each directory
 * is judged when it is opened. Ends early, and says why, at any of its limits.
 */
export class Walk {
  readonly #files: Files;
  readonly #options: WalkOptions;
  readonly #deadline: number;
  readonly #cuts = new Set<string>();
  #start: RealPath | undefined;
  #entries = 0;

  constructor(files: Files, options: WalkOptions) {
    this.#files = files;
    this.#options = options;
    this.#deadline = performance.now() + options.limits.milliseconds;
  }

  /** Why the walk did not see everything, fit to be shown; empty when it did. */
  get cuts(): readonly string[] {
    return [...this.#cuts];
  }

  /** Notes another reason for which something was left out. */
  cut(reason: string): void {
    this.#cuts.add(reason);
  }

  /**
   * What lies below a directory; for a file, the file itself.
   * @throws {ToolFailure} when the start may not be looked at; rejects when the signal aborts
   */
  async *below(start: string): AsyncGenerator<WalkedEntry> {
    const { realPath, kind } = await this.#files.inspect(start);
    this.#start = realPath;
    const name = basename(realPath);
    if (kind === 'directory') yield* this.#visit(realPath, []);
    else yield { name, kind, path: realPath, names: [name] };
  }

  /** To be awaited before anything is told of what was seen. @throws {ToolFailure} when the start was withdrawn */
  async confirm(): Promise<void> {
    if (this.#start !== undefined) await this.#files.inspect(this.#start);
  }

  async *#visit(directory: string, names: readonly string[]): AsyncGenerator<WalkedEntry> {
    const { limits, signal, progress, enters } = this.#options;
    const outcome = await this.#files.tryList(directory, widest);
    if (outcome.kind !== 'done') {
      this.cut('some directories could not be read');
      return;
    }
    const { entries, cut } = outcome.value;
    if (cut) this.cut(`a directory has more than ${widest} entries`);
    for (const entry of entries.toSorted(byName)) {
      signal.throwIfAborted();
      if (this.#spent(limits)) return;
      progress((this.#entries += 1));
      const walked = {
        ...entry,
        path: joinPath(directory, entry.name, nodeDisk.flavour),
        names: [...names, entry.name],
      };
      yield walked;
      if (entry.kind !== 'directory' || !enters(walked)) continue;
      if (walked.names.length >= limits.depth)
        this.cut(`directories below depth ${limits.depth} were left out`);
      else yield* this.#visit(walked.path, walked.names);
    }
  }

  #spent(limits: WalkLimits): boolean {
    if (this.#entries >= limits.entries) this.cut(`stopped after ${limits.entries} entries`);
    else if (performance.now() > this.#deadline) this.cut(`stopped after ${limits.milliseconds / 1000} s`);
    else return false;
    return true;
  }
}

/** Sorts as the walk does. */
export function byName(one: DirectoryEntry, other: DirectoryEntry): number {
  return one.name < other.name ? -1 : Number(one.name > other.name);
}
