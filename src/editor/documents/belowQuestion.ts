const space = '\n'.repeat(11);

/** The question lies over the top of the editor: what it is about begins below it. */
export function belowQuestion(text: string): string {
  return space + text;
}

/** The text without that space, or without what is left of it after somebody edited there. */
export function fromBelowQuestion(text: string): string {
  return text.startsWith(space) ? text.slice(space.length) : text.replace(/^(?:\r?\n)+/, '');
}
