import {
  EventEmitter,
  FileSystemError,
  FileType,
  window,
  workspace,
  TabInputCustom,
  TabInputText,
  type FileChangeEvent,
  type FileStat,
  type FileSystemProvider,
  type Tab,
  type Uri,
} from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';

/** A file in memory. */
export interface MemoryFile {
  readonly bytes: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/**
 * Files in memory under a scheme of ours, which VS Code opens like others. VS Code cannot list, make, move or remove
 * them; it can write them only if a subclass allows it.
 */
export abstract class MemoryFiles implements FileSystemProvider, Disposable {
  protected readonly lifetime = new Lifetime();
  protected readonly changed = this.lifetime.add(new EventEmitter<FileChangeEvent[]>());

  readonly onDidChangeFile = this.changed.event;

  constructor(scheme: string, options: { readonly isReadonly: boolean }) {
    this.lifetime.add(
      workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true, ...options }),
    );
  }

  /** @throws {FileSystemError} when there is no such file, or not any more */
  protected abstract fileAt(uri: Uri): MemoryFile;

  readFile(uri: Uri): Uint8Array {
    return this.fileAt(uri).bytes;
  }

  stat(uri: Uri): FileStat {
    const { bytes, changedAt } = this.fileAt(uri);
    return { type: FileType.File, ctime: changedAt, mtime: changedAt, size: bytes.byteLength };
  }

  watch(): Disposable {
    return new Lifetime();
  }

  writeFile(_uri: Uri, _bytes: Uint8Array): void {
    throw FileSystemError.NoPermissions();
  }

  readDirectory(): never {
    throw FileSystemError.NoPermissions();
  }

  createDirectory(): never {
    throw FileSystemError.NoPermissions();
  }

  delete(): never {
    throw FileSystemError.NoPermissions();
  }

  rename(): never {
    throw FileSystemError.NoPermissions();
  }

  dispose(): void {
    this.lifetime.dispose();
  }
}

/** Every tab that shows a file as text or in a custom editor. */
export function fileTabs(): readonly { readonly tab: Tab; readonly uri: Uri }[] {
  return window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap((tab) => {
      const { input } = tab;
      return input instanceof TabInputText || input instanceof TabInputCustom ? { tab, uri: input.uri } : [];
    });
}
