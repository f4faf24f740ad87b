import { recordOf, textOf } from '../recordOf';

/** One content block of a tool, a prompt or a resource (MCP, content blocks). All of it is hostile. */
export type Content =
  | { readonly kind: 'text'; readonly text: string }
  /** `base64` was not checked: it may be any text. */
  | {
      readonly kind: 'image' | 'audio';
      readonly mimeType: string | undefined;
      readonly base64: string;
    }
  | {
      readonly kind: 'link';
      readonly uri: string;
      readonly name: string | undefined;
      readonly description: string | undefined;
      readonly mimeType: string | undefined;
    }
  | ({ readonly kind: 'resource' } & ResourceContents)
  /** Of an unknown kind, or not as the specification demands. */
  | { readonly kind: 'unknown'; readonly said: unknown };

/** The contents of a resource. */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType: string | undefined;
  readonly body: { readonly text: string } | { readonly base64: string };
}

/** Reads one content block. */
export function contentOf(said: unknown): Content {
  const { type, text, data, mimeType, uri, name, title, description, resource } = recordOf(said);
  if (type === 'text' && typeof text === 'string') return { kind: 'text', text };
  if ((type === 'image' || type === 'audio') && typeof data === 'string') {
    return { kind: type, mimeType: textOf(mimeType), base64: data };
  }
  if (type === 'resource_link' && typeof uri === 'string') {
    return {
      kind: 'link',
      uri,
      name: textOf(title) ?? textOf(name),
      description: textOf(description),
      mimeType: textOf(mimeType),
    };
  }
  const contents = type === 'resource' ? resourceContentsOf(resource) : undefined;
  return contents === undefined ? { kind: 'unknown', said } : { kind: 'resource', ...contents };
}

/** Reads the contents of a resource; undefined where there are none. */
export function resourceContentsOf(said: unknown): ResourceContents | undefined {
  const { uri, mimeType, text, blob } = recordOf(said);
  if (typeof uri !== 'string') return undefined;
  const about = { uri, mimeType: textOf(mimeType) };
  if (typeof text === 'string') return { ...about, body: { text } };
  return typeof blob === 'string' ? { ...about, body: { base64: blob } } : undefined;
}

/** Is this base64 (RFC 4648, section 4), padded or not? Line breaks are allowed. */
export function isBase64(text: string): boolean {
  const plain = text.replaceAll(/[\r\n]/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(plain)) return false;
  const padding = plain.endsWith('==') ? 2 : plain.endsWith('=') ? 1 : 0;
  return padding > 0 ? plain.length % 4 === 0 : plain.length % 4 !== 1;
}
