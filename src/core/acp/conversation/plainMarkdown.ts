import { displayText } from '../../text';

/** Every character with which Markdown, or an icon in it, could begin. */
const special = /[\\`*_{}[\]()#+\-.!|<>~$&:@]/gu;

/** Text of any origin as one line of Markdown that shows just that text. */
export function plainMarkdown(text: string, maxLength = 300): string {
  return displayText(text, maxLength).replace(special, (character) =>
    // VS Code renders text between two dollar signs as mathematics, even if they are escaped with a backslash.
    character === '$' ? '&#36;' : `\\${character}`,
  );
}
