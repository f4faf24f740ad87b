import {
  commands,
  FileType,
  Uri,
  window,
  workspace,
  type TreeDragAndDropController,
  type TreeView,
} from 'vscode';
import type { FolderNotes } from '../folders/folderNotes';
import { viewId, type CommandId } from '../ids';
import type { Node } from './nodes';
import type { RootsTree } from './rootsTree';

/**
 * Shows the tree. Checkboxes are managed here: VS Code would change a parent with its children, and so its siblings.
 */
export function createTreeView(tree: RootsTree, notes: FolderNotes): TreeView<Node> {
  return window.createTreeView<Node>(viewId, {
    treeDataProvider: tree,
    manageCheckboxStateManually: true,
    showCollapseAll: true,
    dragAndDropController: new FolderDrop(notes),
  });
}

/** Folders and files that are dropped on the tree become candidates. */
class FolderDrop implements TreeDragAndDropController<Node> {
  readonly dropMimeTypes = ['text/uri-list'];
  readonly dragMimeTypes = [];
  readonly #notes: FolderNotes;

  constructor(notes: FolderNotes) {
    this.#notes = notes;
  }

  async handleDrop(
    ...[, data]: Parameters<NonNullable<TreeDragAndDropController<Node>['handleDrop']>>
  ): Promise<void> {
    const text = (await data.get('text/uri-list')?.asString()) ?? '';
    const uris = text.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : Uri.parse(line.trim())));
    const types = await Promise.all(uris.map(typeOf));
    const ofType = (type: FileType) => uris.filter((_, i) => ((types[i] ?? 0) & type) !== 0);
    await this.#notes.add({ folders: ofType(FileType.Directory).map(String) });
    const files = ofType(FileType.File);
    // The command also says which servers take files.
    if (files.length > 0) await commands.executeCommand<void>('mcpRoots.addFile' satisfies CommandId, files);
  }
}

async function typeOf(uri: Uri): Promise<FileType> {
  const stat = await Promise.resolve(workspace.fs.stat(uri)).catch(() => undefined);
  return stat?.type ?? FileType.Unknown;
}
