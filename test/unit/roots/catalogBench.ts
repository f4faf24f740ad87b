import type { Candidate, FolderEntry } from '../../../src/core/roots/candidate';
import { Catalog } from '../../../src/core/roots/catalog';
import type { FolderStat, FoundFolder } from '../../../src/core/roots/folderStat';
import { asRealPath } from '../../../src/core/roots/realPath';

/** A folder of the workspace at this path; its URI is its path, so that tests read easily. */
export function entry(path: string, name = path.slice(path.lastIndexOf('/') + 1)): FolderEntry {
  return { uri: `file://${path}`, path, name, origin: 'workspace' };
}

/** @param bornAt in the time of the disk */
export function available(realPath: string, inode = 'i1', device = 'd1', bornAt?: number): FoundFolder {
  const identity = { device, inode };
  return {
    kind: 'available',
    realPath: asRealPath(realPath),
    identity,
    ...(bornAt !== undefined && { bornAt }),
  };
}

/** A disk of which a test says what lies where; what it does not name is missing. */
export class FakeDisk {
  readonly folders = new Map<string, FolderStat>();
  /** Every path that was looked at, in order. */
  readonly looks: string[] = [];
  /** While set, looks wait for it before they read the disk. */
  gate: Promise<void> | undefined;
  /** Passes with every look. */
  time = 100;
  readonly clock = { now: () => this.time };

  constructor(...paths: string[]) {
    for (const path of paths) this.folders.set(path, available(path));
  }

  readonly look = async (path: string): Promise<FolderStat> => {
    this.looks.push(path);
    this.time += 1;
    const seen = this.folders.get(path) ?? { kind: 'missing' };
    await this.gate;
    return seen;
  };
}

/** A catalog over a fake disk, and every list that it announced. */
export async function catalogOf(
  disk: FakeDisk,
  ...entries: FolderEntry[]
): Promise<{ readonly catalog: Catalog; readonly announced: (readonly Candidate[])[] }> {
  const catalog = new Catalog(disk.look, disk.clock);
  const announced: (readonly Candidate[])[] = [];
  catalog.onDidChange((candidates) => announced.push(candidates));
  await catalog.setEntries(entries);
  return { catalog, announced };
}

/** Names and availability, in order. */
export function sights(candidates: readonly Candidate[]): readonly string[] {
  return candidates.map(({ name, availability }) => `${name}: ${availability.kind}`);
}
