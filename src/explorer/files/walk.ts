import { basename } from 'node:path';
import { joinPath } from '../../core/roots/pathSyntax';
import type { RealPath } from '../../core/roots/realPath';
import { nodeDisk } from '../../node/paths/nodeDisk';
import type { DirectoryEntry } from '../../node/paths/readJudged';
import type { Files } from './files';

export interface WalkLimits {
  readonly entries: number;
  /** How many levels of directories below the start. */
  readonly depth: number;
  readonly milliseconds: number;
}

/** Limits that suffice for a large project, and end everything else. */
export const walkLimits: WalkLimits = { entries: 100_000, depth: 40, milliseconds: 20_000 };

export interface WalkedEntry extends DirectoryEntry {
  readonly path: string;
  /** The names from the start of the walk down to this entry. */
  readonly names: readonly string[];
}

export interface WalkOptions {
  readonly limits: WalkLimits;
  readonly signal: AbortSignal;
  /** Is called with the number of entries seen so far. */
  readonly progress: (entries: number) => void;
  /** Whether to enter a directory. */
  readonly enters: (entry: WalkedEntry) => boolean;
}

/** How many entries of one directory are read. */
const widest = 50_000;

/**
 * Goes through a directory and everything below it, sorted by name. Links are reported but never followed; each
 * directory is judged when it is opened. Ends early at any of its limits; `cuts` then says why.
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

  /** Why the walk did not see everything, fit to be shown; empty if it did. */
  get cuts(): readonly string[] {
    return [...this.#cuts];
  }

  /** Adds a reason why something was left out. */
  cut(reason: string): void {
    this.#cuts.add(reason);
  }

  /**
   * Everything below a directory; for a file, the file itself.
   * @throws {ToolFailure} when the start may not be looked at; throws also when the signal aborts
   */
  async *below(start: string): AsyncGenerator<WalkedEntry> {
    const { realPath, kind } = await this.#files.inspect(start);
    this.#start = realPath;
    const name = basename(realPath);
    if (kind === 'directory') yield* this.#visit(realPath, []);
    else yield { name, kind, path: realPath, names: [name] };
  }

  /** Must be awaited before results are returned. @throws {ToolFailure} when the start was withdrawn */
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

/** The order of a walk. */
export function byName(one: DirectoryEntry, other: DirectoryEntry): number {
  return one.name < other.name ? -1 : Number(one.name > other.name);
}
