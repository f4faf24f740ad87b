import { setTimeout as delay } from 'node:timers/promises';
import { Range, window, workspace, WorkspaceEdit, type TextDocument, type Uri } from 'vscode';
import { UserError } from '../../core/errors';
import type { EditedJson } from '../../core/clients/jsonEdit';
import { Lifetime, toDisposable } from '../../core/lifecycle';
import type { Scope } from '../../core/servers/definition';
import { openSettings } from '../settings/openDefinition';
import { NotSaved } from './keepAnswers';

/** How long to wait for a save that is under way, in milliseconds. */
const patience = 10_000;

/** A change of a settings file that was made, and can be undone. */
export interface SettingsEdit {
  /** @throws {UserError} when the file was changed since */
  undo(): Promise<void>;
}

/** A change of a settings file that could be made. */
export interface PlannedEdit {
  /** The path of the file. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /**
   * @throws {UserError} when the file cannot be changed, or was changed meanwhile; `NotSaved` when it was changed
   * in the editor only. On disk it is as it was then.
   */
  make(): Promise<SettingsEdit>;
}

/** Computes a change from the text of a settings file and the keys under which the settings are in it. */
type Edit = (text: string, above: readonly string[]) => EditedJson;

/**
 * Changes the settings of a scope as text, in the editor: comments stay, VS Code's undo works, and the settings of a
 * remote window can be changed like any other.
 * @returns undefined where nothing is to be changed
 * @throws {UserError} when the file has unsaved changes, or cannot be changed or saved; on disk it is as it was then
 */
export async function editSettings(scope: Scope, edit: Edit): Promise<SettingsEdit | undefined> {
  return (await planSettingsEdit(scope, edit))?.make();
}

/**
 * Plans such a change, so that it can be shown first.
 * @returns undefined where nothing is to be changed
 * @throws {UserError} when the file has unsaved changes or cannot be changed
 */
export async function planSettingsEdit(scope: Scope, edit: Edit): Promise<PlannedEdit | undefined> {
  await openSettings(scope);
  const document = window.activeTextEditor?.document;
  if (document === undefined) throw new UserError('The settings could not be opened. Try again.');
  const name = document.uri.path;
  if (document.isDirty) throw new UserError(`"${name}" has unsaved changes. Save it, then try again.`);
  const before = document.getText();
  const edited = edit(before, name.endsWith('.code-workspace') ? ['settings'] : []);
  switch (edited.kind) {
    case 'same':
      return undefined;
    case 'refused':
      throw new UserError(`"${name}" is not changed: ${edited.why}. Correct it, then try again.`);
    case 'changed': {
      const { uri } = document;
      const after = edited.text;
      const make = async () => {
        await change(uri, before, after, 'was changed meanwhile. Try again.');
        return {
          undo: () => change(uri, after, before, 'was changed since. Remove what is too much yourself.'),
        };
      };
      return { file: name, before, after, make };
    }
  }
}

async function change(uri: Uri, from: string, to: string, otherwise: string): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  if (document.getText() !== from) throw new UserError(`"${uri.path}" ${otherwise}`);
  await write(document, from, to);
}

/** Replaces only what differs, so that folds and the cursor stay where they are, and saves. */
async function write(document: TextDocument, from: string, to: string): Promise<void> {
  let start = 0;
  while (start < from.length && from[start] === to[start]) start += 1;
  let end = 0;
  const most = Math.min(from.length, to.length) - start;
  while (end < most && from[from.length - 1 - end] === to[to.length - 1 - end]) end += 1;
  const range = new Range(document.positionAt(start), document.positionAt(from.length - end));
  const change = new WorkspaceEdit();
  change.replace(document.uri, range, to.slice(start, to.length - end));
  if (!(await workspace.applyEdit(change))) {
    throw new UserError(`"${document.uri.path}" could not be changed. Try again.`);
  }
  await save(document);
}

/**
 * Saves a document. VS Code also reports that it did not save while its own auto save is under way: waits for that.
 * @throws {NotSaved} when it is not saved then either
 */
async function save(document: TextDocument): Promise<void> {
  const waiting = new Lifetime();
  try {
    const saved = new Promise<void>((resolve) => {
      waiting.add(
        workspace.onDidSaveTextDocument((each) => {
          if (each === document) resolve();
        }),
      );
    });
    if ((await document.save()) || !document.isDirty) return;
    const late = new AbortController();
    waiting.add(toDisposable(() => late.abort()));
    const end = delay(patience, undefined, { signal: late.signal }).catch(() => undefined);
    await Promise.race([saved, end]);
    if (!document.isDirty || (await document.save())) return;
  } finally {
    waiting.dispose();
  }
  throw new NotSaved(`"${document.uri.path}" could not be saved. Save it or undo the change.`);
}
