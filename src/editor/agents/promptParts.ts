import { Location, Uri, workspace, type ChatPromptReference, type ChatRequest } from 'vscode';
import type { PromptPart } from '../../core/acp/conversation/promptBlock';

/** What the user wrote and attached in VS Code's chat, as parts of a message. What may be sent is not decided here. */
export async function promptParts({ prompt, references }: ChatRequest): Promise<readonly PromptPart[]> {
  const attached = await Promise.all(references.map((each) => partOf(each, prompt)));
  return [...(prompt === '' ? [] : [{ kind: 'text' as const, text: prompt }]), ...attached];
}

async function partOf({ id, value, range }: ChatPromptReference, prompt: string): Promise<PromptPart> {
  const mention = range === undefined ? undefined : prompt.slice(range[0], range[1]);
  if (value instanceof Uri) return fileOf(value, mention);
  if (value instanceof Location) {
    const file = fileOf(value.uri, mention);
    return file.kind === 'file' ? { ...file, selection: await selectionOf(value) } : file;
  }
  if (isBinary(value)) {
    const { mimeType, reference } = value;
    const data = Buffer.from(await value.data()).toString('base64');
    if (reference !== undefined && reference.scheme !== 'file') return elsewhere(reference, mention);
    return { kind: 'image', mimeType, data, path: reference?.fsPath, mention };
  }
  // What has no place cannot be judged by it: fail closed.
  return { kind: 'elsewhere', given: id, mention };
}

function fileOf(uri: Uri, mention: string | undefined): PromptPart {
  return uri.scheme === 'file' ? { kind: 'file', path: uri.fsPath, mention } : elsewhere(uri, mention);
}

function elsewhere(uri: Uri, mention: string | undefined): PromptPart {
  return { kind: 'elsewhere', given: uri.toString(true), mention };
}

/** The lines as the user sees them, saved or not. */
async function selectionOf({ uri, range }: Location) {
  const document = await workspace.openTextDocument(uri);
  return { text: document.getText(range), first: range.start.line + 1, last: range.end.line + 1 };
}

interface Binary {
  readonly mimeType: string;
  readonly data: () => Thenable<Uint8Array>;
  readonly reference?: Uri;
}

/** What VS Code gives for an image; its type is not part of the stable API. */
function isBinary(value: unknown): value is Binary {
  return (
    typeof value === 'object' &&
    value !== null &&
    'mimeType' in value &&
    typeof value.mimeType === 'string' &&
    'data' in value &&
    typeof value.data === 'function' &&
    (!('reference' in value) || value.reference === undefined || value.reference instanceof Uri)
  );
}
