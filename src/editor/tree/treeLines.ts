import { grantableOf, type Candidate } from '../../core/roots/candidate';
import type { Noun } from '../../core/consent/noun';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import type { Host } from '../../node/host/host';
import type { Grantee } from '../../node/servers/grantee';
import type { Postponed } from '../consent/postponed';
import type { AgentNode, ClientNode, FolderNode, NamedNode, Node, PairNode, ServerNode } from './nodes';

/** How the tree is grouped. */
export type Grouping = 'by server' | 'by folder';

/** The line of a grantee. */
export type GranteeNode = ServerNode | AgentNode | ClientNode;

/** Decides which lines the tree has, and below which. A grantee keeps its node, as long as it exists. */
export class TreeLines {
  readonly #postponed: Postponed;
  readonly #sessionsOf: (agent: ManagedAgent) => readonly Node[];
  readonly #nodes = new WeakMap<Grantee, GranteeNode>();

  /** @param sessionsOf the lines for the sessions of an agent */
  constructor(postponed: Postponed, sessionsOf: (agent: ManagedAgent) => readonly Node[]) {
    this.#postponed = postponed;
    this.#sessionsOf = sessionsOf;
  }

  /** The node of a grantee; undefined before its line was first asked for. */
  nodeOf(grantee: Grantee): GranteeNode | undefined {
    return this.#nodes.get(grantee);
  }

  /** The outermost lines. */
  top({ consent: { catalog }, supervisor: { servers, agents, defined } }: Host, grouping: Grouping): Node[] {
    const faults = (noun: Noun) =>
      defined.faulty.flatMap((fault): Node[] =>
        fault.noun === noun ? [{ kind: 'fault', fault, noun }] : [],
      );
    switch (grouping) {
      case 'by server':
        return [
          ...servers.all.map((server) => this.#kept(server, { kind: 'server', server })),
          ...faults('server'),
          ...agents.all.map((agent) => this.#kept(agent, { kind: 'agent', agent })),
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

  /** The lines below a line, without what a server offers: those are drawn by themselves. */
  below(node: GranteeNode, { clients: { outside } }: Host): Node[] {
    switch (node.kind) {
      case 'server': {
        const clients = outside
          .ofServer(node.server)
          .map((client) => this.#kept(client, { kind: 'client', client }));
        return [...this.#foldersOf(node.server), ...clients];
      }
      case 'agent':
        return [...this.#foldersOf(node.agent), ...this.#sessionsOf(node.agent)];
      case 'client':
        // For the session of an agent there is nothing to decide here.
        return node.client.client.session === undefined ? this.#foldersOf(node.client) : [];
    }
  }

  /**
   * The lines below a folder, when the tree is grouped by folder: one for each grantee that can be allowed to see it.
   */
  inFolder(
    { candidate: { uri } }: FolderNode,
    { supervisor: { servers, agents }, clients: { outside } }: Host,
  ): Node[] {
    return [...servers.all, ...outside.all, ...agents.all].flatMap((grantee) =>
      this.#pairsOf(grantee)
        .filter(({ candidate }) => candidate.uri === uri)
        .map((pair): PairNode => ({ ...pair, under: 'folder' })),
    );
  }

  #kept(of: Grantee, drawn: GranteeNode): GranteeNode {
    const node = this.#nodes.get(of) ?? drawn;
    this.#nodes.set(of, node);
    return node;
  }

  #foldersOf(grantee: Grantee): Node[] {
    return [...this.#pairsOf(grantee), ...namedOutside(grantee)];
  }

  /** A line for each folder; those that wait for a decision come first. */
  #pairsOf(server: Grantee): PairNode[] {
    const waiting = new Set(this.#postponed.waitingFor(server).map(({ uri }) => uri));
    const pairs = server.folders.map(({ candidate, consent }): PairNode => {
      const isPostponed = consent.kind === 'undecided' && !waiting.has(candidate.uri);
      return { kind: 'pair', server, candidate, consent, under: 'server', isPostponed };
    });
    const waits = ({ candidate }: PairNode) => waiting.has(candidate.uri);
    return [...pairs.filter(waits), ...pairs.filter((pair) => !waits(pair))];
  }
}

function folderNode(candidate: Candidate): Node {
  return { kind: 'folder', candidate };
}

/** Folders that the definition names and that have no line as candidates. */
function namedOutside(server: Grantee): NamedNode[] {
  const shown = new Set(server.folders.flatMap(({ candidate }) => grantableOf(candidate) ?? []));
  return server.named
    .filter(({ grantable }) => grantable === undefined || !shown.has(grantable))
    .map((folder): NamedNode => ({ kind: 'named', server, folder }));
}
