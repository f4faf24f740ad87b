/**
 * Splits what a person types as a command line into words, at white space that is not inside single or double quotes.
 * Nothing is expanded and no other character is special, because no shell will read it; a quote that is never closed
 * reaches to the end.
 */
export function splitCommandLine(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (const character of line) {
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + character;
    }
  }
  return word === undefined ? words : [...words, word];
}

/** A name for what this command line starts: `npx -y @scope/mcp-server-git@1.2` gives `git`. */
export function nameFromCommand([command, ...args]: readonly [string, ...string[]]): string {
  const source = args.findLast((arg) => !arg.startsWith('-')) ?? command;
  return source
    .replace(/^.*[\\/]/, '')
    .replace(/@[^@]*$/, '')
    .replace(/^(mcp-)?server-/, '');
}
