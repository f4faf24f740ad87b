import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { PromptDescription } from '../../core/features/prompt';
import type { ResourceDescription, ResourceTemplate } from '../../core/features/resource';
import { sizeText } from '../../core/features/contentText';
import { displayText } from '../../core/text';
import { effectsText } from '../../core/tools/argumentsText';
import type { ToolDescription } from '../../core/tools/toolDescription';
import type { CommandId, LineWord } from '../ids';
import type { OfferNode } from '../tree/nodes';
import type { EntryWords } from './pickEntry';
import { lineContext } from '../tree/lineContext';

/** A tool as a line of a pick. */
export function toolWords({ name, title, description }: ToolDescription): EntryWords {
  return { label: name, description: title === name ? undefined : title, detail: description };
}

/** A prompt as a line of a pick. */
export function promptWords({ name, title, description }: PromptDescription): EntryWords {
  return { label: name, description: title === name ? undefined : title, detail: description };
}

/** A resource, or a template of resources, as a line of a pick. */
export function resourceWords(entry: ResourceDescription | ResourceTemplate): EntryWords {
  const uri = 'uri' in entry ? entry.uri : entry.uriTemplate;
  return { label: entry.name, description: uri, detail: entry.description };
}

/** The line of a tool. @param id unique in the tree: two tools can have one name */
export function toolItem(tool: ToolDescription, id: string): TreeItem {
  const effects = `The server says that ${effectsText[tool.effects]}.`;
  const about = [tool.name, tool.title, tool.description, effects];
  return entryItem(id, 'tool', 'symbol-method', toolWords(tool), about);
}

/** The line of a prompt, which is used at a click. */
export function promptItem(prompt: PromptDescription, id: string, node: OfferNode): TreeItem {
  const about = [prompt.name, prompt.title, prompt.description];
  return opening(entryItem(id, 'prompt', 'comment', promptWords(prompt), about), 'mcpRoots.usePrompt', node);
}

/** The line of a resource, which is opened at a click. */
export function resourceItem(resource: ResourceDescription, id: string, node: OfferNode): TreeItem {
  const { uri, description, mimeType, size } = resource;
  const said = [mimeType, size === undefined ? undefined : sizeText(size)].filter(
    (each) => each !== undefined,
  );
  const about = [uri, description, said.length > 0 ? said.join(', ') : undefined];
  const words = { ...resourceWords(resource), detail: description ?? uri };
  return opening(entryItem(id, 'resource', 'file', words, about), 'mcpRoots.openResource', node);
}

/** The line of a template of resources; a click asks for its variables. */
export function templateItem(template: ResourceTemplate, id: string, node: OfferNode): TreeItem {
  const { uriTemplate, description, mimeType } = template;
  const words = { ...resourceWords(template), detail: uriTemplate };
  const item = entryItem(id, 'template', 'symbol-snippet', words, [uriTemplate, description, mimeType]);
  return opening(item, 'mcpRoots.openResource', node);
}

/** A line that only informs. */
export function noteItem(text: string): TreeItem {
  const item = new TreeItem(displayText(text, 300), TreeItemCollapsibleState.None);
  item.iconPath = new ThemeIcon('info', new ThemeColor('descriptionForeground'));
  return item;
}

/** A line whose click searches the entries that are not shown. */
export function findItem(text: string, command: CommandId, node: OfferNode): TreeItem {
  const item = new TreeItem(text, TreeItemCollapsibleState.None);
  item.iconPath = new ThemeIcon('search');
  return opening(item, command, node);
}

/** All texts come from the server: one line each, plain, with invisible characters made visible (rule 9). */
function entryItem(
  id: string,
  context: LineWord,
  icon: string,
  { label, description, detail }: EntryWords,
  about: readonly (string | undefined)[],
): TreeItem {
  const name = displayText(label, 80);
  const item = new TreeItem({ label: name }, TreeItemCollapsibleState.None);
  const said = displayText(detail ?? description ?? '', 150);
  item.id = id;
  if (said !== '') item.description = said;
  item.tooltip = about.flatMap((each) => (each === undefined ? [] : displayText(each, 500))).join('\n');
  item.iconPath = new ThemeIcon(icon);
  item.contextValue = lineContext([context]);
  item.accessibilityInformation = { label: `${context} ${name}${said === '' ? '' : `, ${said}`}` };
  return item;
}

function opening(item: TreeItem, command: CommandId, node: OfferNode): TreeItem {
  item.command = { command, title: 'Open', arguments: [node] };
  return item;
}
