import { displayText } from '../../core/text';
import { withoutIcons } from '../withoutIcons';
import { withoutLinks } from '../withoutLinks';

/** How a server is called in a question that it caused. */
export function called({ name }: { readonly name: string }): string {
  return `“${displayText(name, 40)}”`;
}

/** Text of a server for a line of a pick: harmless, without pictures (rule 9). */
export function lineText(text: string, length = 200): string {
  return withoutIcons(displayText(text, length));
}

/** Text of a server where links would work: harmless, without any. */
export function promptText(text: string, length = 600): string {
  return withoutLinks(withoutIcons(displayText(text, length)));
}
