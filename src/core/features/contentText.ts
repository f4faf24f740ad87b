import { displayText, visibleJson } from '../text';
import { isBase64, type Content } from './content';

/** Content that can be opened on its own. */
export type Part = Exclude<Content, { readonly kind: 'text' | 'unknown' }>;

/** In characters; longer lines are cut. */
const longestLine = 10_000;

/** Contents as lines of plain text, with everything visible, and the parts that these lines only describe. */
export interface ContentLines {
  readonly lines: readonly string[];
  /** @remarks `line` counts from 0 within `lines` */
  readonly parts: readonly { readonly line: number; readonly part: Part }[];
}

/** Contents as a document: texts as they are, everything else described. */
export function contentLines(contents: readonly Content[]): ContentLines {
  const lines: string[] = [];
  const parts: { readonly line: number; readonly part: Part }[] = [];
  for (const [index, content] of contents.entries()) {
    if (index > 0 && !(content.kind === 'text' && contents[index - 1]?.kind === 'text')) lines.push('');
    if (content.kind === 'text') lines.push(...textLines(content.text));
    else if (content.kind === 'unknown') lines.push('Of an unknown kind:', ...jsonLines(content.said));
    else {
      parts.push({ line: lines.length, part: content });
      lines.push(...partLines(content));
    }
  }
  return { lines, parts };
}

/** The lines of a text, with invisible characters made visible. */
export function textLines(text: string): readonly string[] {
  return text.split(/\r?\n/).map((line) => displayText(line, longestLine));
}

/** A value as lines of JSON with nothing invisible. */
export function jsonLines(value: unknown): readonly string[] {
  try {
    return visibleJson(value).split('\n');
  } catch {
    // It is nested too deep to be written.
    return ['(not readable)'];
  }
}

/** A description of a part, in one line. */
export function partText(part: Part): string {
  const type = (mimeType: string | undefined) => displayText(mimeType ?? 'of unknown type', 80);
  switch (part.kind) {
    case 'image':
    case 'audio': {
      const what = part.kind === 'image' ? 'Image' : 'Audio';
      return `${what}, ${type(part.mimeType)}, ${base64Text(part.base64)}`;
    }
    case 'link': {
      const name = part.name === undefined ? [] : [`“${displayText(part.name, 80)}”`];
      return ['Link to resource', ...name, displayText(part.uri, 500)].join(' ');
    }
    case 'resource': {
      const size =
        'base64' in part.body ? base64Text(part.body.base64) : `${part.body.text.length} characters`;
      return `Resource ${displayText(part.uri, 500)}, ${type(part.mimeType)}, ${size}`;
    }
  }
}

/** A number of bytes in a readable unit. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function partLines(part: Part): readonly string[] {
  const about = partText(part);
  if (part.kind === 'link') {
    const said = [part.mimeType, part.description].flatMap((each) => each ?? []);
    return [about, ...said.map((each) => `  ${displayText(each, 500)}`)];
  }
  if (part.kind === 'resource' && 'text' in part.body) return [`${about}:`, ...textLines(part.body.text)];
  return [about];
}

function base64Text(base64: string): string {
  if (!isBase64(base64)) return 'in base64 that is none';
  return sizeText(Math.floor((base64.replaceAll(/[=\r\n]/g, '').length * 3) / 4));
}
