import { UserError } from '../errors';
import { visibleJson } from '../text';
import { parseSamplingRequest, type SamplingContent, type SamplingRequest } from './samplingRequest';

/**
 * A request as text that the user reads and edits: JSON with the field names of the specification and nothing
 * invisible; the data of images and audio is replaced by numbers. Lines at the beginning that start with `//` are
 * comments.
 * @param notes what the user should know of the request, one line each
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
 * Reads the text back after the user has edited it.
 * @param original the request whose images and audio the text refers to by number
 * @throws {UserError} when the text is not a valid request any more
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
    throw new UserError('What you edited is not JSON any more. Fix it, or reject the request.', { cause });
  }
  try {
    return parseSamplingRequest(read);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : '';
    throw new UserError(`What you edited cannot be sent. ${why} Fix it, or reject the request.`, { cause });
  }
}

function placeholder(number: number, data: string): string {
  return `#${number}, ${Math.floor((data.length * 3) / 4).toLocaleString('en')} bytes, sent as the server gave them`;
}

function numberOf(value: unknown): number {
  const [, number] = typeof value === 'string' ? (/^#(\d+), /.exec(value) ?? []) : [];
  return Number(number ?? 0);
}
