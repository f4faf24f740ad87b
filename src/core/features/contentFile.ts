import { UserError } from '../errors';
import { displayText } from '../text';
import { isBase64, type Content, type ResourceContents } from './content';
import { fileNameOf, nameInUri } from './fileName';

/** Content of a server, as a file. */
export interface ContentFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Content of a server as a file. @throws {UserError} when its base64 is not valid */
export function fileOf(part: Exclude<Content, { kind: 'text' | 'unknown' | 'link' }>): ContentFile {
  if (part.kind === 'resource') return resourceFile(part);
  const name = part.kind === 'image' ? 'Image' : 'Audio';
  return {
    name: fileNameOf(name, part.mimeType, 'binary'),
    bytes: decoded(part.base64, `This ${part.kind === 'image' ? 'image' : 'sound'}`),
  };
}

/** The contents of a resource as a file. @throws {UserError} when its base64 is not valid */
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
