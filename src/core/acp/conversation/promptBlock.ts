/** One block of a message to an agent (ACP, content). Only text and links are understood by every agent. */
export type PromptBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string }
  | { readonly type: 'resource_link'; readonly name: string; readonly uri: string }
  | { readonly type: 'resource'; readonly resource: { readonly uri: string; readonly text: string } };

/** One thing that the user puts into a message. */
export type PromptPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Base64. One that lies on the disk is a file: its bytes are nothing that was judged. */
  | {
      readonly kind: 'image';
      readonly mimeType: string;
      readonly data: string;
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
  /** What of it is meant; left out: all of it. */
  readonly selection?: SelectedRange | undefined;
  /** How the texts of the message write it: it is taken out of them where it may not be sent. */
  readonly mention?: string | undefined;
}

/** Where a selection lies. Its text is none that was judged: that is read where the path leads once it is judged. */
export interface SelectedRange {
  /** The first and the last line, from 1. */
  readonly first: number;
  readonly last: number;
  /** Characters of the first line before it. */
  readonly from: number;
  /** Characters of the last line up to its end. */
  readonly to: number;
}

/** The part of a text that is selected, with lines as VS Code counts them; undefined where there are no such lines. */
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

/** Stands in a text where the name of something stood that is not sent. */
const notSent = '[not sent]';

/** The texts of a message without these names. */
export function withoutMentions(text: string, mentions: readonly string[]): string {
  return mentions
    .filter((mention) => mention !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, mention) => left.replaceAll(mention, notSent), text);
}
