import type { AgentSwitches } from './agentSwitches';
import type { Noun } from '../consent/noun';
import type { InputDefinition } from '../inputs/inputDefinition';
import type { AskedBesides } from '../roots/askedFor';

/** Where a definition stands. Each scope is read on its own; none rewrites another (rule 12). */
export type Scope =
  | { readonly kind: 'bundled' }
  | { readonly kind: 'user' }
  | { readonly kind: 'workspace' }
  /** The settings of one folder of a multi-root workspace. */
  | { readonly kind: 'folder'; readonly uri: string; readonly name: string };

/** A server that is started as a process and spoken to over its standard input and output. */
export interface StdioTransport {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  /** `null` takes a variable away. */
  readonly env: Readonly<Record<string, string | null>>;
  readonly envFile: string | undefined;
}

/** A server that is reached by an address. */
export interface HttpTransport {
  readonly type: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly oauth?: OAuthClient;
}

/** The client as which the extension signs in, where asked to; what is left out, it finds out or registers. */
export interface OAuthClient {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
}

type Transport = StdioTransport | HttpTransport;

/** What a server is to hear of roots, and how. */
export interface RootsOptions extends AskedBesides {
  /** `false`: no capability and no `list_changed`; `roots/list` is answered "not supported". */
  readonly declare: boolean;
  /** The name or path of the folder that goes first. */
  readonly primary: string | undefined;
  readonly onRevoke: 'restart' | 'notify';
  /** With no folder granted: start all the same, or wait for the first grant. */
  readonly whenEmpty: 'start' | 'wait';
}

/** How long to wait for a server, in milliseconds; what is not given here, the settings decide. */
interface Timeouts {
  readonly initialize: number | undefined;
  readonly request: number | undefined;
}

/** One configured server, as its author wrote it: variables are not put in yet. */
export interface ServerDefinition {
  readonly name: string;
  readonly scope: Scope;
  readonly transport: Transport;
  readonly roots: RootsOptions;
  readonly timeouts: Timeouts;
  /** The inputs of its own scope that it uses as `${input:id}`. */
  readonly inputs: readonly InputDefinition[];
  /** Only of an agent: it is defined and consented to like a server that is started as a process. */
  readonly agent?: AgentSwitches;
}

/** A definition that cannot be used, and what is wrong with it. */
export interface DefinitionProblem {
  readonly name: string;
  readonly scope: Scope;
  readonly problem: string;
  /** Where in the definition the problem is, to open the settings there. */
  readonly at: readonly (string | number)[];
}

/** One entry of the settings, usable or not. */
export type ConfiguredServer =
  | { readonly kind: 'defined'; readonly definition: ServerDefinition }
  | { readonly kind: 'faulty'; readonly fault: DefinitionProblem };

/** Tells servers of one name in several scopes apart, and an agent from a server of its name. */
export function serverId({ name, scope, agent }: Pick<ServerDefinition, 'name' | 'scope' | 'agent'>): string {
  const id = scope.kind === 'folder' ? `folder ${scope.uri}/${name}` : `${scope.kind}/${name}`;
  return agent === undefined ? id : `agent ${id}`;
}

/** Whether this defines a server or an agent. */
export function nounOf({ agent }: Pick<ServerDefinition, 'agent'>): Noun {
  return agent === undefined ? 'server' : 'agent';
}

/** The same by the id alone: the record also knows servers and agents that are not defined any more. */
export function nounOfId(id: string): Noun {
  return id.startsWith('agent ') ? 'agent' : 'server';
}

/** The scope in words. */
export function scopeText(scope: Scope): string {
  switch (scope.kind) {
    case 'bundled':
      return 'bundled';
    case 'user':
      return 'user settings';
    case 'workspace':
      return 'workspace settings';
    case 'folder':
      return `settings of folder ${scope.name}`;
  }
}
