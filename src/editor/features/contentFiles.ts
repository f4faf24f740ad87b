import { FileChangeType, FilePermission, FileSystemError, Uri, window, type FileStat } from 'vscode';
import type { ContentFile } from '../../core/features/contentFile';
import type { Lifetime } from '../../core/lifecycle';
import { displayText } from '../../core/text';
import { fileTabs, MemoryFiles, type MemoryFile } from '../documents/memoryFiles';

/** The scheme of files with what servers gave. */
export const contentScheme = 'mcp-roots-content';

/** How many groups of files are held that no tab has shown. */
const mostUnseen = 20;

interface Held {
  readonly files: Map<string, MemoryFile>;
  readonly whileOpen: Lifetime;
  wasOpened: boolean;
}

/**
 * What servers and agents gave, as read-only files in memory, so that VS Code opens each with its viewer for such a
 * file. Files that belong together are held until no tab shows any of them.
 */
export class ContentFiles extends MemoryFiles {
  readonly #groups = new Map<string, Held>();
  #lastGroup = 0;

  readonly #scheme: string;

  /** @param scheme of their URIs: VS Code takes one provider for each */
  constructor(scheme = contentScheme) {
    super(scheme, { isReadonly: true });
    this.#scheme = scheme;
    this.lifetime.add(window.tabGroups.onDidChangeTabs(() => this.#follow()));
  }

  /**
   * Holds these files from now on, as one group.
   * @param server the name of the server or agent, which their paths contain
   * @param whileOpen ends when no tab shows any of them any more
   * @returns their URIs, in order
   */
  hold(server: string, files: readonly ContentFile[], whileOpen: Lifetime): readonly Uri[] {
    const plain = displayText(server, 40).replaceAll(/[\\/?#%]/g, '_');
    const group = `${plain} ${(this.#lastGroup += 1)}`;
    const held: Held = { files: new Map(), whileOpen, wasOpened: false };
    this.#groups.set(group, held);
    this.#letGoOfOldest();
    return files.map(({ name, bytes }) => {
      const free = freeName(name, held.files);
      held.files.set(free, { bytes, changedAt: Date.now() });
      return Uri.from({ scheme: this.#scheme, path: `/${group}/${free}` });
    });
  }

  /** Replaces the content of a file; does nothing if it is not held any more. */
  replace(uri: Uri, bytes: Uint8Array): void {
    const [group, name] = partsOf(uri);
    const files = this.#groups.get(group)?.files;
    if (files?.has(name) !== true) return;
    files.set(name, { bytes, changedAt: Date.now() });
    this.changed.fire([{ type: FileChangeType.Changed, uri }]);
  }

  override stat(uri: Uri): FileStat {
    return { ...super.stat(uri), permissions: FilePermission.Readonly };
  }

  override dispose(): void {
    for (const { whileOpen } of this.#groups.values()) whileOpen.dispose();
    this.#groups.clear();
    super.dispose();
  }

  protected fileAt(uri: Uri): MemoryFile {
    const [group, name] = partsOf(uri);
    const file = this.#groups.get(group)?.files.get(name);
    if (file === undefined) throw FileSystemError.FileNotFound('Open this again from the MCP Roots view.');
    return file;
  }

  /**
   * Lets go of the oldest groups that no tab has shown. Some never have a tab that can be recognised, such as a file
   * without a viewer, and would be held for ever.
   */
  #letGoOfOldest(): void {
    const unseen = [...this.#groups].filter(([, { wasOpened }]) => !wasOpened);
    for (const [group, { whileOpen }] of unseen.slice(0, -mostUnseen)) {
      this.#groups.delete(group);
      whileOpen.dispose();
    }
  }

  /** Lets go of the groups that a tab has shown and none shows any more. */
  #follow(): void {
    const open = new Set(
      fileTabs().flatMap(({ uri }) => (uri.scheme === this.#scheme ? partsOf(uri)[0] : [])),
    );
    for (const [group, held] of this.#groups) {
      if (open.has(group)) held.wasOpened = true;
      else if (held.wasOpened) {
        this.#groups.delete(group);
        held.whileOpen.dispose();
      }
    }
  }
}

function partsOf({ path }: Uri): readonly [group: string, name: string] {
  const [, group = '', ...name] = path.split('/');
  return [group, name.join('/')];
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${count} ${name}`)) count += 1;
  return `${count} ${name}`;
}
