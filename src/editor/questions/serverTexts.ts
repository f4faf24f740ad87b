import { displayText } from '../../core/text';
import { withoutIcons } from '../withoutIcons';
import { withoutLinks } from '../withoutLinks';

/** The quoted name of a server or an agent, for a question that it caused. */
export function called({ name }: { readonly name: string }): string {
  return `“${displayText(name, 40)}”`;
}

/** Text of a server or an agent for a line of a pick: plain, and without icons (rule 9). */
export function lineText(text: string, length = 200): string {
  return withoutIcons(displayText(text, length));
}

/** The same for a place where links would work: plain, and without icons and links (rule 9). */
export function promptText(text: string, length = 600): string {
  return withoutLinks(withoutIcons(displayText(text, length)));
}
