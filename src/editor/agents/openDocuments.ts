import { workspace, type NotebookDocument, type TextDocument } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { RealPath } from '../../core/roots/realPath';
import type { OpenTexts, PlannedWrite } from '../../node/acp/openTexts';
import { realPathOf } from '../../node/folders/realPathOf';
import { encoded, readAnew, replaceText } from './documentText';

/**
 * The documents of this window as agents see them. A document stands for a file only if its path led to that file when
 * the user opened or saved it, and still leads there: a document opened through a link is never taken for the file that
 * the link is turned to later. If a document had unsaved changes before this was made, nobody knows where it lay then:
 * until it is saved, its text is given to no one, and nothing is written over it.
 *
 * Nothing here saves a document, since that writes by name, wherever the name leads by then. A document without unsaved
 * changes is read anew from its file, in a way that can be undone; it is never marked as changed, so nothing saves it
 * by itself. A document that the user has changed gets the text as an edit once the file is written, and stays marked
 * as changed: saving it finds the same text on the disk, and undoing the edit brings the user's own text back.
 */
export class OpenDocuments implements OpenTexts, Disposable {
  readonly #lifetime = new Lifetime();
  /** Where each document lay when it was last opened or saved. */
  readonly #places = new WeakMap<object, Promise<RealPath | undefined>>();

  /** Documents that had unsaved changes when this was made, and were not saved since. */
  readonly #unknown = new WeakSet<object>();

  constructor() {
    const opened = (document: OpenDocument) => void this.#placeOf(document);
    const saved = (document: OpenDocument) => {
      this.#unknown.delete(document);
      this.#places.delete(document);
      opened(document);
    };
    this.#lifetime.add(workspace.onDidOpenTextDocument(opened));
    this.#lifetime.add(workspace.onDidSaveTextDocument(saved));
    // A change that leaves nothing to save came from the disk, from wherever the path led by then. Undoing is
    // different: it brings back an earlier text.
    this.#lifetime.add(
      workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
        if (contentChanges.length > 0 && reason === undefined && !document.isDirty) saved(document);
      }),
    );
    this.#lifetime.add(workspace.onDidOpenNotebookDocument(opened));
    this.#lifetime.add(workspace.onDidSaveNotebookDocument(saved));
    for (const each of [...workspace.textDocuments, ...workspace.notebookDocuments]) {
      if (each.isDirty) this.#unknown.add(each);
      opened(each);
    }
  }

  async unsaved(file: RealPath): Promise<string | undefined> {
    const documents = await this.#at(file, workspace.textDocuments.filter(isChanged));
    return documents.find(isChanged)?.getText();
  }

  async plan(
    file: RealPath,
    text: string,
    hasRead: (unsaved: string) => boolean,
  ): Promise<PlannedWrite | undefined> {
    const notebooks = await this.#at(file, workspace.notebookDocuments.filter(isChanged));
    const documents = await this.#at(file, workspace.textDocuments);
    const unknown = await this.#unknownAt(file);
    const bytes = await encoded(text, documents[0]?.encoding);
    // No `await` from here on, so that what is checked is what will be written over.
    if ([...notebooks, ...unknown].some(isChanged)) return undefined;
    if (!documents.every((each) => !isChanged(each) || hasRead(each.getText()))) return undefined;
    const seen = documents.map((document) => ({
      document,
      version: document.version,
      had: isChanged(document),
    }));
    return {
      bytes,
      written: async (isWritten) => {
        if (!isWritten) return;
        for (const { document, version, had } of seen) {
          // What the user has typed meanwhile stays; VS Code asks when it is saved.
          if (document.version !== version) continue;
          if (had) await replaceText(document, text);
          // Not awaited: of a document without unsaved changes the agent reads the file.
          else void readAnew(document, text);
        }
      },
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Those of these documents that stand for a file; first those whose own path is the file's. */
  async #at<T extends OpenDocument>(file: RealPath, documents: readonly T[]): Promise<readonly T[]> {
    const files = documents.filter(isFile);
    const stand = await Promise.all(files.map((each) => this.#standsFor(each, file)));
    const found = files.filter((each, at) => stand[at] === true && !each.isClosed);
    return [
      ...found.filter(({ uri }) => uri.fsPath === file),
      ...found.filter(({ uri }) => uri.fsPath !== file),
    ];
  }

  /** Documents whose path leads to the file now, and which had unsaved changes when this was made. */
  async #unknownAt(file: RealPath): Promise<readonly OpenDocument[]> {
    const all = [...workspace.textDocuments, ...workspace.notebookDocuments];
    const files = all.filter((each) => this.#unknown.has(each) && isFile(each));
    const places = await Promise.all(files.map(placeNow));
    return files.filter((_each, at) => places[at] === file);
  }

  /** Whether the path of a document led to the file when it was opened or saved, and leads there now. */
  async #standsFor(document: OpenDocument, file: RealPath): Promise<boolean> {
    return (await this.#placeOf(document)) === file && (await placeNow(document)) === file;
  }

  #placeOf(document: OpenDocument): Promise<RealPath | undefined> {
    const known = this.#places.get(document);
    if (known !== undefined) return known;
    if (this.#unknown.has(document)) return Promise.resolve(undefined);
    const place = isFile(document) ? placeNow(document) : Promise.resolve(undefined);
    this.#places.set(document, place);
    return place;
  }
}

type OpenDocument = TextDocument | NotebookDocument;

/** Whether a document lies on the disk: one without a name does not, nor does a cell of a notebook. */
function isFile({ uri, isUntitled }: OpenDocument): boolean {
  return uri.scheme === 'file' && !isUntitled;
}

function isChanged({ isDirty, isClosed }: OpenDocument): boolean {
  return isDirty && !isClosed;
}

function placeNow({ uri }: OpenDocument): Promise<RealPath | undefined> {
  return realPathOf(uri.fsPath).catch(() => undefined);
}
