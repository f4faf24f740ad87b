/** The formatting of a text, so that additions look like the rest. */
export interface TextLayout {
  readonly eol: '\n' | '\r\n';
  readonly insertSpaces: boolean;
  readonly tabSize: number;
}

/** Reads the formatting from the first indented line; two spaces where no line is indented. */
export function layoutOf(text: string): TextLayout {
  const [, indent = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return {
    eol,
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 4 : indent.length,
  };
}

/** The offset after the line in which `offset` is, with its line break. */
export function lineEnd(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === '\n') return offset;
  const at = text.indexOf('\n', offset);
  return at === -1 ? text.length : at + 1;
}

/** The text with a line break at its end, unless the text is empty. */
export function endedLine(text: string, eol: string): string {
  return text === '' || text.endsWith('\n') ? text : text + eol;
}
