import { jsonLines } from '../features/contentText';
import { displayText } from '../text';
import type { ToolDescription } from './toolDescription';

/** A call of a tool as text for the user, before it is made; nothing is cut. */
export function callText(
  tool: ToolDescription,
  server: string,
  args: Readonly<Record<string, unknown>>,
): string {
  return [
    `Tool: ${displayText(tool.name, 500)}`,
    `Server: ${displayText(server, 500)}`,
    `Effects, as the server says: ${effectsText[tool.effects]}`,
    '',
    'Arguments:',
    ...jsonLines(args),
  ].join('\n');
}

/** What a server claims of a tool's effects; nobody has checked it. */
export const effectsText: Readonly<Record<ToolDescription['effects'], string>> = {
  'only reads': 'it only reads',
  adds: 'it changes things, without destroying any',
  'may destroy': 'it may change and destroy things',
};
