import { Location, Uri, type ChatPromptReference, type ChatRequest, type Range } from 'vscode';
import type { PromptPart, SelectedRange } from '../../core/acp/conversation/promptBlock';

/**
 * What the user wrote and attached in VS Code's chat, as parts of a message. What may be sent is decided later; so no
 * file is read here: its path could lead to another file by the time it is judged.
 */
export async function promptParts({ prompt, references }: ChatRequest): Promise<readonly PromptPart[]> {
  const attached = await Promise.all(references.map((each) => partOf(each, prompt)));
  return [...(prompt === '' ? [] : [{ kind: 'text' as const, text: prompt }]), ...attached];
}

async function partOf({ id, value, range }: ChatPromptReference, prompt: string): Promise<PromptPart> {
  const mention = range === undefined ? undefined : prompt.slice(range[0], range[1]);
  if (value instanceof Uri) return fileOf(value, mention);
  if (value instanceof Location) {
    const file = fileOf(value.uri, mention);
    return file.kind === 'file' ? { ...file, selection: selectionOf(value.range) } : file;
  }
  if (isBinary(value)) {
    const { mimeType, reference } = value;
    if (reference !== undefined) return fileOf(reference, mention);
    return { kind: 'image', mimeType, data: Buffer.from(await value.data()).toString('base64'), mention };
  }
  // A value without a path cannot be judged, and so is not sent.
  return { kind: 'elsewhere', given: id, mention };
}

function fileOf(uri: Uri, mention: string | undefined): PromptPart {
  return uri.scheme === 'file' ? { kind: 'file', path: uri.fsPath, mention } : elsewhere(uri, mention);
}

function elsewhere(uri: Uri, mention: string | undefined): PromptPart {
  return { kind: 'elsewhere', given: uri.toString(true), mention };
}

function selectionOf({ start, end }: Range): SelectedRange {
  return { first: start.line + 1, last: end.line + 1, from: start.character, to: end.character };
}

interface Binary {
  readonly mimeType: string;
  readonly data: () => Thenable<Uint8Array>;
  readonly reference?: Uri;
}

/** Whether a value is what VS Code gives for an image; its type is not part of the stable API. */
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
