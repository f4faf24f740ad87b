import path from 'node:path';
import { RelativePattern, Uri, window, workspace, type ExtensionContext } from 'vscode';
import type { NativePlace, NativeServer } from '../../core/chat/nativeServer';
import { nativeDuplicate } from '../../core/chat/nativeDuplicate';
import { Emitter } from '../../core/event';
import { Lifetime, Slot, type Disposable } from '../../core/lifecycle';
import type { NativePlaces } from '../../node/chat/nativeConfigurations';
import type { ManagedServer } from '../../node/servers/managedServer';
import { nativePlaces } from './nativePlaces';

/** How long to wait before looking, in milliseconds: an editor writes a file in several steps. */
const settling = 100;

/**
 * The servers that VS Code's own configuration starts in this window, kept up to date. If one of them is also a server
 * of ours, VS Code tells it of folders, whatever is decided here.
 */
export class NativeCopies implements Disposable {
  readonly #context: Pick<ExtensionContext, 'globalStorageUri'>;
  readonly #shim: string;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  readonly #watching = this.#lifetime.add(new Slot<Disposable>());
  #watched = '';
  #natives: readonly NativeServer[] = [];
  #due: NodeJS.Timeout | undefined;
  #latest = 0;

  /** Fires when VS Code's configuration starts other servers than before. */
  readonly onDidChange = this.#changed.event;

  /** @param shim the path of our shim: an entry that starts it is no copy, since it obeys the decisions made here */
  constructor(context: Pick<ExtensionContext, 'globalStorageUri'>, shim: string) {
    this.#context = context;
    this.#shim = shim;
    const soon = () => this.#lookSoon();
    this.#lifetime.add(workspace.onDidChangeWorkspaceFolders(soon));
    this.#lifetime.add(workspace.onDidGrantWorkspaceTrust(soon));
    this.#lifetime.add(
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('chat.mcp')) soon();
      }),
    );
    // Some disks tell a watcher nothing: looks again when the user comes back to the window.
    this.#lifetime.add(
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) soon();
      }),
    );
    soon();
  }

  /** The entries of VS Code's configuration that start this server of ours. */
  of({ definition }: Pick<ManagedServer, 'definition'>): readonly NativeServer[] {
    return nativeDuplicate(definition, this.#natives, this.#shim);
  }

  /** The entry of this label in this file; undefined if VS Code does not start it. */
  at(file: string, label: string): NativeServer | undefined {
    return this.#natives.find((each) => each.isRead && each.file === file && each.label === label);
  }

  /** Where VS Code's own servers are configured. */
  get places(): NativePlaces {
    return nativePlaces(this.#context);
  }

  /** Reads every file now. Never throws: what cannot be read is skipped, since VS Code cannot read it either. */
  async look(): Promise<void> {
    this.#latest += 1;
    const own = this.#latest;
    const { readNativeServers, nativeFiles } = await import('../../node/settings/jsonReaders.js');
    const { places } = this;
    const [natives, files] = await Promise.all([readNativeServers(places), nativeFiles(places)]);
    if (own !== this.#latest || this.#lifetime.ended) return;
    this.#watch(files);
    if (JSON.stringify(natives) === JSON.stringify(this.#natives)) return;
    this.#natives = natives;
    this.#changed.fire();
  }

  dispose(): void {
    clearTimeout(this.#due);
    this.#lifetime.dispose();
  }

  #lookSoon(): void {
    this.#due ??= setTimeout(() => {
      this.#due = undefined;
      void this.look();
    }, settling);
  }

  /**
   * Makes a watcher for each file that VS Code reads, in its folder. None is recursive, so that no setting excludes it.
   */
  #watch(files: readonly NativePlace[]): void {
    const read = files.filter(({ isRead }) => isRead).map(({ file }) => file);
    if (read.join('\n') === this.#watched) return;
    this.#watched = read.join('\n');
    const watching = new Lifetime();
    const soon = () => this.#lookSoon();
    for (const file of read) {
      const pattern = new RelativePattern(Uri.file(path.dirname(file)), path.basename(file));
      const watcher = watching.add(workspace.createFileSystemWatcher(pattern));
      watching.add(watcher.onDidChange(soon));
      watching.add(watcher.onDidCreate(soon));
      watching.add(watcher.onDidDelete(soon));
    }
    this.#watching.value = watching;
  }
}
