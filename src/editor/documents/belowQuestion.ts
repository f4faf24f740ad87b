const space = '\n'.repeat(11);

/** The text with space above it: a question covers the top of the editor, and the text begins below that. */
export function belowQuestion(text: string): string {
  return space + text;
}

/** The text without that space; if somebody edited there, without the empty lines at its beginning. */
export function fromBelowQuestion(text: string): string {
  return text.startsWith(space) ? text.slice(space.length) : text.replace(/^(?:\r?\n)+/, '');
}
