import { workspace } from 'vscode';
import { UserError } from '../../core/errors';

/**
 * Called before a file is written: an editor with unsaved changes would overwrite that, or report a conflict that the
 * user cannot understand.
 * @throws {UserError} when some editor has unsaved changes of this file
 */
export function mustBeSaved(file: string): void {
  const open = workspace.textDocuments.find(({ uri, isDirty }) => uri.fsPath === file && isDirty);
  if (open !== undefined) throw new UserError(`"${file}" has unsaved changes. Save it, then try again.`);
}
