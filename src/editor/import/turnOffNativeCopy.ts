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
import { report } from '../registerCommand';
import { withoutIcons } from '../withoutIcons';
import { withoutLinks } from '../withoutLinks';

const title = "Remove Duplicate from VS Code's mcp.json";
const byHand = 'Remove the entry yourself.';

/**
 * Takes a server out of VS Code's own configuration, so that only this extension starts it; after showing the change,
 * which can be undone.
 * @throws {UserError} when the file could not be changed; it is as it was then
 */
export async function turnOffNativeCopy(context: CommandContext, argument: unknown): Promise<void> {
  const { host, natives } = context;
  await natives.look();
  const hasCopy = (server: Parameters<typeof natives.of>[0]) => natives.of(server).length > 0;
  const server = await pickServer(
    argument,
    host.supervisor,
    "Select a server to remove from VS Code's mcp.json",
    hasCopy,
  );
  if (server === undefined) return;
  const copies = natives.of(server);
  if (copies.length === 0) {
    throw new UserError(`VS Code does not start "${displayText(server.name, 60)}" itself any more.`);
  }
  const copy = await pickCopy(copies);
  if (copy !== undefined) await turnOffCopies(context, [copy]);
}

/**
 * Takes these entries out of VS Code's own configuration, one file after the other, each after showing its change.
 * @throws {UserError} when a file could not be changed; it is as it was then
 */
export async function turnOffCopies(context: CommandContext, copies: readonly NativeServer[]): Promise<void> {
  for (const file of new Set(copies.map((copy) => copy.file))) {
    const [first, ...others] = copies.filter((copy) => copy.file === file);
    if (first !== undefined) await removeEntries(context, first, others);
  }
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

/** Shows the file without the entries, and writes it when the user says so. */
async function removeEntries(
  { documents, natives, logs }: CommandContext,
  first: NativeServer,
  others: readonly NativeServer[],
): Promise<void> {
  const { file } = first;
  mustBeSaved(file);
  const before = await readConfiguration(file, byHand);
  const text = before.text ?? '';
  let after = text;
  for (const { at, label } of [first, ...others]) {
    const edited = editJson(after, [...at, label], undefined);
    if (edited.kind === 'refused') throw new UserError(`"${file}" is not changed: ${edited.why}. ${byHand}`);
    if (edited.kind === 'changed') after = edited.text;
  }
  if (after === text) return natives.look();
  const entries = others.length === 0 ? 'the entry' : 'the entries';
  const shown = await documents.showFileChange(file, text, after, `without ${entries}`);
  const answer = await confirm(first, entries);
  await shown.close();
  if (answer === undefined) return;
  if (answer === 'open') return openEntry(first);
  await writeConfiguration(before, after);
  await natives.look();
  const names = [first, ...others].map(({ label }) => `“${displayText(label, 60)}”`).join(', ');
  void offerUndo(names, { file, before: text, after }, () => natives.look()).catch((error: unknown) =>
    report(error, logs.extension),
  );
}

async function confirm(
  { file, folder, sharedWith }: NativeServer,
  entries: string,
): Promise<'remove' | 'open' | undefined> {
  const others = [
    ...(sharedWith === undefined ? [] : [`${sharedWith} reads this file too, and loses it.`]),
    ...(folder === undefined ? [] : ['Whoever shares this folder with you may share the file.']),
  ].join(' ');
  const items = [
    {
      label: 'Remove',
      description: withoutIcons(displayText(file, 200)),
      detail: `VS Code starts it no more; here it stays. ${others}`.trim(),
      answer: 'remove',
    },
    { label: 'Open the File', detail: 'Nothing is changed.', answer: 'open' },
  ] as const satisfies readonly (QuickPickItem & { readonly answer: 'remove' | 'open' })[];
  const placeHolder = `The editor shows the change. Remove ${entries}?`;
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
  names: string,
  { file, before, after }: { readonly file: string; readonly before: string; readonly after: string },
  look: () => Promise<void>,
): Promise<void> {
  const undo = 'Undo';
  const said = `${names} removed from ${shortPlace(file, path)}: VS Code starts that no more.`;
  if ((await window.showInformationMessage(withoutLinks(said), undo)) !== undo) return;
  mustBeSaved(file);
  const back = 'Put the entry back yourself.';
  const now = await readConfiguration(file, back);
  if (now.text !== after) throw new UserError(`"${file}" has changed since. ${back}`);
  await writeConfiguration(now, before);
  await look();
}
