import { EventEmitter, type Event, type TreeDataProvider, type TreeItem } from 'vscode';
import { chatClient } from '../../core/chat/chatClient';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Candidate } from '../../core/roots/candidate';
import type { Noun } from '../../core/servers/definition';
import type { Host } from '../../node/host/host';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import type { Grantee } from '../../node/servers/grantee';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { OutsideClient } from '../../node/servers/outsideClient';
import { systemClock } from '../../node/systemClock';
import type { NativeCopies } from '../chat/nativeCopies';
import type { Postponed } from '../consent/postponed';
import { agentItem } from './agentItem';
import { CallRefresh } from './callRefresh';
import { folderItem, namedItem, pairItem } from './folderItem';
import { clientItem } from './clientItem';
import { hasNothingToDecide } from './hasNothingToDecide';
import { mayAskLines } from './mayAskLines';
import type { AgentNode, ClientNode, NamedNode, Node, OfferNode, PairNode, ServerNode } from './nodes';
import { faultItem, serverItem } from './serverItem';
import { earlierItem, sessionItem, sessionLineItem } from './sessionItem';
import { linesOf } from './sessionLines';

/** How the tree is grouped. */
export type Grouping = 'by server' | 'by folder';

/** The lines that other parts of the extension make. */
export interface LinesBelow {
  /** For what a server offers besides folders; they are told of with `redraw`. */
  readonly offersOf: (server: ManagedServer) => Promise<readonly OfferNode[]>;
  /** For the sessions of an agent: asked for whenever something of the agent is another. */
  readonly sessionsOf: (agent: ManagedAgent) => readonly Node[];
}

/** A line of a server, an agent or a client with those below it, in words, and whose offers stand there. */
interface Drawn {
  readonly lines: string;
  readonly client: ManagedServer['client'];
}

/** Servers and agents, each with its folders, or folders, each with those; what waits for a decision comes first. */
export class RootsTree implements TreeDataProvider<Node>, Disposable {
  readonly #open: () => Promise<Host>;
  readonly #postponed: Postponed;
  readonly #below: LinesBelow;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new EventEmitter<Node | undefined>());
  readonly #nodes = new WeakMap<Grantee, ServerNode | AgentNode | ClientNode>();
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
  constructor(open: () => Promise<Host>, postponed: Postponed, below: LinesBelow) {
    this.#open = open;
    this.#postponed = postponed;
    this.#below = below;
    this.#lifetime.add(postponed.onDidChange(() => this.refresh()));
  }

  /** What VS Code starts by itself of our servers. */
  set natives(natives: Pick<NativeCopies, 'of'>) {
    this.#natives = natives;
  }

  set grouping(grouping: Grouping) {
    this.#grouping = grouping;
    this.refresh();
  }

  /** Has the lines of one server or client drawn again, or everything; once for all that happens in one turn. */
  refresh(what: Grantee | 'all' = 'all'): void {
    if (this.#due.size === 0) setImmediate(() => this.#draw());
    this.#due.add(what);
  }

  /** The same after a click on a checkbox: VS Code shows it otherwise than it was told, whatever comes of it. */
  refreshTicks(of: Grantee | undefined): void {
    const node = of && this.#nodes.get(of);
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
            this.#host?.outside.ofServer(node.server).some(({ client }) => client.id === chatClient.id) ??
            false,
          natives: this.#natives?.of(node.server) ?? [],
          mayAsk: this.#host === undefined ? [] : mayAskLines(node.server, this.#host),
          calls: this.#calls.words(node.server),
        });
      case 'agent':
        return agentItem(node.agent, {
          waiting: this.#postponed.waitingFor(node.agent).length,
          shadowedBy: this.#shadowing(node.agent),
          given: this.#host?.agentServers.of(node.agent).map(({ name }) => name) ?? [],
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
    if (node === undefined) return this.#top(host);
    switch (node.kind) {
      case 'server':
        return [...this.#linesBelow(node), ...(await this.#below.offersOf(node.server))];
      case 'agent':
      case 'client':
        return this.#linesBelow(node);
      case 'folder':
        return [...host.servers.servers, ...host.outside.all, ...host.agents.all].flatMap((server) =>
          this.#pairsOf(server)
            .filter(({ candidate }) => candidate.uri === node.candidate.uri)
            .map((pair): PairNode => ({ ...pair, under: 'folder' })),
        );
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
    this.#lifetime.add(host.defined.onDidChange((what) => this.refresh(what)));
    this.#lifetime.add(host.outside.onDidChange((what) => this.refresh(what)));
    this.#lifetime.add(host.servers.onDidCall((server) => this.#calls.called(server)));
    this.#lifetime.add(host.outside.onDidCall((client) => this.#calls.called(client)));
    const refreshEach = () => host.defined.all.forEach((one) => this.refresh(one));
    this.#lifetime.add(host.catalog.onDidChange(refreshEach));
    this.#lifetime.add(host.switchboard.onDidChange(refreshEach));
    this.#lifetime.add(host.switches.onDidChange(refreshEach));
    this.#lifetime.add(host.agentServers.onDidChange(refreshEach));
    this.#lifetime.add(host.features.onDidCount((id) => this.refresh(host.servers.byId(id))));
  }

  /** Folders, when they come first, have lines on which nothing is said of calls. */
  #refreshCalls(grantee: Grantee): void {
    if (this.#grouping === 'by server') this.refresh(grantee);
  }

  /**
   * Lines that stay keep their nodes and are drawn one by one: what is drawn anew as a whole has no lines for a
   * moment, and a command chosen from a menu in that moment would not know which line it was for.
   */
  #draw(): void {
    const due = [...this.#due];
    this.#due.clear();
    const isWelcome = this.#host !== undefined && hasNothingToDecide(this.#host);
    const isAnew = this.#grouping === 'by folder' || due.includes('all') || isWelcome !== this.#isWelcome;
    this.#isWelcome = isWelcome;
    if (isAnew) {
      this.#told = new WeakMap();
      return this.#changed.fire(undefined);
    }
    for (const each of due) {
      const node = each === 'all' ? undefined : this.#nodes.get(each);
      if (node !== undefined && this.#readsOtherwise(node)) this.#changed.fire(node);
    }
  }

  /** Lines that would read the same are left alone: VS Code knows none of them while it draws them again. */
  #readsOtherwise(node: ServerNode | AgentNode | ClientNode): boolean {
    const below = this.#linesBelow(node);
    const drawn: Drawn = {
      lines: JSON.stringify([node, ...below].map((each) => this.getTreeItem(each))),
      client: node.kind === 'server' ? node.server.client : undefined,
    };
    const told = this.#told.get(node);
    if (told?.lines === drawn.lines && told.client === drawn.client) return false;
    this.#told.set(node, drawn);
    // They are drawn with it, and maybe otherwise than they were told of.
    below.forEach((each) => this.#told.delete(each));
    return true;
  }

  #shadowing(one: DefinedGrantee): DefinedGrantee | undefined {
    return this.#host?.defined.shadowing(one);
  }

  #serverNode(server: ManagedServer): Node {
    return this.#kept(server, { kind: 'server', server });
  }

  #agentNode(agent: ManagedAgent): Node {
    return this.#kept(agent, { kind: 'agent', agent });
  }

  #clientNode(client: OutsideClient): Node {
    return this.#kept(client, { kind: 'client', client });
  }

