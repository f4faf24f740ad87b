import path from 'node:path';
import {
  CodeLens,
  commands,
  EventEmitter,
  languages,
  Range,
  Uri,
  window,
  workspace,
  type CodeLensProvider,
} from 'vscode';
import type { ContentLines, Part } from '../../core/features/contentText';
import type { ContentFile } from '../../core/features/contentFile';
import { UserError } from '../../core/errors';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import { displayText } from '../../core/text';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { CommandId } from '../ids';
import { ContentFiles, contentScheme } from './contentFiles';

/** What a document shows, for the commands that are called on it. */
export interface ContentDocument {
  readonly server: ManagedServer;
  readonly parts: ContentLines['parts'];
  /** The messages of a prompt as one text; undefined for any other document. */
  readonly promptText?: string;
}

/** Shows what servers gave, in editors: texts with a line of actions above each part that can be opened by itself. */
export class ContentDocuments implements CodeLensProvider, Disposable {
  readonly #lifetime = new Lifetime();
  readonly #files = this.#lifetime.add(new ContentFiles());
  readonly #documents = new Map<string, ContentDocument>();
  readonly #lensesChanged = this.#lifetime.add(new EventEmitter<void>());

  readonly onDidChangeCodeLenses = this.#lensesChanged.event;

  constructor() {
    this.#lifetime.add(languages.registerCodeLensProvider({ scheme: contentScheme }, this));
  }

  /** Opens a text, with an action for each of its parts. */
  async showText(title: string, { lines }: ContentLines, about: ContentDocument): Promise<void> {
    const whileOpen = new Lifetime();
    const name = `${displayText(title, 100).replaceAll(/[\\/?#%]/g, '_')}.txt`;
    const [uri] = this.#files.hold(
      about.server.name,
      [{ name, bytes: Buffer.from(lines.join('\n')) }],
      whileOpen,
    );
    if (uri === undefined) return;
    this.#documents.set(uri.toString(), about);
    whileOpen.add({ dispose: () => void this.#documents.delete(uri.toString()) });
    await open(uri, true);
    this.#lensesChanged.fire();
  }

  /**
   * Opens files that were made of what a server gave, each in the viewer for its kind; the first is in front.
   * @param whileOpen ends when no tab shows any of them any more
   * @param preview whether a single file opens in a preview tab, which the next document replaces
   */
  async showFiles(
    { name }: ManagedServer,
    files: readonly ContentFile[],
    whileOpen: Lifetime,
    preview: boolean,
  ): Promise<readonly Uri[]> {
    const uris = this.#files.hold(name, files, whileOpen);
    for (const uri of uris.toReversed()) await open(uri, preview && uris.length === 1);
    return uris;
  }

  /** Replaces the content of a file. */
  replace(uri: Uri, { bytes }: ContentFile): void {
    this.#files.replace(uri, bytes);
  }

  /** What the document in this editor (by its URI), or in the active one, shows; undefined for other documents. */
  documentOf(argument: unknown): ContentDocument | undefined {
    const uri = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
    return uri === undefined ? undefined : this.#documents.get(uri.toString());
  }

  /** Asks where to save a file, and writes it there. @throws {UserError} when it cannot be written */
  async saveAs(name: string, bytes: Uint8Array): Promise<void> {
    const folder = workspace.workspaceFolders?.[0]?.uri;
    const target = await window.showSaveDialog({
      title: `Save ${displayText(name, 80)}`,
      ...(folder !== undefined && { defaultUri: Uri.joinPath(folder, name) }),
    });
    if (target === undefined) return;
    try {
      await workspace.fs.writeFile(target, bytes);
    } catch (error) {
      throw new UserError(`“${path.basename(target.path)}” could not be written: ${String(error)}`);
    }
  }

  /** Reads one of these files. @throws {FileSystemError} when it is not held any more */
  read(uri: Uri): Uint8Array {
    return this.#files.readFile(uri);
  }

  provideCodeLenses({ uri }: { readonly uri: Uri }): CodeLens[] {
    const { parts = [], promptText } = this.#documents.get(uri.toString()) ?? {};
    const lens = (line: number, title: string, command: CommandId, index?: number) =>
      new CodeLens(new Range(line, 0, line, 0), { title, command, arguments: [uri, index] });
    return [
      ...(promptText === undefined
        ? []
        : [lens(0, 'Open in Chat', 'mcpRoots.openInChat'), lens(0, 'Copy', 'mcpRoots.copyMessages')]),
      ...parts.map(({ line, part }, index) => lens(line, lensTitle(part), 'mcpRoots.openPart', index)),
    ];
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

function lensTitle(part: Part): string {
  switch (part.kind) {
    case 'image':
      return 'Open Image';
    case 'audio':
      return 'Open Audio';
    case 'link':
      return 'Open Resource';
    case 'resource':
      return 'Open as File';
  }
}

async function open(uri: Uri, preview: boolean): Promise<void> {
  await commands.executeCommand('vscode.open', uri, { preview });
}
