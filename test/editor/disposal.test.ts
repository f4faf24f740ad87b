import { deepEqual, equal } from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extensions, Uri, type ExtensionContext } from 'vscode';
import { Lifetime, type Disposable } from '../../src/core/lifecycle';
import { Postponed } from '../../src/editor/consent/postponed';
import { ContextKeys } from '../../src/editor/contextKeys';
import { EditorHost } from '../../src/editor/editorHost';
import { FolderNotes } from '../../src/editor/folders/folderNotes';
import { Logs } from '../../src/editor/logs';
import { memoryMemento } from './memoryMemento';

/** Counts everything that a lifetime took over and that was not disposed since. */
class Account implements Disposable {
  readonly #add = Object.getOwnPropertyDescriptor(Lifetime.prototype, 'add');
  readonly #open = new Set<Disposable>();
  #taken = 0;

  constructor() {
    const { value: add } = this.#add ?? {};
    const take = (owned: Disposable) => this.#take(owned);
    Lifetime.prototype.add = function <T extends Disposable>(this: Lifetime, owned: T): T {
      take(owned);
      return (add as (this: Lifetime, owned: T) => T).call(this, owned);
    };
  }

  get taken(): number {
    return this.#taken;
  }

  /** What is still open, by the names of its classes. */
  get open(): readonly string[] {
    return [...this.#open].map(({ constructor }) => constructor.name);
  }

  dispose(): void {
    if (this.#add !== undefined) Object.defineProperty(Lifetime.prototype, 'add', this.#add);
  }

  #take(owned: Disposable): void {
    if (this.#open.has(owned)) return;
    const dispose = owned.dispose.bind(owned);
    this.#taken += 1;
    this.#open.add(owned);
    owned.dispose = () => {
      this.#open.delete(owned);
      dispose();
    };
  }
}

describe('everything that the editor opens', () => {
  let storage: string;
  let account: Account;

  beforeEach(() => {
    storage = mkdtempSync(path.join(realpathSync(tmpdir()), 'mcp-roots-disposal-'));
    account = new Account();
  });

  afterEach(() => {
    account.dispose();
    rmSync(storage, { recursive: true, force: true, maxRetries: 5 });
  });

  it('is disposed again at the end', async () => {
    const own = new Lifetime();
    const notes = own.add(new FolderNotes(memoryMemento()));
    const postponed = own.add(new Postponed());
    const logs = own.add(new Logs());
    const context = contextIn(storage);
    const editor = own.add(new EditorHost({ context, logs, notes, postponed, keys: new ContextKeys() }));
    const { host } = await editor.open();
    equal(host.supervisor.servers.all.length, 1);
    await editor.close();
    own.dispose();
    equal(account.taken > 20, true);
    deepEqual(account.open, []);
  });
});

/** What the extension's own context offers, with a storage of its own. */
function contextIn(storage: string): ExtensionContext {
  const extension = extensions.getExtension('mcp-roots.mcp-roots');
  if (extension === undefined) throw new Error('The extension is not there.');
  const context: Pick<ExtensionContext, 'globalStorageUri' | 'asAbsolutePath'> = {
    globalStorageUri: Uri.file(path.join(storage, 'storage')),
    asAbsolutePath: (file) => path.join(extension.extensionPath, file),
  };
  return { ...context, extension } as ExtensionContext;
}
