import { watch, type FSWatcher } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { Emitter } from '../../core/event';
import type { Disposable } from '../../core/lifecycle';
import { wayTo, type Places } from './wayTo';

/** How many directories are watched at most: the system has few watches, and others need them too. */
const mostWatched = 512;

/** How often the ways are looked up again after new watches were begun: they can change just before that. */
const mostRounds = 3;

/** With more irrelevant events than this a directory is not watched for a while, since each event wakes us up. */
const noise = { events: 50, within: 10_000, pause: 300_000 };

/** What `follow` achieved. */
interface Following {
  /** The paths of which the system tells every change. */
  readonly told: ReadonlySet<string>;
  /** Something is watched that was not watched before: changes until now were not reported. */
  readonly isNew: boolean;
}

interface Watched {
  readonly watcher: FSWatcher;
  names: ReadonlySet<string>;
  /** How many irrelevant events there were since `since`. */
  idle: number;
  since: number;
}

/**
 * Reports changes on the way to paths: what lies there, or a directory that holds it, is renamed, removed, made, closed
 * or opened to us, or a link on the way is changed. What happens inside a folder is passed over. No watch is recursive,
 * each directory is watched once, and watching keeps no process alive.
 */
export class WayWatches implements Disposable {
  readonly #watched = new Map<string, Watched>();
  /** Directories in which too much happens, each with the time until which it is not watched. */
  readonly #noisy = new Map<string, number>();
  readonly #told = new Emitter<void>();

  /** Fires when something changed; call `follow` again to be told of further changes. */
  readonly onDidTell = this.#told.event;

  /** Watches the ways to these paths, as they are now, and nothing else. */
  follow(paths: readonly string[]): Following {
    let isNew = false;
    for (let round = 1; ; round += 1) {
      const ways = paths.map((path) => ({ path, places: wayTo(path) }));
      const wanted = merged(ways.flatMap(({ places }) => places ?? []));
      const opened = this.#watch(wanted);
      isNew ||= opened;
      if (opened && round < mostRounds) continue;
      const told = ways.filter(
        ({ places }) => places && [...places.keys()].every((at) => this.#watched.has(at)),
      );
      return { told: new Set(told.map(({ path }) => path)), isNew };
    }
  }

  dispose(): void {
    this.#told.dispose();
    for (const directory of this.#watched.keys()) this.#close(directory);
  }

  #watch(wanted: Places): boolean {
    for (const directory of this.#watched.keys()) if (!wanted.has(directory)) this.#close(directory);
    let opened = false;
    for (const [directory, names] of wanted) {
      const known = this.#watched.get(directory);
      if (known !== undefined) known.names = names;
      else if (this.#watched.size < mostWatched) opened = this.#open(directory, names) || opened;
    }
    return opened;
  }

  #open(directory: string, names: ReadonlySet<string>): boolean {
    if ((this.#noisy.get(directory) ?? 0) > performance.now()) return false;
    this.#noisy.delete(directory);
    try {
      const watcher = watch(directory, { persistent: false }, (_, name) => this.#heard(directory, name));
      watcher.on('error', () => this.#lost(directory));
      this.#watched.set(directory, { watcher, names, idle: 0, since: performance.now() });
      return true;
    } catch {
      return false;
    }
  }

  /** An event of the directory itself comes under its own name. */
  #heard(directory: string, name: string | null): void {
    const watched = this.#watched.get(directory);
    if (watched === undefined) return;
    const isOwn = name === basename(directory);
    if (name !== null && !isOwn && !watched.names.has(name)) return this.#count(directory, watched);
    // A watch stays with the directory that it was begun on, wherever that is moved.
    if (name !== null) this.#forget(join(directory, name));
    if (name === null || isOwn) this.#forget(directory);
    this.#told.fire();
  }

  #count(directory: string, watched: Watched): void {
    const now = performance.now();
    if (now - watched.since > noise.within) Object.assign(watched, { since: now, idle: 0 });
    watched.idle += 1;
    if (watched.idle <= noise.events) return;
    this.#noisy.set(directory, now + noise.pause);
    this.#lost(directory);
  }

  #lost(directory: string): void {
    this.#close(directory);
    this.#told.fire();
  }

  #forget(top: string): void {
    for (const each of this.#watched.keys()) {
      if (each === top || each.startsWith(top.endsWith(sep) ? top : top + sep)) this.#close(each);
    }
  }

  #close(directory: string): void {
    this.#watched.get(directory)?.watcher.close();
    this.#watched.delete(directory);
  }
}

function merged(ways: readonly Places[]): Places {
  const all: Places = new Map();
  for (const [directory, names] of ways.flatMap((places) => [...places])) {
    const known = all.get(directory) ?? new Set<string>();
    all.set(directory, known);
    for (const name of names) known.add(name);
  }
  return all;
}
