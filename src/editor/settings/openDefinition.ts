import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { commands, Selection, TextEditorRevealType, Uri, window, type TextEditor } from 'vscode';
import type { DefinitionProblem, Scope } from '../../core/servers/definition';
import { section, type SettingId } from '../ids';

const key = `${section}.${'servers' satisfies SettingId}`;

/** Opens the settings file of a definition, with the cursor at the field that is wrong, or at its name. */
export async function openDefinition({
  name,
  scope,
  at,
}: Pick<DefinitionProblem, 'name' | 'scope' | 'at'>): Promise<void> {
  await openSettings(scope);
  const editor = window.activeTextEditor;
  if (editor !== undefined) select(editor, [name, ...at]);
}

async function openSettings(scope: Scope): Promise<void> {
  switch (scope.kind) {
    case 'bundled':
    case 'user':
      await commands.executeCommand('workbench.action.openSettingsJson', { revealSetting: { key } });
      return;
    case 'workspace':
      await commands.executeCommand('workbench.action.openWorkspaceSettingsFile', { revealSetting: { key } });
      return;
    case 'folder':
      // The command for these settings would ask which folder is meant.
      await window.showTextDocument(Uri.joinPath(Uri.parse(scope.uri), '.vscode', 'settings.json'));
  }
}

/** A workspace file keeps its settings one level deeper than a settings file. */
function select(editor: TextEditor, path: readonly (string | number)[]): void {
  const { document } = editor;
  const tree = parseTree(document.getText());
  if (tree === undefined) return;
  for (let depth = path.length; depth > 0; depth -= 1) {
    const inside = [key, ...path.slice(0, depth)];
    const node = findNodeAtLocation(tree, inside) ?? findNodeAtLocation(tree, ['settings', ...inside]);
    if (node === undefined) continue;
    const start = document.positionAt(node.offset);
    const end = document.positionAt(node.offset + node.length);
    editor.selection = new Selection(start, end);
    editor.revealRange(editor.selection, TextEditorRevealType.InCenter);
    return;
  }
}
