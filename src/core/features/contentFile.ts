import { UserError } from '../errors';
import { displayText } from '../text';
import { isBase64, type Content, type ResourceContents } from './content';
import { fileNameOf, nameInUri } from './fileName';

/** What a server gave, as a file. */
export interface ContentFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * The file that holds what a server gave.
 * @throws {UserError} when it is not what it says it is
 */
export function fileOf(part: Exclude<Content, { kind: 'text' | 'unknown' | 'link' }>): ContentFile {
  if (part.kind === 'resource') return resourceFile(part);
  const name = part.kind === 'image' ? 'Image' : 'Audio';
  return {
    name: fileNameOf(name, part.mimeType, 'binary'),
    bytes: decoded(part.base64, `This ${part.kind === 'image' ? 'image' : 'sound'}`),
  };
}

/**
 * The file that holds the contents of a resource.
 * @throws {UserError} when they are not what they say they are
 */
export function resourceFile({ uri, mimeType, body }: ResourceContents): ContentFile {
  const name = nameInUri(uri);
  if ('text' in body) return { name: fileNameOf(name, mimeType, 'text'), bytes: Buffer.from(body.text) };
  const isText = mimeType?.startsWith('text/') === true;
  return {
    name: fileNameOf(name, mimeType, isText ? 'text' : 'binary'),
    bytes: decoded(body.base64, `“${displayText(uri, 200)}”`),
  };
}

function decoded(base64: string, what: string): Uint8Array {
  if (!isBase64(base64)) {
    throw new UserError(`${what} was sent as base64, and is none. Ask the author of the server.`);
  }
  return Buffer.from(base64, 'base64');
}
