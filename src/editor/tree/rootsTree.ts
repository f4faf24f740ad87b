import { EventEmitter, type Event, type TreeDataProvider, type TreeItem } from 'vscode';
import { chatClient } from '../../core/chat/chatClient';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Host } from '../../node/host/host';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import type { Grantee } from '../../node/servers/grantee';
import type { ManagedServer } from '../../node/servers/managedServer';
import { systemClock } from '../../node/systemClock';
import type { NativeCopies } from '../chat/nativeCopies';
import type { Postponed } from '../consent/postponed';
import { agentItem } from './agentItem';
import { CallRefresh } from './callRefresh';
import { folderItem, namedItem, pairItem } from './folderItem';
import { clientItem } from './clientItem';
import { hasNothingToDecide } from './hasNothingToDecide';
import { mayAskLines } from './mayAskLines';
import type { Node, OfferNode } from './nodes';
import { faultItem, serverItem } from './serverItem';
import { earlierItem, sessionItem, sessionLineItem } from './sessionItem';
import { linesOf } from './sessionLines';
import { TreeLines, type GranteeNode, type Grouping } from './treeLines';

/** The lines that other parts of the extension make. */
export interface LinesBelow {
  /** The lines for what a server offers besides folders. When one of them changes, `redraw` has to be called. */
  readonly offersOf: (server: ManagedServer) => Promise<readonly OfferNode[]>;
  /** The lines for the sessions of an agent; asked for again whenever the agent has changed. */
  readonly sessionsOf: (agent: ManagedAgent) => readonly Node[];
}

/**
 * What was drawn of a server, an agent or a client: its line and those below it, as text, and the MCP client whose
 * offers stand there.
 */
interface Drawn {
  readonly lines: string;
  readonly client: ManagedServer['client'];
}

/** The tree: servers and agents, each with its folders; or folders, each with servers and agents. */
export class RootsTree implements TreeDataProvider<Node>, Disposable {
  readonly #open: () => Promise<Host>;
  readonly #postponed: Postponed;
  readonly #offersOf: LinesBelow['offersOf'];
  readonly #lines: TreeLines;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new EventEmitter<Node | undefined>());
  readonly #due = new Set<Grantee | 'all'>();
  /** What VS Code was last told to draw. */
  #told = new WeakMap<Node, Drawn>();
  readonly #calls = this.#lifetime.add(
    new CallRefresh<Grantee>(systemClock, (grantee) => this.#refreshCalls(grantee)),
  );
  #host: Host | undefined;
  #natives: Pick<NativeCopies, 'of'> | undefined;
  #isWelcome = false;
  #grouping: Grouping = 'by server';

  readonly onDidChangeTreeData: Event<Node | undefined> = this.#changed.event;

  /** @param open opens the host, when the tree is first looked at: until then the view shows that it is loading */
  constructor(open: () => Promise<Host>, postponed: Postponed, { offersOf, sessionsOf }: LinesBelow) {
    this.#open = open;
    this.#postponed = postponed;
    this.#offersOf = offersOf;
    this.#lines = new TreeLines(postponed, sessionsOf);
    this.#lifetime.add(postponed.onDidChange(() => this.refresh()));
  }

  /** Which of our servers VS Code starts itself as well. */
  set natives(natives: Pick<NativeCopies, 'of'>) {
    this.#natives = natives;
  }

  set grouping(grouping: Grouping) {
    this.#grouping = grouping;
    this.refresh();
  }

