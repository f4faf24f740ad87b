/** How a text is laid out, so that what is added looks like the rest. */
export interface TextLayout {
  readonly eol: '\n' | '\r\n';
  readonly insertSpaces: boolean;
  readonly tabSize: number;
}

/** Reads the layout off the first indented line; two blanks where nothing is indented. */
export function layoutOf(text: string): TextLayout {
  const [, indent = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return {
    eol,
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 4 : indent.length,
  };
}

/** The offset behind the line that `offset` lies in, its line break included. */
export function lineEnd(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === '\n') return offset;
  const at = text.indexOf('\n', offset);
  return at === -1 ? text.length : at + 1;
}

/** The text with a line break at its end, unless it is empty. */
export function endedLine(text: string, eol: string): string {
  return text === '' || text.endsWith('\n') ? text : text + eol;
}
