import { displayText } from '../../text';

/** Everything that Markdown, or an icon in it, could begin with. */
const special = /[\\`*_{}[\]()#+\-.!|<>~$&:@]/gu;

/** Text of any origin as one line of Markdown that shows just that text. */
export function plainMarkdown(text: string, maxLength = 300): string {
  return displayText(text, maxLength).replace(special, (character) =>
    // VS Code sets what lies between two of these as mathematics, also where they are escaped.
    character === '$' ? '&#36;' : `\\${character}`,
  );
}
