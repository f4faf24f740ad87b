import {
  commands,
  EventEmitter,
  TabInputText,
  TabInputTextDiff,
  Uri,
  window,
  workspace,
  type TextDocumentContentProvider,
} from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';

const scheme = 'mcp-roots';

/**
 * Read-only documents; `refresh` has all of them written anew. They are shown as text: much of it comes from others.
 */
export class ReadOnlyDocuments implements TextDocumentContentProvider, Disposable {
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new EventEmitter<Uri>());
  readonly #writers = new Map<string, () => string>();

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#lifetime.add(workspace.registerTextDocumentContentProvider(scheme, this));
    this.#lifetime.add(
      workspace.onDidCloseTextDocument(({ uri }) => void this.#writers.delete(uri.toString())),
    );
  }

  /**
   * Opens the document of this title.
   * @param preserveFocus leaves the focus where it is, such as in an open question
   */
  async show(title: string, write: () => string, preserveFocus = false): Promise<void> {
    const uri = this.#written(title, write);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true, preserveFocus });
  }

  /** Opens two documents side by side, differences marked. */
  async showDifference(
    title: string,
    before: { readonly title: string; readonly text: string },
    after: { readonly title: string; readonly text: string },
  ): Promise<void> {
    const left = this.#written(before.title, () => before.text);
    const right = this.#written(after.title, () => after.text);
    await commands.executeCommand('vscode.diff', left, right, title, { preview: true });
  }

  /** Closes the tabs that show the document of this title. */
  async close(title: string): Promise<void> {
    const uri = uriOf(title).toString();
    const tabs = window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => {
        if (input instanceof TabInputText) return input.uri.toString() === uri;
        return input instanceof TabInputTextDiff && input.modified.toString() === uri;
      });
    if (tabs.length > 0) await window.tabGroups.close(tabs);
  }

  /** Has every open document written again. */
  refresh(): void {
    for (const uri of this.#writers.keys()) this.#changed.fire(Uri.parse(uri));
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#writers.get(uri.toString())?.() ?? 'Open this document again from the MCP Roots view.';
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #written(title: string, write: () => string): Uri {
    const uri = uriOf(title);
    this.#writers.set(uri.toString(), write);
    this.#changed.fire(uri);
    return uri;
  }
}

function uriOf(title: string): Uri {
  return Uri.from({ scheme, path: `/${title.replaceAll(/[\\/]/g, '_')}` });
}
