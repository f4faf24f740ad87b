import { workspace, type NotebookDocument, type TextDocument } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { RealPath } from '../../core/roots/realPath';
import type { OpenTexts, PlannedWrite } from '../../node/acp/openTexts';
import { realPathOf } from '../../node/folders/realPathOf';
import { encoded, readAnew, replaceText } from './documentText';

/**
 * The documents of this window as agents meet them. A document stands for a file only if its path led to that file when
 * the user opened or saved it, and leads there still: what was opened through a link is never taken for the file that
 * the link is turned to later. Of one that was changed before anybody looked, nobody knows where it lay: until it is
 * saved, its text is given to no one, and nothing is written over it.
 *
 * Nothing here saves a document, since that writes by name, wherever the name leads by then. One that is not changed is
 * read anew from its file, in a way that can be undone, and is at no time marked as changed, so that nothing saves it by
 * itself. One that the user has changed gets the text as an edit once it is on the
 * disk, and stays marked: saving it finds the same text there, and undoing the edit brings the user's own text back.
 */
export class OpenDocuments implements OpenTexts, Disposable {
  readonly #lifetime = new Lifetime();
  /** Where each document lay when it was opened or saved last. */
  readonly #places = new WeakMap<object, Promise<RealPath | undefined>>();

  /** Those that were changed already when this was made, and were not saved since. */
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
    // A text that comes and leaves nothing to save came from the disk, from wherever the path led by then; but not what
    // is undone: that is the text it had before.
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
    // From here on nothing is waited for: what is looked at now is what is written over.
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
          // The agent does not wait for it: what is not changed it reads from the disk.
          else void readAnew(document, text);
        }
      },
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Those of these documents that stand for a file, the one with its very name first. */
  async #at<T extends OpenDocument>(file: RealPath, documents: readonly T[]): Promise<readonly T[]> {
    const files = documents.filter(isFile);
    const stand = await Promise.all(files.map((each) => this.#standsFor(each, file)));
    const found = files.filter((each, at) => stand[at] === true && !each.isClosed);
    return [
      ...found.filter(({ uri }) => uri.fsPath === file),
      ...found.filter(({ uri }) => uri.fsPath !== file),
    ];
  }

  /** Those that lead there now, and lay nobody knows where. */
  async #unknownAt(file: RealPath): Promise<readonly OpenDocument[]> {
    const all = [...workspace.textDocuments, ...workspace.notebookDocuments];
    const files = all.filter((each) => this.#unknown.has(each) && isFile(each));
    const places = await Promise.all(files.map(placeNow));
    return files.filter((_each, at) => places[at] === file);
  }

  /** Whether a document lay there then, and lies there now. */
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

/** Only these lie on the disk: not what has no name yet, nor the cells of a notebook. */
function isFile({ uri, isUntitled }: OpenDocument): boolean {
  return uri.scheme === 'file' && !isUntitled;
}

function isChanged({ isDirty, isClosed }: OpenDocument): boolean {
  return isDirty && !isClosed;
}

function placeNow({ uri }: OpenDocument): Promise<RealPath | undefined> {
  return realPathOf(uri.fsPath).catch(() => undefined);
}
