import { mkdir, readdir, readFile, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PinnedRoot } from '../../../src/core/roots/containment';
import type { RealPath } from '../../../src/core/roots/realPath';
import { pinRoot } from '../../../src/node/paths/pinRoot';

export const names = ['a', 'b', 'c'] as const;
export type Name = (typeof names)[number];

/** `out` is never granted. */
export const places = [...names, 'out'] as const;
export type Place = (typeof places)[number];

/** What somebody points to, by a path that says where it seems to lie; `up` leads through `..`. */
export interface Target {
  readonly in: Place;
  readonly at: 'file' | 'sub' | 'new' | 'up';
}

/**
 * Folders on the real disk, each with a file and a file in a folder inside, which can be put out of the way for links.
 * Every text on it is there once only, so that a text says which file it was read from.
 */
export class ModelDisk {
  readonly top: string;
  /** Those in whose place a link lies. */
  readonly linkedRoots = new Set<Name>();
  readonly #linkedSubs = new Set<Name>();
  readonly #pins = new Map<Name, PinnedRoot>();
  /** One change after another. */
  #changing: Promise<void> = Promise.resolve();
  #words = 0;

  static async make(top: string): Promise<ModelDisk> {
    const disk = new ModelDisk(top);
    for (const each of places) {
      await mkdir(path.join(top, each, 'sub'), { recursive: true });
      for (const file of ['f', 'sub/f'])
        await writeFile(path.join(top, each, file), text(`the text of ${each}/${file}`));
      const pinned = each === 'out' ? undefined : await pinRoot(path.join(top, each));
      if (pinned !== undefined && each !== 'out') disk.#pins.set(each, pinned);
    }
    return disk;
  }

  private constructor(top: string) {
    this.top = top;
  }

  get isLinked(): boolean {
    return this.linkedRoots.size + this.#linkedSubs.size > 0;
  }

  folder(name: Name): RealPath {
    const pinned = this.#pins.get(name);
    if (pinned === undefined) throw new Error(`There is no folder ${name}.`);
    return pinned.realPath;
  }

  /** The directory that was granted, whatever lies there now. */
  pinned(folder: RealPath): PinnedRoot | undefined {
    return [...this.#pins.values()].find(({ realPath }) => realPath === folder);
  }

  pathOf(place: Place): string {
    return path.join(this.top, place);
  }

  /** As an agent writes it. */
  file({ in: place, at }: Target): string {
    const folder = this.pathOf(place);
    switch (at) {
      case 'file':
        return `${folder}/f`;
      case 'sub':
        return `${folder}/sub/f`;
      case 'up':
        return `${folder}/sub/../f`;
      case 'new':
        return `${folder}/sub/new-${(this.#words += 1)}`;
    }
  }

  directory({ in: place, at }: Target): string {
    const folder = this.pathOf(place);
    switch (at) {
      case 'file':
        return folder;
      case 'sub':
        return `${folder}/sub`;
      case 'up':
        return `${folder}/sub/..`;
      case 'new':
        return `${folder}/none`;
    }
  }

  newText(): string {
    return text(`word ${(this.#words += 1)}`);
  }

  /** What every file says, by the name that it has where nothing is out of the way. */
  async texts(): Promise<ReadonlyMap<string, string>> {
    const entries = await readdir(this.top, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((each) => each.isFile())
      .map((each) => path.join(each.parentPath, each.name));
    return new Map(
      await Promise.all(
        files.map(async (file) => [this.nameOf(file), await readFile(file, 'utf8')] as const),
      ),
    );
  }

  /** The name of what lies at a real path, as `texts` has it. */
  nameOf(file: string): string {
    return path.relative(this.top, file).replaceAll('.away', '');
  }

  linkSub(of: Name, to: Place): Promise<void> {
    return this.#change(async () => {
      if (this.linkedRoots.has(of) || this.#linkedSubs.has(of)) return;
      this.#linkedSubs.add(of);
      const sub = path.join(this.top, of, 'sub');
      await rename(sub, `${sub}.away`);
      await symlink(path.join(this.top, to, to === of ? 'sub.away' : 'sub'), sub);
    });
  }

  linkRoot(of: Name, to: Place): Promise<void> {
    return this.#change(async () => {
      if (this.linkedRoots.has(of) || to === of) return;
      this.linkedRoots.add(of);
      await rename(path.join(this.top, of), path.join(this.top, `${of}.away`));
      await symlink(path.join(this.top, to), path.join(this.top, of));
    });
  }

  /** Everything is again where it was. */
  mend(of: Name): Promise<void> {
    return this.#change(async () => {
      const root = path.join(this.top, of);
      if (this.linkedRoots.has(of)) {
        await unlink(root);
        await rename(`${root}.away`, root);
        this.linkedRoots.delete(of);
      }
      if (this.#linkedSubs.delete(of)) {
        await unlink(path.join(root, 'sub'));
        await rename(path.join(root, 'sub.away'), path.join(root, 'sub'));
      }
    });
  }

  #change(change: () => Promise<void>): Promise<void> {
    this.#changing = this.#changing.then(change);
    return this.#changing;
  }
}

/** All of one length: what is read while it is written is the one or the other. */
function text(words: string): string {
  return words.padEnd(32, '.');
}

/** The folder of a file's name. */
export function placeOf(name: string): Place {
  const found = places.find((each) => name === each || name.startsWith(`${each}/`));
  if (found === undefined) throw new Error(`"${name}" lies in no folder.`);
  return found;
}
