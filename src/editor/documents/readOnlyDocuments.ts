import { EventEmitter, Uri, window, workspace, type TextDocumentContentProvider } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';

const scheme = 'mcp-roots';

/** Read-only documents, written anew whenever what they tell of has changed. Plain text: much of it comes from others. */
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

  /** Opens the document of this title; a question that is open keeps the focus where that is asked for. */
  async show(title: string, write: () => string, preserveFocus = false): Promise<void> {
    const uri = Uri.from({ scheme, path: `/${title.replaceAll(/[\\/]/g, '_')}` });
    this.#writers.set(uri.toString(), write);
    this.#changed.fire(uri);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true, preserveFocus });
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
}
