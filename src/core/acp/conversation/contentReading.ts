import * as z from 'zod/mini';
import { displayText, startOf } from '../../text';
import { longestText, type Content } from './content';

/** How many characters of base64 one image may have. */
const longestImage = 8 * 1024 * 1024;

const block = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image'), mimeType: z.string(), data: z.string() }),
  z.looseObject({ type: z.literal('audio'), mimeType: z.string(), data: z.string() }),
  z.looseObject({ type: z.literal('resource_link'), name: z.string(), uri: z.string() }),
  z.looseObject({
    type: z.literal('resource'),
    resource: z.looseObject({ uri: z.string(), text: z.optional(z.string()) }),
  }),
]);

/** The types of images that are shown; of any other, only the type is named. */
const imageType = /^image\/(?:png|jpeg|gif|webp|bmp)$/u;

/** Reads one content block. @returns undefined where it is malformed or of an unknown kind */
export function readContent(value: unknown): Content | undefined {
  const parsed = z.safeParse(block, value);
  if (!parsed.success) return undefined;
  const { data } = parsed;
  switch (data.type) {
    case 'text':
      return { kind: 'text', text: data.text };
    case 'image':
      return image(data.mimeType, data.data);
    case 'audio':
      return { kind: 'audio', mimeType: displayText(data.mimeType, 60) };
    case 'resource_link':
      return { kind: 'link', name: displayText(data.name, 200), uri: displayText(data.uri, 1000) };
    case 'resource': {
      const { uri, text } = data.resource;
      const shown = displayText(uri, 1000);
      if (text === undefined) return { kind: 'link', name: shown, uri: shown };
      return { kind: 'resource', uri: shown, text: startOf(text, longestText) };
    }
  }
}

function image(mimeType: string, data: string): Content {
  const type = mimeType.toLowerCase();
  if (!imageType.test(type)) return { kind: 'left out', what: `an image of type ${displayText(type, 60)}` };
  if (data.length > longestImage) return { kind: 'left out', what: 'an image that is too large' };
  // It becomes part of a URL: only characters of base64 may be in it.
  if (!/^[A-Za-z0-9+/]*={0,2}$/u.test(data)) return { kind: 'left out', what: 'an image that is malformed' };
  return { kind: 'image', mimeType: type, data };
}
