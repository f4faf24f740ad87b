import { Emitter } from '../event';
import type { Disposable } from '../lifecycle';
import type { Availability, Candidate, FolderEntry } from './candidate';
import type { FolderSighting, LookAtFolder } from './folderSighting';

/**
 * Every folder that could become a root, in the order that counts, with what the disk says of it.
 * Nothing is a candidate before the disk was looked at; what leaves the entries leaves the catalog at once.
 */
export class Catalog implements Disposable {
  readonly #look: LookAtFolder;
  readonly #changed = new Emitter<readonly Candidate[]>();
  readonly #sightings = new Map<string, FolderSighting>();
  readonly #moved = new Set<string>();
  #entries: readonly FolderEntry[] = [];
  #candidates: readonly Candidate[] = [];

  /** Fires with the new list when it is another one. */
  readonly onDidChange = this.#changed.event;

  constructor(look: LookAtFolder) {
    this.#look = look;
  }

  get candidates(): readonly Candidate[] {
    return this.#candidates;
  }

  /** Takes another list of folders. Resolves once the disk was looked at for each of them. */
  async setEntries(entries: readonly FolderEntry[]): Promise<void> {
    this.#entries = entries;
    const paths = new Set(entries.map(({ path }) => path));
    for (const path of this.#sightings.keys()) if (!paths.has(path)) this.#forget(path);
    this.#publish();
    await this.look(entries.filter(({ path }) => path !== undefined && !this.#sightings.has(path)));
  }

  /** Looks at the disk again: for all folders, or for these. Resolves when every look has had its effect. */
  async look(entries: readonly FolderEntry[] = this.#entries): Promise<void> {
    const paths = [...new Set(entries.flatMap(({ path }) => path ?? []))];
    const sightings = await Promise.all(paths.map(async (path) => [path, await this.#look(path)] as const));
    const wanted = new Set(this.#entries.map(({ path }) => path));
    for (const [path, sighting] of sightings) if (wanted.has(path)) this.#see(path, sighting);
    this.#publish();
  }

  /** The user has seen that another folder lies there and decides about that one from now on. */
  acceptMoved(path: string): void {
    if (this.#moved.delete(path)) this.#publish();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #see(path: string, sighting: FolderSighting): void {
    const before = this.#sightings.get(path);
    if (before?.kind === 'available' && sighting.kind === 'available') {
      const { device, inode } = sighting.identity;
      const swapped = before.realPath === sighting.realPath && before.identity.inode !== inode;
      // Another device is a remount; a folder that was gone in between was deleted and made again. Both are let pass.
      if (swapped && before.identity.device === device) this.#moved.add(path);
    }
    this.#sightings.set(path, sighting);
  }

  #forget(path: string): void {
    this.#sightings.delete(path);
    this.#moved.delete(path);
  }

  #publish(): void {
    const next = mergeByRealPath(this.#entries.flatMap((entry) => this.#candidate(entry) ?? []));
    if (JSON.stringify(next) === JSON.stringify(this.#candidates)) return;
    this.#candidates = next;
    this.#changed.fire(next);
  }

  #candidate(entry: FolderEntry): Candidate | undefined {
    const availability = this.#availability(entry);
    return availability && { ...entry, availability, aliases: [] };
  }

  #availability({ path, uri }: FolderEntry): Availability | undefined {
    if (path === undefined) return { kind: 'scheme not supported', scheme: uri.slice(0, uri.indexOf(':')) };
    const sighting = this.#sightings.get(path);
    if (sighting?.kind === 'available' && this.#moved.has(path)) {
      return { kind: 'moved', realPath: sighting.realPath };
    }
    return sighting;
  }
}

function mergeByRealPath(candidates: readonly Candidate[]): readonly Candidate[] {
  const merged = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const { availability } = candidate;
    const key = 'realPath' in availability ? availability.realPath : `unavailable ${candidate.uri}`;
    const first = merged.get(key);
    merged.set(key, first ? { ...first, aliases: [...first.aliases, candidate] } : candidate);
  }
  return [...merged.values()];
}
