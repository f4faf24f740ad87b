import { UserError } from '../errors';
import { visibleJson } from '../text';
import { parseSamplingRequest, type SamplingContent, type SamplingRequest } from './samplingRequest';

/**
 * A request as text that the user reads and edits: JSON in the words of the specification, in which nothing is unseen
 * and data of images and audio is named by its number. Lines at the beginning that start with `//` are the editor's.
 * @param notes what the user should know of it, a line each
 */
export function draftOf(request: SamplingRequest, notes: readonly string[]): string {
  let media = 0;
  const shown = (content: SamplingContent) =>
    content.type === 'text' ? content : { ...content, data: placeholder((media += 1), content.data) };
  const { messages, systemPrompt, modelPreferences, ...others } = request;
  const { hints, ...priorities } = modelPreferences;
  const draft = {
    ...(systemPrompt !== undefined && { systemPrompt }),
    messages: messages.map(({ role, content }) => ({ role, content: content.map(shown) })),
    ...others,
    modelPreferences: { hints: hints.map((name) => ({ name })), ...priorities },
  };
  return [...notes.map((note) => `// ${note}`), visibleJson(draft), ''].join('\n');
}

/**
 * Reads the text back after the user edited it.
 * @param original whose images and audio the text names by number
 * @throws {UserError} for text that is no request any more
 */
export function requestOf(draft: string, original: SamplingRequest): SamplingRequest {
  const media = original.messages.flatMap(({ content }) => content).filter(({ type }) => type !== 'text');
  let read: unknown;
  try {
    read = JSON.parse(draft.replace(/^(?:\s*\/\/.*\n)+/, ''), (key, value: unknown) => {
      const content = key === 'data' ? media[numberOf(value) - 1] : undefined;
      return content !== undefined && content.type !== 'text' ? content.data : value;
    });
  } catch (cause) {
    throw new UserError('What you edited is not JSON any more. Mend it, or reject the request.', { cause });
  }
  try {
    return parseSamplingRequest(read);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : '';
    throw new UserError(`What you edited cannot be sent. ${why} Mend it, or reject the request.`, { cause });
  }
}

function placeholder(number: number, data: string): string {
  return `#${number}, ${Math.floor((data.length * 3) / 4).toLocaleString('en')} bytes, sent as the server gave them`;
}

function numberOf(value: unknown): number {
  const [, number] = typeof value === 'string' ? (/^#(\d+), /.exec(value) ?? []) : [];
  return Number(number ?? 0);
}
