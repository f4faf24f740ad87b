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
  if (editor !== undefined) await select(editor, [name, ...at]);
}

/** Opens the settings file of a scope. */
export async function openSettings(scope: Scope): Promise<void> {
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

async function select(editor: TextEditor, path: readonly (string | number)[]): Promise<void> {
  const { definitionSpan } = await import('../../node/settings/jsonReaders.js');
  const { document } = editor;
  const span = definitionSpan(document.getText(), key, path);
  if (span === undefined) return;
  editor.selection = new Selection(document.positionAt(span.start), document.positionAt(span.end));
  editor.revealRange(editor.selection, TextEditorRevealType.InCenter);
}
