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

/** A file that is on no disk. */
export interface MemoryFile {
  readonly bytes: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/**
 * Files of a scheme of ours, in memory, which VS Code opens like others. Each is named to it when it is there: nothing
 * is listed, made, moved or removed from outside.
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

  /** @throws {FileSystemError} when it is not there, or not any more */
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

/** Every tab that shows a file as a text or in a viewer of its own. */
export function fileTabs(): readonly { readonly tab: Tab; readonly uri: Uri }[] {
  return window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap((tab) => {
      const { input } = tab;
      return input instanceof TabInputText || input instanceof TabInputCustom ? { tab, uri: input.uri } : [];
    });
}
