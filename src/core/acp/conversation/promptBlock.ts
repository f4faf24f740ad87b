/** One block of a message to an agent (ACP, content). Only text and links are understood by every agent. */
export type PromptBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string; readonly uri?: string }
  | {
      readonly type: 'resource_link';
      readonly name: string;
      readonly uri: string;
      readonly mimeType?: string;
    }
  | { readonly type: 'resource'; readonly resource: { readonly uri: string; readonly text: string } };

/** One thing that the user puts into a message. */
export type PromptPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Base64. @see FilePart for `path` */
  | {
      readonly kind: 'image';
      readonly mimeType: string;
      readonly data: string;
      readonly path?: string | undefined;
      readonly mention?: string | undefined;
    }
  | FilePart
  /** Something that is no file of this machine: it is not sent, and the user is told. */
  | { readonly kind: 'elsewhere'; readonly given: string; readonly mention?: string | undefined };

/** A file or directory that the user refers to, or lines of one. */
export interface FilePart {
  readonly kind: 'file';
  /** Absolute. */
  readonly path: string;
  /** The lines that are meant, from 1; left out: all of it. */
  readonly selection?: { readonly text: string; readonly first: number; readonly last: number } | undefined;
  /** How the texts of the message write it: it is taken out of them where it may not be sent. */
  readonly mention?: string | undefined;
}

/** Stands in a text where the name of something stood that is not sent. */
const notSent = '[not sent]';

/** The texts of a message without these names. */
export function withoutMentions(text: string, mentions: readonly string[]): string {
  return mentions
    .filter((mention) => mention !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, mention) => left.replaceAll(mention, notSent), text);
}
