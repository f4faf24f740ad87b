import type { TreeItem } from 'vscode';
import type { ConsentState } from '../../core/consent/consentState';
import type { PromptDescription } from '../../core/features/prompt';
import type { ResourceDescription, ResourceTemplate } from '../../core/features/resource';
import type { Candidate } from '../../core/roots/candidate';
import type { Noun } from '../../core/consent/noun';
import type { DefinitionProblem } from '../../core/servers/definition';
import type { ServerList } from '../../core/session/changingLists';
import type { ToolDescription } from '../../core/tools/toolDescription';
import type { NamedFolder } from '../../core/roots/namedFolder';
import type { AgentSession } from '../../node/acp/agentSession';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import type { Grantee } from '../../node/servers/grantee';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { OutsideClient } from '../../node/servers/outsideClient';
import type { SessionLine } from './sessionLine';

/** One configured server. */
export interface ServerNode {
  readonly kind: 'server';
  readonly server: ManagedServer;
}

/** One configured agent. */
export interface AgentNode {
  readonly kind: 'agent';
  readonly agent: ManagedAgent;
}

/** Another client, below a server that it may open. */
export interface ClientNode {
  readonly kind: 'client';
  readonly client: OutsideClient;
}

/** An entry of the settings that cannot be used. */
export interface FaultNode {
  readonly kind: 'fault';
  readonly fault: DefinitionProblem;
  readonly noun: Noun;
}

/** One folder, when the tree is grouped by folder. */
export interface FolderNode {
  readonly kind: 'folder';
  readonly candidate: Candidate;
}

/** One folder and one grantee, with what was decided. `under` says below which of the two the line is. */
export interface PairNode {
  readonly kind: 'pair';
  readonly server: Grantee;
  readonly candidate: Candidate;
  readonly consent: ConsentState;
  readonly under: 'server' | 'folder';
  /** Undecided, and put off until the server starts again. */
  readonly isPostponed: boolean;
}

/** A folder outside the catalog that a definition names to its server. */
export interface NamedNode {
  readonly kind: 'named';
  readonly server: Grantee;
  readonly folder: NamedFolder & { readonly granted: boolean };
}

/** What a line of an `OfferNode` is about. */
type Offer =
  | { readonly kind: 'list'; readonly list: ServerList }
  | { readonly kind: 'tool'; readonly tool: ToolDescription }
  | { readonly kind: 'prompt'; readonly prompt: PromptDescription }
  | { readonly kind: 'resource'; readonly resource: ResourceDescription }
  | { readonly kind: 'template'; readonly template: ResourceTemplate }
  /** A line that only informs. */
  | { readonly kind: 'note' };

/** A line for what a server offers, which is made by a part of the extension that is loaded when it is needed. */
export interface OfferNode {
  readonly kind: 'offer';
  readonly server: ManagedServer;
  readonly offer: Offer;
  readonly item: () => TreeItem;
  readonly children: () => Promise<readonly OfferNode[]>;
}

/** An open session, below its agent. */
export interface SessionNode {
  readonly kind: 'session';
  readonly agent: ManagedAgent;
  readonly session: AgentSession;
}

/** A line below an open session. */
export interface SessionLineNode {
  readonly kind: 'sessionLine';
  readonly agent: ManagedAgent;
  readonly session: AgentSession;
  readonly line: SessionLine;
}

/** The line that leads to the sessions of an agent that are not open. */
export interface EarlierNode {
  readonly kind: 'earlier';
  readonly agent: ManagedAgent;
}

export type Node =
  | ServerNode
  | AgentNode
  | ClientNode
  | FaultNode
  | FolderNode
  | PairNode
  | NamedNode
  | OfferNode
  | SessionNode
  | SessionLineNode
  | EarlierNode;

/** The grantee that a line is about; undefined if it is about none. */
export function granteeOf(node: Node): Grantee | undefined {
  switch (node.kind) {
    case 'server':
    case 'pair':
    case 'named':
    case 'offer':
      return node.server;
    case 'agent':
    case 'session':
    case 'sessionLine':
    case 'earlier':
      return node.agent;
    case 'client':
      return node.client;
    case 'fault':
    case 'folder':
      return undefined;
  }
}

/** The server or agent whose definition a line is about: its own line, or one below it except those of folders. */
export function definedOf(node: Node): DefinedGrantee | undefined {
  switch (node.kind) {
    case 'server':
    case 'offer':
      return node.server;
    case 'agent':
    case 'session':
    case 'sessionLine':
    case 'earlier':
      return node.agent;
    case 'client':
      return node.client.server;
    case 'fault':
    case 'folder':
    case 'pair':
    case 'named':
      return undefined;
  }
}

/** Is this a node, as commands get it from the menus of the tree? */
export function isNode(argument: unknown): argument is Node {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    'kind' in argument &&
    typeof argument.kind === 'string'
  );
}
