import { setTimeout as delay } from 'node:timers/promises';
import { EndOfLine, Range, TextEdit, workspace, WorkspaceEdit, type TextDocument } from 'vscode';
import { changedLines, linesIn } from '../../core/acp/changedLines';

/** VS Code is told of what happens on the disk in bundles, after a moment. In milliseconds. */
const readsByItselfWithinMs = 1000;

/**
 * The bytes of a text in the encoding in which the user has its file open, as saving would write them. UTF-8 where that
 * cannot say every character of the text: nothing of it is lost then, and the user sees at once what it is.
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

/** Puts a text in the place of the whole document, as one edit that can be undone, lines that stay left alone. */
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
  // A document that does not take it stays as the user has it; VS Code asks when it is saved.
  await workspace.applyEdit(edit);
}

/**
 * Has a document that is not changed show its file as it is now. VS Code mostly sees by itself that a file is another;
 * in a folder that was just made, or that it does not watch, it may never do so. Then the document is opened in another
 * encoding and back again, which reads the file each time. Never throws: a stale document is what VS Code says it is
 * when it is saved.
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
    // What reads most like UTF-8, so that nothing else is seen in between.
    await workspace.openTextDocument(uri, { encoding: encoding === 'utf8bom' ? 'utf8' : 'utf8bom' });
    await workspace.openTextDocument(uri, { encoding });
  } catch {
    // It was changed or its file removed meanwhile.
  }
}
