import { EventEmitter, type Event, type TreeDataProvider, type TreeItem } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import { isActive } from '../../core/servers/serverState';
import type { Host } from '../../node/host/host';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { Postponed } from '../consent/postponed';
import { folderItem, namedItem, pairItem } from './folderItem';
import type { NamedNode, Node, PairNode, ServerNode } from './nodes';
import { faultItem, serverItem } from './serverItem';

/** How the tree is grouped. */
export type Grouping = 'by server' | 'by folder';

/** Servers, each with its folders, or folders, each with its servers; what waits for a decision comes first. */
export class RootsTree implements TreeDataProvider<Node>, Disposable {
  readonly #open: () => Promise<Host>;
  readonly #postponed: Postponed;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new EventEmitter<Node | undefined>());
  readonly #nodes = new WeakMap<ManagedServer, ServerNode>();
  readonly #due = new Set<ManagedServer | 'all'>();
  #host: Host | undefined;
  #isWelcome = false;
  #grouping: Grouping = 'by server';

  readonly onDidChangeTreeData: Event<Node | undefined> = this.#changed.event;

  /** @param open opens the host, when the tree is first looked at: until then the view shows that it is loading */
  constructor(open: () => Promise<Host>, postponed: Postponed) {
    this.#open = open;
    this.#postponed = postponed;
    this.#lifetime.add(postponed.onDidChange(() => this.refresh()));
  }

  set grouping(grouping: Grouping) {
    this.#grouping = grouping;
    this.refresh();
  }

  /** Has one server's lines drawn again, or everything; once for all that happens in one turn. */
  refresh(what: ManagedServer | 'all' = 'all'): void {
    if (this.#due.size === 0) setImmediate(() => this.#draw());
    this.#due.add(what);
  }

  getTreeItem(node: Node): TreeItem {
    switch (node.kind) {
      case 'server':
        return serverItem(
          node.server,
          this.#postponed.waitingFor(node.server).length,
          this.#host?.servers.shadowing(node.server),
        );
      case 'fault':
        return faultItem(node);
      case 'folder':
        return folderItem(node);
      case 'pair':
        return pairItem(node);
      case 'named':
        return namedItem(node);
    }
  }

  async getChildren(node?: Node): Promise<Node[]> {
    const host = await this.#open();
    if (this.#host === undefined) this.#follow(host);
    if (node === undefined) return this.#top(host);
    if (node.kind === 'server') return [...this.#pairsOfServer(node.server), ...namedOutside(node.server)];
    if (node.kind === 'folder') {
      return host.servers.servers.flatMap((server) =>
        this.#pairsOfServer(server)
          .filter(({ candidate }) => candidate.uri === node.candidate.uri)
          .map((pair): PairNode => ({ ...pair, under: 'folder' })),
      );
    }
    return [];
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #follow(host: Host): void {
    this.#host = host;
    this.#lifetime.add(host.servers.onDidChange((what) => this.refresh(what)));
    const refreshEach = () => host.servers.servers.forEach((server) => this.refresh(server));
    this.#lifetime.add(host.catalog.onDidChange(refreshEach));
    this.#lifetime.add(host.switchboard.onDidChange(refreshEach));
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
    if (isAnew) return this.#changed.fire(undefined);
    for (const server of due) if (server !== 'all') this.#changed.fire(this.#nodeOf(server));
  }

  #nodeOf(server: ManagedServer): ServerNode {
    const node = this.#nodes.get(server) ?? { kind: 'server', server };
    this.#nodes.set(server, node);
    return node;
  }

  #pairsOfServer(server: ManagedServer): PairNode[] {
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
    const { catalog, servers } = host;
    const faults = servers.faulty.map((fault): Node => ({ kind: 'fault', fault }));
    switch (this.#grouping) {
      case 'by server':
        return [...servers.servers.map((server) => this.#nodeOf(server)), ...faults];
      case 'by folder':
        if (servers.servers.length === 0) return faults;
        return [...catalog.candidates.map((candidate): Node => ({ kind: 'folder', candidate })), ...faults];
    }
  }
}

/** Without a folder the bundled server alone is nothing to look at: the view then says how to get one. */
export function hasNothingToDecide({ catalog, servers }: Host): boolean {
  if (catalog.candidates.length > 0 || servers.faulty.length > 0) return false;
  return servers.servers.every(
    ({ definition, state }) => definition.scope.kind === 'bundled' && !isActive(state),
  );
}

/** Folders that the definition names and that have no line as candidates. */
function namedOutside(server: ManagedServer): NamedNode[] {
  const shown = new Set(
    server.folders.flatMap(({ candidate: { availability } }) =>
      'realPath' in availability ? availability.realPath : [],
    ),
  );
  return server.named
    .filter(({ realPath }) => realPath === undefined || !shown.has(realPath))
    .map((folder): NamedNode => ({ kind: 'named', server, folder }));
}
