import { win32 } from 'node:path';
import type { Disk, Entry, EntryKind } from '../../../src/core/roots/disk';
import { asRealPath } from '../../../src/core/roots/realPath';

/** What lies at each true path of a pretended Windows disk; a junction or link by its target. */
export type Tree = Readonly<Record<string, 'directory' | 'file' | { readonly to: string }>>;

export interface WindowsDiskOptions {
  /** Directories whose entries differ by letter case (`fsutil file setCaseSensitiveInfo`). */
  readonly caseSensitive?: readonly string[];
  /** Other spellings of a path: short names, `subst` and mapped drives. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/**
 * Answers as NTFS does: names found without regard to letter case (but not folded beyond what NTFS folds), real paths
 * in true spelling. Remembers every path it was asked about.
 */
export class WindowsDisk implements Disk {
  readonly flavour = 'win32';
  readonly asked: string[] = [];
  readonly #tree: Tree;
  readonly #options: WindowsDiskOptions;

  constructor(tree: Tree, options: WindowsDiskOptions = {}) {
    this.#tree = tree;
    this.#options = options;
  }

  async realPath(path: string): ReturnType<Disk['realPath']> {
    return this.realPathNow(path);
  }

  realPathNow(path: string): ReturnType<Disk['realPathNow']> {
    this.asked.push(path);
    const real = this.#resolve(path, true);
    return real === undefined ? { kind: 'missing' } : { kind: 'found', realPath: asRealPath(real) };
  }

  look(path: string): Entry | 'missing' {
    this.asked.push(path);
    const real = this.#resolve(path, false);
    return real === undefined
      ? 'missing'
      : { kind: this.#kind(real), identity: { device: '1', inode: real } };
  }

  linkTarget(path: string): string | undefined {
    const entry = this.#tree[this.#resolve(path, false) ?? ''];
    return typeof entry === 'object' ? entry.to : undefined;
  }

  #kind(real: string): EntryKind {
    const entry = this.#tree[real];
    if (typeof entry === 'object') return 'link';
    return entry ?? 'directory';
  }

  #resolve(path: string, followLast: boolean): string | undefined {
    let volume = win32.parse(path).root;
    const names = path.slice(volume.length).split('\\').filter(Boolean);
    if (/^[a-z]:/u.test(volume)) volume = volume.toUpperCase();
    let at = this.#options.aliases?.[volume] ?? volume;
    for (const [index, name] of names.entries()) {
      const found = this.#child(at, name);
      if (found === undefined) return undefined;
      const entry = this.#tree[found];
      const follow = typeof entry === 'object' && (followLast || index < names.length - 1);
      const next = follow ? this.#resolve(entry.to, true) : found;
      if (next === undefined) return undefined;
      at = next;
    }
    return at;
  }

  #child(directory: string, name: string): string | undefined {
    const path = win32.join(directory, name);
    const alias = this.#options.aliases?.[path];
    if (alias !== undefined) return alias;
    if (this.#options.caseSensitive?.includes(directory) === true)
      return path in this.#tree ? path : undefined;
    return Object.keys(this.#tree).find((each) => upperOnNtfs(each) === upperOnNtfs(path));
  }
}

/** NTFS keeps U+017F apart from S; JavaScript does not. */
function upperOnNtfs(path: string): string {
  return path.replaceAll('\u017f', '\u0000').toUpperCase();
}
