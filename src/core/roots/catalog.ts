import { Emitter } from '../event';
import type { Disposable } from '../lifecycle';
import type { Clock } from '../clock';
import {
  availabilityOf,
  grantableOf,
  type Availability,
  type Candidate,
  type FolderEntry,
} from './candidate';
import { afterLook, type FolderHistory, type SeenFolder } from './folderHistory';
import type { FolderStat, StatFolder } from './folderStat';
import type { RealPath } from './realPath';
import { addressKey } from './grantable';
import { schemeOf } from './rootAddress';

/** The granted ones among a folder and those around it: which directories these are decides about the folder too. */
export type GrantedAround = (folder: RealPath) => Iterable<RealPath>;

/** What is known of one path. */
interface Known {
  readonly stat: FolderStat;
  readonly history: FolderHistory | undefined;
  /** The number of the look that found this. */
  readonly look: number;
}

/**
 * Every candidate, in order (rule 8), with what the disk says of it. No path is a candidate before it was looked at;
 * what is removed from the entries leaves the catalog at once.
 */
export class Catalog implements Disposable {
  readonly #look: StatFolder;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #around: GrantedAround;
  readonly #changed = new Emitter<readonly Candidate[]>();
  /** What is known of the entries, by path. */
  readonly #known = new Map<string, Known>();
  /** What is known of granted folders that are no entries, by path. */
  #knownAround: ReadonlyMap<string, Known> = new Map();
  #looks = 0;
  /** Resolves once the list that was set last has taken effect. */
  #setting: Promise<void> = Promise.resolve();
  #entries: readonly FolderEntry[] = [];
  #candidates: readonly Candidate[] = [];
  #folders: ReadonlyMap<RealPath, SeenFolder> = new Map();

  /** Fires with the list when it, or what is known of the directories in it and around it, has changed. */
  readonly onDidChange = this.#changed.event;

  /** @param around left out: nothing around the entries is looked at */
  constructor(look: StatFolder, clock: Pick<Clock, 'now'>, around: GrantedAround = () => []) {
    this.#look = look;
    this.#clock = clock;
    this.#around = around;
  }

  get candidates(): readonly Candidate[] {
    return this.#candidates;
  }

  /** By real path: every directory that is known, of candidates and of granted folders around them. */
  get folders(): ReadonlyMap<RealPath, SeenFolder> {
    return this.#folders;
  }

  /**
   * Takes another list of entries. What is not in it is gone at once. New entries appear together, once all of them
   * were looked at; several lists in quick succession are one change. Resolves then.
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

  dispose(): void {
    this.#changed.dispose();
  }

  async #set(entries: readonly FolderEntry[], isLatest: () => boolean): Promise<void> {
    this.#entries = entries;
    const paths = new Set(entries.map(({ path }) => path));
    for (const path of this.#known.keys()) if (!paths.has(path)) this.#known.delete(path);
    this.#publish();
    await this.#lookAt(entries.filter(({ path }) => path !== undefined && !this.#known.has(path)));
    if (isLatest()) this.#publish();
    else await this.#setting;
  }

  async #lookAt(entries: readonly FolderEntry[]): Promise<void> {
    const number = (this.#looks += 1);
    const paths = entries.flatMap(({ path }) => path ?? []);
    const seen = await this.#lookAtPaths(paths, number, this.#known);
    const wanted = new Set(this.#entries.map(({ path }) => path));
    // A look that began later may have ended sooner; its result holds.
    for (const [path, known] of seen) {
      if (wanted.has(path) && number > (this.#known.get(path)?.look ?? 0)) this.#known.set(path, known);
    }
    await this.#lookAround(number);
  }

  /** Looks at granted folders around those that were found: a grant is for one directory, also for what lies inside. */
  async #lookAround(number: number): Promise<void> {
    const found = new Set([...this.#known.values()].flatMap(realPathOf));
    const granted = new Set([...found].flatMap((folder) => [...this.#around(folder)]));
    const paths = [...granted].filter((folder) => !found.has(folder));
    const seen = await this.#lookAtPaths(paths, number, this.#knownAround);
    const isLater = ([path, { look }]: readonly [string, Known]) =>
      look > (this.#knownAround.get(path)?.look ?? 0);
    const kept = [...this.#knownAround].filter(([path]) => granted.has(path as RealPath));
    this.#knownAround = new Map([...kept, ...[...seen].filter(isLater)]);
  }

  async #lookAtPaths(
    paths: readonly string[],
    look: number,
    before: ReadonlyMap<string, Known>,
  ): Promise<ReadonlyMap<string, Known>> {
    const looks = [...new Set(paths)].map(async (path) => {
      const began = this.#clock.now();
      const stat = await this.#look(path);
      const time = { began, ended: this.#clock.now() };
      return [path, { stat, time }] as const;
    });
    const seen = await Promise.all(looks);
    return new Map(
      seen.map(([path, { stat, time }]) => {
        return [path, { stat, history: afterLook(before.get(path)?.history, stat, time), look }];
      }),
    );
  }

  #publish(): void {
    const next = mergeByRealPath(
      this.#entries,
      (entry) => this.#availability(entry),
      ({ path }) => (path === undefined ? undefined : this.#known.get(path)?.history?.ledTo),
    );
    const folders = foldersIn([...this.#knownAround.values(), ...this.#known.values()]);
    const isSame = JSON.stringify(next) === JSON.stringify(this.#candidates);
    if (isSame && JSON.stringify([...folders]) === JSON.stringify([...this.#folders])) return;
    this.#candidates = next;
    this.#folders = folders;
    this.#changed.fire(next);
  }

  #availability({ path, uri, origin }: FolderEntry): Availability | undefined {
    if (origin === 'address') return { kind: 'address', key: addressKey(uri), scheme: schemeOf(uri) };
    if (path === undefined) return { kind: 'scheme not supported', scheme: uri.slice(0, uri.indexOf(':')) };
    const stat = this.#known.get(path)?.stat;
    return stat && availabilityOf(stat, origin === 'file' ? 'file' : 'folder');
  }
}

function realPathOf({ stat }: Known): readonly RealPath[] {
  return stat.kind === 'available' ? [stat.realPath] : [];
}

/** Of several paths that lead to one directory the latest look counts; looks that found a directory go first. */
function foldersIn(all: readonly Known[]): ReadonlyMap<RealPath, SeenFolder> {
  const folders = new Map<RealPath, SeenFolder>();
  const isThere = ({ stat }: Known) => stat.kind === 'available';
  const order = (a: Known, b: Known) => Number(isThere(b)) - Number(isThere(a)) || b.look - a.look;
  for (const known of all.toSorted(order)) {
    const { realPath, folder } = known.history ?? {};
    if (realPath === undefined || folder === undefined) continue;
    const first = folders.get(realPath);
    const isSwapped = isThere(known) && folder.isSwapped;
    if (first === undefined) folders.set(realPath, folder);
    else if (isSwapped && !first.isSwapped) folders.set(realPath, { ...first, isSwapped });
  }
  return folders;
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
    const key = grantableOf({ availability }) ?? `unavailable ${entry.uri}`;
    const first = merged.get(key);
    const ledTo = ledToOf(entry);
    const candidate = first
      ? { ...first, aliases: [...first.aliases, entry] }
      : { ...entry, availability, ...(ledTo !== undefined && { ledTo }), aliases: [] };
    merged.set(key, candidate);
  }
  return [...merged.values()];
}
