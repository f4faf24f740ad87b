import { entryNames } from '../clients/entry';

/** How an agent is told to start a server: as the shim, with standard input and output (ACP `McpServerStdio`). */
export interface HandedServer {
  /** The name by which the agent knows it. */
  readonly name: string;
  /** An absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
}

/** What servers are handed over with. */
interface HandingOver {
  /** The absolute path of the program that runs this extension. */
  readonly program: string;
  /** The absolute path of the shim. */
  readonly shim: string;
  /** The id of the key that the session has. */
  readonly client: string;
  /** The variables by which the shim finds this window. */
  readonly address: Readonly<Record<string, string>>;
}

/**
 * What an agent is sent of servers. Nothing of it is secret: the key is in a file that only the user can read. The
 * names differ from the servers' own: an agent with a server of the same name in its own configuration could start that
 * one instead, without what is decided here. They use only characters that all agents take (Codex: letters, digits,
 * `-`, `_`). All variables that the shim needs are included, because agents pass on few of their own.
 */
export function handedServers(
  servers: readonly string[],
  { program, shim, client, address }: HandingOver,
): readonly HandedServer[] {
  const names = entryNames(servers.map((server) => `roots-${server}`));
  // Where the program is Electron, it is Node.js only with this variable.
  const variables = Object.entries({ ELECTRON_RUN_AS_NODE: '1', ...address });
  return servers.map((server, i) => ({
    name: names[i] ?? server,
    command: program,
    args: [shim, client, server],
    env: variables.map(([name, value]) => ({ name, value })),
  }));
}
