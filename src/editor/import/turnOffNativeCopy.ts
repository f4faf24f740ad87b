import path from 'node:path';
import { Selection, TextEditorRevealType, Uri, window, type QuickPickItem } from 'vscode';
import type { NativeServer } from '../../core/chat/nativeServer';
import { shortPlace } from '../../core/chat/nativeWords';
import { editJson } from '../../core/clients/jsonEdit';
import { UserError } from '../../core/errors';
import { definitionSpan } from '../../core/servers/definitionSpan';
import { displayText } from '../../core/text';
import { readConfiguration, writeConfiguration } from '../../node/clients/configurationFile';
import { mustBeSaved } from '../clients/mustBeSaved';
import type { CommandContext } from '../commands/commandContext';
import { pickServer } from '../commands/pickServer';
import { withoutIcons } from '../withoutIcons';
import { withoutLinks } from '../withoutLinks';

const title = "Turn Off VS Code's Own Copy";
const byHand = 'Remove the entry yourself.';

/**
 * Takes a server of ours out of VS Code's own configuration, after showing the change; it can be undone.
 * @throws {UserError} when the file could not be changed; it is as it was then
 */
export async function turnOffNativeCopy(context: CommandContext, argument: unknown): Promise<void> {
  const { host, natives } = context;
  await natives.look();
  const hasCopy = (server: Parameters<typeof natives.of>[0]) => natives.of(server).length > 0;
  const server = await pickServer(argument, host, "Turn off VS Code's own copy of which server?", hasCopy);
  if (server === undefined) return;
  const copies = natives.of(server);
  if (copies.length === 0) {
    throw new UserError(`VS Code does not start "${displayText(server.name, 60)}" itself any more.`);
  }
  const copy = await pickCopy(copies);
  if (copy !== undefined) await removeEntry(context, copy);
}

async function pickCopy(copies: readonly NativeServer[]): Promise<NativeServer | undefined> {
  const [only] = copies;
  if (copies.length === 1) return only;
  const items = copies.map((copy) => ({
    copy,
    label: withoutIcons(displayText(copy.label, 80)),
    description: withoutIcons(displayText(copy.file, 200)),
  }));
  const placeHolder = 'VS Code starts it from several places. Which one?';
  return (await window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }))?.copy;
}

/** Shows the file without the entry, and writes it when the user says so. */
async function removeEntry({ documents, natives }: CommandContext, copy: NativeServer): Promise<void> {
  const { file, at, label } = copy;
  mustBeSaved(file);
  const before = await readConfiguration(file, byHand);
  const edited = editJson(before.text ?? '', [...at, label], undefined);
  if (edited.kind === 'refused') {
    throw new UserError(`"${file}" is not changed: ${edited.why}. ${byHand}`);
  }
  if (edited.kind === 'same') return natives.look();
  const shown = await documents.showFileChange(file, before.text ?? '', edited.text, 'without the entry');
  const answer = await confirm(copy);
  await shown.close();
  if (answer === undefined) return;
  if (answer === 'open') return openEntry(copy);
  await writeConfiguration(before, edited.text);
  await natives.look();
  void offerUndo(copy, before.text ?? '', edited.text, () => natives.look());
}

async function confirm({ file, folder, sharedWith }: NativeServer): Promise<'remove' | 'open' | undefined> {
  const others = [
    ...(sharedWith === undefined ? [] : [`${sharedWith} reads this file too, and loses the server.`]),
    ...(folder === undefined ? [] : ['Whoever shares this folder with you may share the file.']),
  ].join(' ');
  const items = [
    {
      label: 'Remove',
      description: withoutIcons(displayText(file, 200)),
      detail: `VS Code stops it; here it stays. ${others}`.trim(),
      answer: 'remove',
    },
    { label: 'Open the File', detail: 'Nothing is changed.', answer: 'open' },
  ] as const satisfies readonly (QuickPickItem & { readonly answer: 'remove' | 'open' })[];
  const placeHolder = 'The editor shows the change. Remove the entry?';
  return (await window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }))?.answer;
}

async function openEntry({ file, at, label }: NativeServer): Promise<void> {
  const editor = await window.showTextDocument(Uri.file(file));
  const [key = '', ...below] = at;
  const span = definitionSpan(editor.document.getText(), key, [...below, label]);
  if (span === undefined) return;
  editor.selection = new Selection(
    editor.document.positionAt(span.start),
    editor.document.positionAt(span.end),
  );
  editor.revealRange(editor.selection, TextEditorRevealType.InCenter);
}

async function offerUndo(
  { file, label }: NativeServer,
  before: string,
  after: string,
  look: () => Promise<void>,
): Promise<void> {
  const undo = 'Undo';
  const said = `"${displayText(label, 60)}" is removed from ${shortPlace(file, path)}: VS Code does not start it any more.`;
  if ((await window.showInformationMessage(withoutLinks(said), undo)) !== undo) return;
  try {
    mustBeSaved(file);
    const now = await readConfiguration(file, 'Put the entry back yourself.');
    if (now.text !== after) {
      throw new UserError(`"${file}" has changed since. Put the entry back yourself.`);
    }
    await writeConfiguration(now, before);
    await look();
  } catch (error) {
    void window.showErrorMessage(withoutLinks(error instanceof Error ? error.message : String(error)));
  }
}
