import {
  commands,
  FileSystemError,
  TextDocumentSaveReason,
  Uri,
  window,
  workspace,
  type Tab,
  type TextDocument,
} from 'vscode';
import { Lifetime } from '../../core/lifecycle';
import { fileTabs, MemoryFiles, type MemoryFile } from '../documents/memoryFiles';
import { onAbort } from './questionPick';

const scheme = 'mcp-roots-edit';

/** A document that the user may edit for the time of a question. */
export interface EditedDocument {
  /** As it stands in the editor, saved or not. */
  readonly text: string;
  /** Brings it to the front below a question, which keeps the focus. */
  show(): Promise<void>;
  /** Hands it to the user; resolves once it was saved by hand, its tab was closed, or the signal is aborted. */
  edit(signal: AbortSignal): Promise<void>;
  /** Shows a file that belongs to it, below a question, which keeps the focus; it is closed with the document. */
  showBeside(name: string, bytes: Uint8Array): Promise<void>;
  /** Closes its tabs without a question about what is not saved. */
  close(): Promise<void>;
}

/** Documents in memory that are edited like files. What is in them is gone when their question is over. */
export class EditedDocuments extends MemoryFiles {
  /** By path, since VS Code's viewer of images adds a query to the URI. */
  readonly #files = new Map<string, MemoryFile>();
  #count = 0;

  constructor() {
    super(scheme, { isReadonly: false });
  }

  /** Opens a new document. @param name of a file; its ending says the language */
  async open(name: string, text: string): Promise<EditedDocument> {
    const uri = this.#add(name, Buffer.from(text));
    const document = await workspace.openTextDocument(uri);
    const beside: Uri[] = [];
    return {
      get text() {
        return current(document).getText();
      },
      show: async () => {
        await window.showTextDocument(uri, { preview: false, preserveFocus: true });
      },
      edit: async (signal) => {
        await window.showTextDocument(uri, { preview: false });
        await editedByHand(uri, signal);
      },
      showBeside: async (other, bytes) => {
        const shown = this.#add(other, bytes);
        beside.push(shown);
        await commands.executeCommand('vscode.open', shown, { preserveFocus: true, preview: true });
      },
      close: async () => {
        for (const each of [uri, ...beside]) await this.#close(each);
      },
    };
  }

  #add(name: string, bytes: Uint8Array): Uri {
    this.#count += 1;
    const uri = Uri.from({ scheme, path: `/${this.#count}/${name.replaceAll(/[\\/]/g, '_')}` });
    this.#files.set(uri.path, { bytes, changedAt: Date.now() });
    return uri;
  }

  override writeFile(uri: Uri, bytes: Uint8Array): void {
    this.fileAt(uri);
    this.#files.set(uri.path, { bytes, changedAt: Date.now() });
  }

  protected fileAt(uri: Uri): MemoryFile {
    const file = this.#files.get(uri.path);
    if (file === undefined) throw FileSystemError.FileNotFound(uri);
    return file;
  }

  async #close(uri: Uri): Promise<void> {
    const document = workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    if (document?.isDirty) await document.save();
    const tabs = tabsOf(uri);
    if (tabs.length > 0) await window.tabGroups.close(tabs);
    this.#files.delete(uri.path);
  }
}

/** The document as it is open now: once its tab was closed and opened again, it is another object. */
function current(document: TextDocument): TextDocument {
  const uri = document.uri.toString();
  return workspace.textDocuments.find((each) => each.uri.toString() === uri) ?? document;
}

function tabsOf(uri: Uri): readonly Tab[] {
  return fileTabs().flatMap((each) => (each.uri.toString() === uri.toString() ? each.tab : []));
}

/** Resolves when the user saves the file (auto save does not count), its tabs are closed, or the signal is aborted. */
function editedByHand(uri: Uri, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const lifetime = new Lifetime();
    const end = () => {
      lifetime.dispose();
      resolve();
    };
    lifetime.add(
      workspace.onWillSaveTextDocument(({ document, reason }) => {
        if (document.uri.toString() !== uri.toString() || reason !== TextDocumentSaveReason.Manual) return;
        setImmediate(end);
      }),
    );
    lifetime.add(
      window.tabGroups.onDidChangeTabs(({ closed }) => {
        if (closed.length > 0 && tabsOf(uri).length === 0) end();
      }),
    );
    lifetime.add(onAbort(signal, end));
    if (signal.aborted) end();
  });
}
