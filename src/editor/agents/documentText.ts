import { setTimeout as delay } from 'node:timers/promises';
import { EndOfLine, Range, TextEdit, workspace, WorkspaceEdit, type TextDocument } from 'vscode';
import { changedLines, linesIn } from '../../core/acp/changedLines';

/** How long VS Code usually needs to notice by itself that a file has changed, in milliseconds. */
const readsByItselfWithinMs = 1000;

/**
 * The bytes of a text in the encoding in which the user has its file open, as saving would write them. In UTF-8 if that
 * encoding lacks a character of the text, so that nothing is lost.
 */
export async function encoded(text: string, encoding: string | undefined): Promise<Uint8Array> {
  const plain = Buffer.from(text, 'utf8');
  if (encoding === undefined || encoding === 'utf8') return plain;
  try {
    const bytes = await workspace.encode(text, { encoding });
    return (await workspace.decode(bytes, { encoding })) === text ? bytes : plain;
  } catch {
    return plain;
  }
}

/**
 * Replaces the text of a document in one edit, which can be undone; lines at the beginning and the end that stay the
 * same are left alone.
 */
export async function replaceText(document: TextDocument, text: string): Promise<void> {
  const edits: TextEdit[] = [];
  const change = changedLines(linesIn(document.getText()), linesIn(text));
  if (change !== undefined) {
    const { start, end, lines } = change;
    const range = new Range(document.lineAt(start).range.start, document.lineAt(end - 1).range.end);
    edits.push(TextEdit.replace(range, lines.join('\n')));
  }
  const ends = text.includes('\r\n') ? EndOfLine.CRLF : EndOfLine.LF;
  if (text.includes('\n') && ends !== document.eol) edits.push(TextEdit.setEndOfLine(ends));
  if (edits.length === 0) return;
  const edit = new WorkspaceEdit();
  edit.set(document.uri, edits);
  // If VS Code refuses the edit, the document stays as the user has it, and VS Code asks when it is saved.
  await workspace.applyEdit(edit);
}

/**
 * Has a document without unsaved changes show its file as it is now. VS Code mostly notices by itself that a file has
 * changed; in a folder that was just made, or that it does not watch, it may never do so. Then the document is opened
 * in another encoding and back again, which reads the file each time. Never throws: if the document stays old, VS Code
 * says so when it is saved.
 */
export async function readAnew(document: TextDocument, text: string): Promise<void> {
  const { uri, encoding, version } = document;
  const isStale = () =>
    document.version === version &&
    !document.isClosed &&
    !document.isDirty &&
    changedLines(linesIn(document.getText()), linesIn(text)) !== undefined;
  await delay(readsByItselfWithinMs);
  if (!isStale()) return;
  try {
    // An encoding in which most texts look the same, so that the user sees no change in between.
    await workspace.openTextDocument(uri, { encoding: encoding === 'utf8bom' ? 'utf8' : 'utf8bom' });
    await workspace.openTextDocument(uri, { encoding });
  } catch {
    // The document was changed, or its file removed, meanwhile.
  }
}
