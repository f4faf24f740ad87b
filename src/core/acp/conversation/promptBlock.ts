/** One block of a message to an agent (ACP, content). Only text and links are understood by every agent. */
export type PromptBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string }
  | { readonly type: 'resource_link'; readonly name: string; readonly uri: string }
  | { readonly type: 'resource'; readonly resource: { readonly uri: string; readonly text: string } };

/** One part of a message that the user writes. */
export type PromptPart =
  | { readonly kind: 'text'; readonly text: string }
  /**
   * An image that is not from a file; `data` is base64. (A file on the disk is a `FilePart`: its bytes are only read
   * after its path is checked.)
   */
  | {
      readonly kind: 'image';
      readonly mimeType: string;
      readonly data: string;
      readonly mention?: string | undefined;
    }
  | FilePart
  /** Something that is not a file of this machine: it is not sent, and the user is told so. */
  | { readonly kind: 'elsewhere'; readonly given: string; readonly mention?: string | undefined };

/** A file or directory that the user refers to, or lines of one. */
export interface FilePart {
  readonly kind: 'file';
  /** Absolute. */
  readonly path: string;
  /** The part of it that is meant; left out: all of it. */
  readonly selection?: SelectedRange | undefined;
  /** How the texts of the message name it; this name is removed from them where the file may not be sent. */
  readonly mention?: string | undefined;
}

/** Where a selection lies. Its text is not part of this: it is read from the file once its path is checked. */
export interface SelectedRange {
  /** The first and the last line, from 1. */
  readonly first: number;
  readonly last: number;
  /** Characters of the first line that are before the selection. */
  readonly from: number;
  /** Characters of the last line up to the end of the selection. */
  readonly to: number;
}

/** The selected part of a text, with lines as VS Code counts them; undefined where the text has no such lines. */
export function selectedText(given: string, { first, last, from, to }: SelectedRange): string | undefined {
  const text = given.replace(/^\uFEFF/, '');
  const ends = Array.from(text.matchAll(/\r\n|\r|\n/g), (match) => match.index + match[0].length);
  const starts = [0, ...ends];
  const place = (line: number, characters: number) => {
    const start = starts[line - 1];
    return start === undefined ? undefined : Math.min(start + characters, starts[line] ?? text.length);
  };
  const [start, end] = [place(first, from), place(last, to)];
  return start === undefined || end === undefined ? undefined : text.slice(start, end);
}

/** Replaces the name of something that is not sent. */
const notSent = '[not sent]';

/** A text of a message in which each of these names is replaced by "[not sent]". */
export function withoutMentions(text: string, mentions: readonly string[]): string {
  return mentions
    .filter((mention) => mention !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, mention) => left.replaceAll(mention, notSent), text);
}