  #kept(of: Grantee, drawn: ServerNode | AgentNode | ClientNode): Node {
    const node = this.#nodes.get(of) ?? drawn;
    this.#nodes.set(of, node);
    return node;
  }

  /** Without what a server offers, which is told of apart. */
  #linesBelow(node: ServerNode | AgentNode | ClientNode): Node[] {
    switch (node.kind) {
      case 'server': {
        const clients = this.#host?.outside.ofServer(node.server) ?? [];
        return [...this.#foldersOf(node.server), ...clients.map((client) => this.#clientNode(client))];
      }
      case 'agent':
        return [...this.#foldersOf(node.agent), ...this.#below.sessionsOf(node.agent)];
      case 'client':
        // For the session of an agent nothing is decided.
        return node.client.client.session === undefined ? this.#foldersOf(node.client) : [];
    }
  }

  #foldersOf(server: Grantee): Node[] {
    return [...this.#pairsOf(server), ...namedOutside(server)];
  }

  #pairsOf(server: Grantee): PairNode[] {
    const waiting = new Set(this.#postponed.waitingFor(server).map(({ uri }) => uri));
    const pairs = server.folders.map(({ candidate, consent }): PairNode => {
      const isPostponed = consent.kind === 'undecided' && !waiting.has(candidate.uri);
      return { kind: 'pair', server, candidate, consent, under: 'server', isPostponed };
    });
    const waits = ({ candidate }: PairNode) => waiting.has(candidate.uri);
    return [...pairs.filter(waits), ...pairs.filter((pair) => !waits(pair))];
  }

  #top(host: Host): Node[] {
    this.#isWelcome = hasNothingToDecide(host);
    if (this.#isWelcome) return [];
    const { catalog, servers, agents, defined } = host;
    const faults = (noun: Noun) =>
      defined.faulty.flatMap((fault): Node[] =>
        fault.noun === noun ? [{ kind: 'fault', fault, noun }] : [],
      );
    switch (this.#grouping) {
      case 'by server':
        return [
          ...servers.servers.map((server) => this.#serverNode(server)),
          ...faults('server'),
          ...agents.all.map((agent) => this.#agentNode(agent)),
          ...faults('agent'),
        ];
      case 'by folder':
        return [
          ...(defined.all.length === 0 ? [] : catalog.candidates.map(folderNode)),
          ...faults('server'),
          ...faults('agent'),
        ];
    }
  }
}

function folderNode(candidate: Candidate): Node {
  return { kind: 'folder', candidate };
}

/** Folders that the definition names and that have no line as candidates. */
function namedOutside(server: Grantee): NamedNode[] {
  const shown = new Set(
    server.folders.flatMap(({ candidate: { availability } }) =>
      'realPath' in availability ? availability.realPath : [],
    ),
  );
  return server.named
    .filter(({ realPath }) => realPath === undefined || !shown.has(realPath))
    .map((folder): NamedNode => ({ kind: 'named', server, folder }));
}
