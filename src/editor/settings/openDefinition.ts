import { commands, Selection, TextEditorRevealType, Uri, window, type TextEditor } from 'vscode';
import type { Noun } from '../../core/consent/noun';
import type { DefinitionProblem, Scope } from '../../core/servers/definition';
import { section, type SettingId } from '../ids';

/** The setting in which definitions of each kind are. */
export const settingOf: Readonly<Record<Noun, SettingId>> = { server: 'servers', agent: 'agents' };

/**
 * Opens the settings file of a definition and selects the field that is wrong, or all of the definition.
 * @param at the way to that field within the definition
 */
export async function openDefinition(
  { name, scope, at }: Pick<DefinitionProblem, 'name' | 'scope' | 'at'>,
  noun: Noun = 'server',
): Promise<void> {
  await openSettings(scope, noun);
  const editor = window.activeTextEditor;
  if (editor !== undefined) await select(editor, keyOf(noun), [name, ...at]);
}

/** Opens the settings file of a scope. */
export async function openSettings(scope: Scope, noun: Noun = 'server'): Promise<void> {
  const key = keyOf(noun);
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

function keyOf(noun: Noun): string {
  return `${section}.${settingOf[noun]}`;
}

async function select(editor: TextEditor, key: string, path: readonly (string | number)[]): Promise<void> {
  const { definitionSpan } = await import('../../node/settings/jsonReaders.js');
  const { document } = editor;
  const span = definitionSpan(document.getText(), key, path);
  if (span === undefined) return;
  editor.selection = new Selection(document.positionAt(span.start), document.positionAt(span.end));
  editor.revealRange(editor.selection, TextEditorRevealType.InCenter);
}