  /** Has the lines of one server, agent or client drawn again, or everything; once for all calls in one turn. */
  refresh(what: Grantee | 'all' = 'all'): void {
    if (this.#due.size === 0) setImmediate(() => this.#draw());
    this.#due.add(what);
  }

  /**
   * The same after a click on a checkbox: VS Code already shows the click, so the line is drawn even if nothing has
   * changed.
   */
  refreshTicks(of: Grantee | undefined): void {
    const node = of && this.#lines.nodeOf(of);
    if (node !== undefined) this.#told.delete(node);
    this.refresh(of);
  }

  /** Has one line for what a server offers drawn again. */
  redraw(node: OfferNode): void {
    this.#changed.fire(node);
  }

  getTreeItem(node: Node): TreeItem {
    switch (node.kind) {
      case 'server':
        return serverItem(node.server, {
          waiting: this.#postponed.waitingFor(node.server).length,
          shadowedBy: this.#shadowing(node.server),
          isInChat:
            this.#host?.clients.outside
              .ofServer(node.server)
              .some(({ client }) => client.id === chatClient.id) ?? false,
          natives: this.#natives?.of(node.server) ?? [],
          mayAsk: this.#host === undefined ? [] : mayAskLines(node.server, this.#host),
          calls: this.#calls.words(node.server),
        });
      case 'agent':
        return agentItem(node.agent, {
          waiting: this.#postponed.waitingFor(node.agent).length,
          shadowedBy: this.#shadowing(node.agent),
          given: this.#host?.supervisor.agentServers.of(node.agent).map(({ name }) => name) ?? [],
        });
      case 'client':
        return clientItem(
          node.client,
          this.#postponed.waitingFor(node.client).length,
          this.#calls.words(node.client),
        );
      case 'fault':
        return faultItem(node);
      case 'folder':
        return folderItem(node);
      case 'pair':
        return pairItem(node);
      case 'named':
        return namedItem(node);
      case 'offer':
        return node.item();
      case 'session':
        return sessionItem(node);
      case 'sessionLine':
        return sessionLineItem(node);
      case 'earlier':
        return earlierItem(node);
    }
  }

  async getChildren(node?: Node): Promise<Node[]> {
    const host = await this.#open();
    if (this.#host === undefined) this.#follow(host);
    if (node === undefined) {
      this.#isWelcome = hasNothingToDecide(host);
      return this.#isWelcome ? [] : this.#lines.top(host, this.#grouping);
    }
    switch (node.kind) {
      case 'server':
        return [...this.#lines.below(node, host), ...(await this.#offersOf(node.server))];
      case 'agent':
      case 'client':
        return this.#lines.below(node, host);
      case 'folder':
        return this.#lines.inFolder(node, host);
      case 'offer':
        return [...(await node.children())];
      case 'session':
        return [...linesOf(node)];
      case 'fault':
      case 'pair':
      case 'named':
      case 'sessionLine':
      case 'earlier':
        return [];
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #follow(host: Host): void {
    this.#host = host;
    this.#lifetime.add(host.supervisor.defined.onDidChange((what) => this.refresh(what)));
    this.#lifetime.add(host.clients.outside.onDidChange((what) => this.refresh(what)));
    this.#lifetime.add(host.supervisor.servers.onDidCall((server) => this.#calls.called(server)));
    this.#lifetime.add(host.clients.outside.onDidCall((client) => this.#calls.called(client)));
    const refreshEach = () => host.supervisor.defined.all.forEach((one) => this.refresh(one));
    this.#lifetime.add(host.consent.catalog.onDidChange(refreshEach));
    this.#lifetime.add(host.consent.sharingState.onDidChange(refreshEach));
    this.#lifetime.add(host.consent.switches.onDidChange(refreshEach));
    this.#lifetime.add(host.supervisor.agentServers.onDidChange(refreshEach));
    this.#lifetime.add(
      host.supervisor.features.onDidCount((id) => this.refresh(host.supervisor.servers.byId(id))),
    );
  }

  /** Grouped by folder, the tree says nothing of calls. */
  #refreshCalls(grantee: Grantee): void {
    if (this.#grouping === 'by server') this.refresh(grantee);
  }

  /**
   * Lines that stay keep their nodes and are drawn one by one: while the whole tree is drawn anew it has no lines, and
   * a command chosen from a menu in that moment would not know which line it was for.
   */
  #draw(): void {
    const due = [...this.#due];
    this.#due.clear();
    const host = this.#host;
    const isWelcome = host !== undefined && hasNothingToDecide(host);
    const isAnew = this.#grouping === 'by folder' || due.includes('all') || isWelcome !== this.#isWelcome;
    this.#isWelcome = isWelcome;
    if (isAnew) {
      this.#told = new WeakMap();
      return this.#changed.fire(undefined);
    }
    if (host === undefined) return;
    for (const each of due) {
      const node = each === 'all' ? undefined : this.#lines.nodeOf(each);
      if (node !== undefined && this.#readsOtherwise(node, host)) this.#changed.fire(node);
    }
  }

  /**
   * Whether a line, or one below it, has changed. Others are left alone: VS Code knows no line while it draws it again.
   */
  #readsOtherwise(node: GranteeNode, host: Host): boolean {
    const below = this.#lines.below(node, host);
    const drawn: Drawn = {
      lines: JSON.stringify([node, ...below].map((each) => this.getTreeItem(each))),
      client: node.kind === 'server' ? node.server.client : undefined,
    };
    const told = this.#told.get(node);
    if (told?.lines === drawn.lines && told.client === drawn.client) return false;
    this.#told.set(node, drawn);
    // The lines below are drawn with it, so what VS Code was told of them before does not count any more.
    below.forEach((each) => this.#told.delete(each));
    return true;
  }

  #shadowing(one: DefinedGrantee): DefinedGrantee | undefined {
    return this.#host?.supervisor.defined.shadowing(one);
  }
}
