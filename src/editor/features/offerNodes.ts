import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { protocolErrorText } from '../../core/features/protocolError';
import { displayText } from '../../core/text';
import { effectsText } from '../../core/tools/argumentsText';
import type { ToolDescription } from '../../core/tools/toolDescription';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { ServerList } from '../../node/session/serverList';
import type { CommandId } from '../ids';
import type { OfferNode } from '../tree/nodes';
import type { EntryWords } from './pickEntry';

/** So many lines of a list are shown; a search finds the others. */
const mostLines = 100;

type Client = NonNullable<ManagedServer['client']>;

/** The lines for what a server offers: a group for each list that it declared, read when the group is opened. */
export class OfferNodes {
  readonly #redraw: (node: OfferNode) => void;
  readonly #groups = new WeakMap<Client, readonly OfferNode[]>();

  /** @param redraw has a line drawn again */
  constructor(redraw: (node: OfferNode) => void) {
    this.#redraw = redraw;
  }

  /** The groups of a server; none while it does not run. */
  of(server: ManagedServer): readonly OfferNode[] {
    const { client } = server;
    if (client === undefined) return [];
    const groups = this.#groups.get(client) ?? this.#groupsOf(server, client);
    this.#groups.set(client, groups);
    return groups;
  }

  #groupsOf(server: ManagedServer, { features }: Client): readonly OfferNode[] {
    const { tools } = features;
    return tools.isDeclared ? [this.#toolsGroup(server, tools)] : [];
  }

  #toolsGroup(server: ManagedServer, tools: ServerList<ToolDescription>): OfferNode {
    const node: OfferNode = {
      kind: 'offer',
      server,
      offer: { kind: 'list', list: 'tools' },
      item: () => groupItem(server, 'Tools', 'tools', [tools]),
      children: () =>
        this.#linesOf(node, tools, 'mcpRoots.callTool', (tool, index) => ({
          kind: 'offer',
          server,
          offer: { kind: 'tool', tool },
          item: () => toolItem(tool, `offer ${server.id} tool ${index}`),
          children: none,
        })),
    };
    tools.onDidChange(() => this.#redraw(node));
    return node;
  }

  /** The lines of a list: the first ones, and how the others are found. Reads the list if that was not done yet. */
  async #linesOf<T>(
    node: OfferNode,
    list: ServerList<T>,
    find: CommandId,
    nodeOf: (entry: T, index: number) => OfferNode,
  ): Promise<readonly OfferNode[]> {
    const { server } = node;
    try {
      const isFirst = list.known === undefined;
      const { entries, cut } = list.known ?? (await list.list());
      // Its line tells how many there are.
      if (isFirst) setImmediate(() => this.#redraw(node));
      const left = entries.length - mostLines;
      return [
        ...entries.slice(0, mostLines).map(nodeOf),
        ...(left > 0 ? [findNode(server, `${left} more: filter …`, find)] : []),
        ...(cut === undefined ? [] : [noteNode(server, `The list is not whole: ${cut}.`)]),
        ...(entries.length === 0 && cut === undefined ? [noteNode(server, 'None.')] : []),
      ];
    } catch (error) {
      return [noteNode(server, `Could not be listed. ${protocolErrorText(error)}`)];
    }
  }
}

/** A tool as a line of a pick. */
export function toolWords({ name, title, description }: ToolDescription): EntryWords {
  return { label: name, description: title === name ? undefined : title, detail: description };
}

const none = () => Promise.resolve([]);

function groupItem(
  server: ManagedServer,
  label: string,
  context: string,
  lists: readonly ServerList<unknown>[],
): TreeItem {
  const item = new TreeItem(label, TreeItemCollapsibleState.Collapsed);
  const known = lists.flatMap((list) => list.known ?? []);
  const count = known.reduce((sum, { entries }) => sum + entries.length, 0);
  item.id = `offer ${server.id} ${context}`;
  item.iconPath = new ThemeIcon('tools');
  if (known.length > 0) item.description = String(count);
  item.contextValue = `offers ${context}`;
  const counted = known.length > 0 ? `, ${count}` : '';
  item.accessibilityInformation = { label: `${label} of server ${displayText(server.name, 80)}${counted}` };
  return item;
}

/** @param id two tools can have one name */
function toolItem(tool: ToolDescription, id: string): TreeItem {
  const name = displayText(tool.name, 80);
  const item = new TreeItem({ label: name }, TreeItemCollapsibleState.None);
  const description = tool.description ?? tool.title;
  item.id = id;
  if (description !== undefined) item.description = displayText(description, 150);
  const about = [
    tool.name,
    tool.title,
    tool.description,
    `As the server says, ${effectsText[tool.effects]}.`,
  ];
  item.tooltip = about.flatMap((each) => (each === undefined ? [] : displayText(each, 500))).join('\n');
  item.iconPath = new ThemeIcon('symbol-method');
  item.contextValue = 'tool';
  item.accessibilityInformation = { label: `tool ${name}, ${displayText(description ?? '', 150)}` };
  return item;
}

function findNode(server: ManagedServer, label: string, command: CommandId): OfferNode {
  const node: OfferNode = {
    kind: 'offer',
    server,
    offer: { kind: 'note' },
    item: () => {
      const item = new TreeItem(label, TreeItemCollapsibleState.None);
      item.iconPath = new ThemeIcon('search');
      item.command = { command, title: 'Filter', arguments: [node] };
      return item;
    },
    children: none,
  };
  return node;
}

function noteNode(server: ManagedServer, text: string): OfferNode {
  return {
    kind: 'offer',
    server,
    offer: { kind: 'note' },
    item: () => {
      const item = new TreeItem(displayText(text, 300), TreeItemCollapsibleState.None);
      item.iconPath = new ThemeIcon('info', new ThemeColor('descriptionForeground'));
      return item;
    },
    children: none,
  };
}
