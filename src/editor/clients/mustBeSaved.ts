import { workspace } from 'vscode';
import { UserError } from '../../core/errors';

/**
 * An editor with unsaved changes would write over what we write, or be told of a conflict that it cannot explain.
 * @throws {UserError} when some editor has unsaved changes of this file
 */
export function mustBeSaved(file: string): void {
  const open = workspace.textDocuments.find(({ uri, isDirty }) => uri.fsPath === file && isDirty);
  if (open !== undefined) throw new UserError(`"${file}" has unsaved changes. Save it, then try again.`);
}
