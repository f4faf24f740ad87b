import { Emitter } from '../event';
import type { Disposable } from '../lifecycle';
import type { Fingerprint } from '../consent/decision';
import type { Availability, Candidate, FolderEntry, MovedFolder } from './candidate';
import type { FolderIdentity, FolderSighting, LookAtFolder } from './folderSighting';
import type { RealPath } from './realPath';
import { addressKey, schemeOf } from './rootAddress';

/** Which directory a path led to when it last led to one. */
interface LastSeen {
  readonly realPath: RealPath;
  /** To which other one it led before that. */
  readonly ledTo: RealPath | undefined;
  /** Undefined once it was gone: what is made anew in its place is let pass. */
  readonly identity: FolderIdentity | undefined;
}

/**
 * Every folder that could become a root, in the order that counts, with what the disk says of it.
 * Nothing is a candidate before the disk was looked at; what leaves the entries leaves the catalog at once.
 */
export class Catalog implements Disposable {
  readonly #look: LookAtFolder;
  readonly #changed = new Emitter<readonly Candidate[]>();
  readonly #sightings = new Map<string, FolderSighting>();
  readonly #lastSeen = new Map<string, LastSeen>();
  readonly #moved = new Set<RealPath>();
  /** By real path: for whom the user accepted which directory in the place of another. */
  readonly #accepted = new Map<RealPath, Map<Fingerprint, FolderIdentity>>();
  /** By path: the number of the look that said what is known of it. */
  readonly #lookOf = new Map<string, number>();
  #looks = 0;
  /** The list that was set last, on its way. */
  #setting: Promise<void> = Promise.resolve();
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

  /** The same list as it stands for one server: what was accepted for it in the place of another is available. */
  candidatesFor(server: Fingerprint): readonly Candidate[] {
    if (this.#accepted.size === 0) return this.#candidates;
    return this.#candidates.map((candidate): Candidate => {
      const { availability } = candidate;
      const isAccepted = availability.kind === 'moved' && this.#hasAccepted(server, availability);
      return isAccepted ? { ...candidate, availability: { ...availability, kind: 'available' } } : candidate;
    });
  }

  /**
   * Takes another list of folders. What left is gone at once; what is new appears once the disk was looked at for all
   * of it, with a burst of lists as one change. Resolves then.
   */
  setEntries(entries: readonly FolderEntry[]): Promise<void> {
    const setting: Promise<void> = this.#set(entries, () => setting === this.#setting);
    this.#setting = setting;
    return setting;
  }

  /** Looks at the disk again: for all folders, or for these. Resolves when every look has had its effect. */
  async look(entries: readonly FolderEntry[] = this.#entries): Promise<void> {
    await this.#lookAt(entries);
    this.#publish();
  }

  async #set(entries: readonly FolderEntry[], isLatest: () => boolean): Promise<void> {
    this.#entries = entries;
    const paths = new Set(entries.map(({ path }) => path));
    for (const path of this.#sightings.keys()) if (!paths.has(path)) this.#forget(path);
    this.#publish();
    await this.#lookAt(entries.filter(({ path }) => path !== undefined && !this.#sightings.has(path)));
    if (isLatest()) this.#publish();
    else await this.#setting;
  }

  async #lookAt(entries: readonly FolderEntry[]): Promise<void> {
    const number = (this.#looks += 1);
    const paths = [...new Set(entries.flatMap(({ path }) => path ?? []))];
    const sightings = await Promise.all(paths.map(async (path) => [path, await this.#look(path)] as const));
    const wanted = new Set(this.#entries.map(({ path }) => path));
    for (const [path, sighting] of sightings) {
      // A later look may have been faster; its word holds.
      if (wanted.has(path) && number > (this.#lookOf.get(path) ?? 0)) this.#see(path, sighting, number);
    }
  }

  /**
   * The user was shown that another folder lies there and has decided about it for one server: about the very
   * directory that was shown, and none that was put there since (design rule 5).
   */
  acceptMoved(server: Fingerprint, { realPath, identity }: MovedFolder): void {
    if (!this.#moved.has(realPath)) return;
    const accepted = this.#accepted.get(realPath) ?? new Map<Fingerprint, FolderIdentity>();
    this.#accepted.set(realPath, accepted.set(server, identity));
    this.#changed.fire(this.#candidates);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #see(path: string, sighting: FolderSighting, look: number): void {
    const before = this.#lastSeen.get(path);
    if (sighting.kind === 'available') {
      const { realPath, identity } = sighting;
      if (before?.realPath === realPath && isSwapped(before.identity, identity)) this.#moved.add(realPath);
      const ledTo = before?.realPath === realPath ? before.ledTo : before?.realPath;
      this.#lastSeen.set(path, { realPath, ledTo, identity });
    } else if (before !== undefined && (sighting.kind === 'missing' || sighting.kind === 'not a directory')) {
      this.#lastSeen.set(path, { ...before, identity: undefined });
    }
    this.#sightings.set(path, sighting);
    this.#lookOf.set(path, look);
  }

  #forget(path: string): void {
    this.#sightings.delete(path);
    this.#lookOf.delete(path);
    this.#lastSeen.delete(path);
    const led = new Set([...this.#lastSeen.values()].map(({ realPath }) => realPath));
    for (const realPath of this.#moved) {
      if (led.has(realPath)) continue;
      this.#moved.delete(realPath);
      this.#accepted.delete(realPath);
    }
  }

  #publish(): void {
    const next = mergeByRealPath(
      this.#entries,
      (entry) => this.#availability(entry),
      ({ path }) => (path === undefined ? undefined : this.#lastSeen.get(path)?.ledTo),
    );
    if (JSON.stringify(next) === JSON.stringify(this.#candidates)) return;
    this.#candidates = next;
    this.#changed.fire(next);
  }

  #availability({ path, uri, origin }: FolderEntry): Availability | undefined {
    if (origin === 'address') return { kind: 'address', key: addressKey(uri), scheme: schemeOf(uri) };
    if (path === undefined) return { kind: 'scheme not supported', scheme: uri.slice(0, uri.indexOf(':')) };
    const sighting = this.#sightings.get(path);
    if (sighting?.kind === 'available' && this.#moved.has(sighting.realPath)) {
      return { ...sighting, kind: 'moved' };
    }
    return sighting;
  }

  #hasAccepted(server: Fingerprint, { realPath, identity }: MovedFolder): boolean {
    const accepted = this.#accepted.get(realPath)?.get(server);
    return accepted?.device === identity.device && accepted.inode === identity.inode;
  }
}

/** Another directory in the same place? Another device is a remount, which is let pass. */
function isSwapped(before: FolderIdentity | undefined, now: FolderIdentity): boolean {
  return before !== undefined && before.device === now.device && before.inode !== now.inode;
}

function mergeByRealPath(
  entries: readonly FolderEntry[],
  availabilityOf: (entry: FolderEntry) => Availability | undefined,
  ledToOf: (entry: FolderEntry) => RealPath | undefined,
): readonly Candidate[] {
  const merged = new Map<string, Candidate>();
  for (const entry of entries) {
    const availability = availabilityOf(entry);
    if (availability === undefined) continue;
    const key = 'realPath' in availability ? availability.realPath : `unavailable ${entry.uri}`;
    const first = merged.get(key);
    const ledTo = ledToOf(entry);
    const candidate = first
      ? { ...first, aliases: [...first.aliases, entry] }
      : { ...entry, availability, ...(ledTo !== undefined && { ledTo }), aliases: [] };
    merged.set(key, candidate);
  }
  return [...merged.values()];
}
