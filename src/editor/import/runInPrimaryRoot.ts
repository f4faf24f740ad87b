import { window, type QuickPickItem } from 'vscode';
import { runningInPrimaryRoot } from '../../core/servers/cwdInSettings';
import type { ServerDefinition } from '../../core/servers/definition';
import { displayText } from '../../core/text';
import type { ServerDocuments } from '../documents/serverDocuments';
import { withoutIcons } from '../withoutIcons';
import { withoutLinks } from '../withoutLinks';
import { planSettingsEdit, type SettingsEdit } from './settingsEdit';

/**
 * Changes the definition of a server so that it runs in the first folder that it may see. The change is shown before,
 * and can be undone. The changed definition is not approved.
 * @param fail is called when undoing fails
 * @returns whether it was changed
 * @throws {UserError} when the settings could not be changed; their file is as it was then
 */
export async function runInPrimaryRoot(
  { name, scope }: Pick<ServerDefinition, 'name' | 'scope'>,
  documents: Pick<ServerDocuments, 'showFileChange'>,
  fail: (error: unknown) => void,
): Promise<boolean> {
  const planned = await planSettingsEdit(scope, (text, above) => runningInPrimaryRoot(text, above, name));
  if (planned === undefined) return false;
  const { file, before, after } = planned;
  const shown = await documents.showFileChange(file, before, after, `with the working directory of ${name}`);
  let isWanted: boolean;
  try {
    isWanted = await confirm(name, file);
  } finally {
    await shown.close();
  }
  if (!isWanted) return false;
  const edit = await planned.make();
  void offerUndo(name, edit).catch(fail);
  return true;
}

/** Enter alone changes nothing. */
async function confirm(name: string, file: string): Promise<boolean> {
  const items = [
    { label: 'Leave It as It Is', detail: 'Nothing is changed.', isWanted: false },
    {
      label: 'Change the Definition',
      description: withoutIcons(displayText(file, 200)),
      detail: 'You are asked to approve it as it is then.',
      isWanted: true,
    },
  ] as const satisfies readonly (QuickPickItem & { readonly isWanted: boolean })[];
  const picked = await window.showQuickPick(items, {
    title: `Run “${displayText(name, 60)}” in the first folder that it may see?`,
    placeHolder: 'The editor shows the change.',
    ignoreFocusOut: true,
  });
  return picked?.isWanted ?? false;
}

async function offerUndo(name: string, edit: SettingsEdit): Promise<void> {
  const undo = 'Undo';
  const said = `“${displayText(name, 60)}” is defined to run in the first folder that it may see.`;
  if ((await window.showInformationMessage(withoutLinks(said), undo)) === undo) await edit.undo();
}
