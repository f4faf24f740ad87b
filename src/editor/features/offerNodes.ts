import { ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { protocolErrorText } from '../../core/features/protocolError';
import type { ServerList as ListName } from '../../core/session/changingLists';
import { displayText } from '../../core/text';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { ServerList } from '../../node/session/serverList';
import type { CommandId } from '../ids';
import type { OfferNode } from '../tree/nodes';
import { findItem, noteItem, promptItem, resourceItem, templateItem, toolItem } from './offerItems';
import { lineContext } from '../tree/lineContext';

/** How many lines of a list are shown; a search finds the others. */
const mostLines = 100;

type Client = NonNullable<ManagedServer['client']>;

interface Group {
  readonly label: string;
  readonly list: ListName;
  readonly icon: string;
  /** The command that searches the entries that are not shown. */
  readonly find: CommandId;
}

const groups: Readonly<Record<ListName, Group>> = {
  tools: { label: 'Tools', list: 'tools', icon: 'tools', find: 'mcpRoots.callTool' },
  prompts: { label: 'Prompts', list: 'prompts', icon: 'comment-discussion', find: 'mcpRoots.usePrompt' },
  resources: { label: 'Resources', list: 'resources', icon: 'library', find: 'mcpRoots.openResource' },
};

/** What is shown for an entry. */
interface Line {
  readonly offer: OfferNode['offer'];
  readonly item: (node: OfferNode) => TreeItem;
}

/** One list of a group, and how its entries become lines. */
interface Listing<T> {
  readonly list: ServerList<T>;
  readonly line: (entry: T, id: string) => Line;
}

/** The lines for what a server offers: a group for each list that it declared, read when the group is opened. */
export class OfferNodes {
  readonly #redraw: (node: OfferNode) => void;
  readonly #isTrusted: (server: ManagedServer) => boolean;
  readonly #groups = new WeakMap<Client, readonly OfferNode[]>();
  /** The lines of groups, as `redraw` saw them last. */
  readonly #read = new WeakMap<OfferNode, string>();

  /**
   * @param redraw has a line drawn again
   * @param isTrusted whether tools of a server run without a question
   */
  constructor(redraw: (node: OfferNode) => void, isTrusted: (server: ManagedServer) => boolean) {
    this.#redraw = redraw;
    this.#isTrusted = isTrusted;
  }

  /** Has those groups of a server drawn again whose lines have changed. */
  redraw({ client }: ManagedServer): void {
    for (const node of client === undefined ? [] : (this.#groups.get(client) ?? [])) {
      const reads = JSON.stringify(node.item());
      if (this.#read.get(node) !== reads) this.#redraw(node);
      this.#read.set(node, reads);
    }
  }

  /** The groups of a server; none while it does not run. */
  of(server: ManagedServer): readonly OfferNode[] {
    const { client } = server;
    if (client === undefined) return [];
    const known = this.#groups.get(client) ?? this.#groupsOf(server, client);
    this.#groups.set(client, known);
    return known;
  }

  #groupsOf(server: ManagedServer, { features }: Client): readonly OfferNode[] {
    const { tools, prompts, resources, templates } = features;
    return [
      ...this.#group(server, groups.tools, {
        list: tools,
        line: (tool, id) => ({ offer: { kind: 'tool', tool }, item: () => toolItem(tool, id) }),
      }),
      ...this.#group(server, groups.prompts, {
        list: prompts,
        line: (prompt, id) => ({
          offer: { kind: 'prompt', prompt },
          item: (node) => promptItem(prompt, id, node),
        }),
      }),
      ...this.#group(
        server,
        groups.resources,
        {
          list: resources,
          line: (resource, id) => ({
            offer: { kind: 'resource', resource },
            item: (node) => resourceItem(resource, id, node),
          }),
        },
        {
          list: templates,
          line: (template, id) => ({
            offer: { kind: 'template', template },
            item: (node) => templateItem(template, id, node),
          }),
        },
      ),
    ];
  }

  #group<T, U = never>(
    server: ManagedServer,
    group: Group,
    first: Listing<T>,
    second?: Listing<U>,
  ): readonly OfferNode[] {
    if (!first.list.isDeclared) return [];
    const lists = [first.list, ...(second === undefined ? [] : [second.list])];
    const node: OfferNode = {
      kind: 'offer',
      server,
      offer: { kind: 'list', list: group.list },
      item: () => groupItem(server, group, lists, group.list === 'tools' && this.#isTrusted(server)),
      children: async () => {
        // The line of the group shows how many entries there are: it is drawn again once that is known.
        if (lists.some(({ known }) => known === undefined)) void this.#tellCount(node, lists);
        const more = second === undefined ? [] : await linesOf(node, group.find, second, 'template');
        return [...(await linesOf(node, group.find, first, group.list)), ...more];
      },
    };
    for (const list of lists) list.onDidChange(() => this.#redraw(node));
    return [node];
  }

  async #tellCount(node: OfferNode, lists: readonly ServerList<unknown>[]): Promise<void> {
    const all = await Promise.allSettled(lists.map((list) => list.list()));
    if (all.some(({ status }) => status === 'fulfilled')) this.#redraw(node);
  }
}

function groupItem(
  server: ManagedServer,
  { label, list, icon }: Group,
  lists: readonly ServerList<unknown>[],
  isTrusted: boolean,
): TreeItem {
  const item = new TreeItem(label, TreeItemCollapsibleState.Collapsed);
  const known = lists.flatMap((each) => each.known ?? []);
  const count = known.reduce((sum, { entries }) => sum + entries.length, 0);
  item.id = `offer ${server.id} ${list}`;
  item.iconPath = new ThemeIcon(icon);
  const words = [...(known.length > 0 ? [`${count}`] : []), ...(isTrusted ? ['trusted to read'] : [])];
  item.description = words.join(' · ');
  item.contextValue = lineContext(['offers', list], {
    trusted: list === 'tools' && isTrusted,
    trustable: list === 'tools' && !isTrusted,
  });
  const said = [`${label} of server ${displayText(server.name, 80)}`, ...words];
  item.accessibilityInformation = { label: said.join(', ') };
  return item;
}

/** The lines of a list: the first ones, and one that searches the others. Reads the list if that was not done yet. */
async function linesOf<T>(
  { server }: OfferNode,
  find: CommandId,
  { list, line }: Listing<T>,
  what: string,
): Promise<readonly OfferNode[]> {
  const note = (text: string) => lineOf(server, { offer: { kind: 'note' }, item: () => noteItem(text) });
  try {
    const { entries, cut } = list.known ?? (await list.list());
    const left = entries.length - mostLines;
    const others = `${left} more: filter …`;
    return [
      ...entries
        .slice(0, mostLines)
        .map((entry, index) => lineOf(server, line(entry, `offer ${server.id} ${what} ${index}`))),
      ...(left > 0
        ? [lineOf(server, { offer: { kind: 'note' }, item: (node) => findItem(others, find, node) })]
        : []),
      ...(cut === undefined ? [] : [note(`The list is not whole: ${cut}.`)]),
    ];
  } catch (error) {
    return [note(`Could not be listed. ${protocolErrorText(error)}`)];
  }
}

function lineOf(server: ManagedServer, { offer, item }: Line): OfferNode {
  const node: OfferNode = {
    kind: 'offer',
    server,
    offer,
    item: () => item(node),
    children: () => Promise.resolve([]),
  };
  return node;
}
