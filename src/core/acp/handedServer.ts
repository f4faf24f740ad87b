import { entryNames } from '../clients/entry';

/** A server as an agent is told to start it: the shim, by standard input and output (ACP `McpServerStdio`). */
export interface HandedServer {
  /** How the agent calls it. */
  readonly name: string;
  /** An absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
}

/** With what, and as whom, servers are handed over. */
interface HandingOver {
  /** The absolute path of what runs this extension. */
  readonly program: string;
  /** The absolute path of the shim. */
  readonly shim: string;
  /** The id of the key that the session has. */
  readonly client: string;
  /** The variables by which this very window is found. */
  readonly address: Readonly<Record<string, string>>;
}

/**
 * What an agent is sent of servers. Nothing of it is secret: the key stands in a file that only the user can read. The
 * names are never those of the servers alone: an agent that has a server of the same name in its own configuration
 * could start that one, which is told what it likes. Names as all agents take them (Codex: letters, digits, `-`, `_`).
 * Agents pass on few variables of their own, so that everything needed stands here.
 */
export function handedServers(
  servers: readonly string[],
  { program, shim, client, address }: HandingOver,
): readonly HandedServer[] {
  const names = entryNames(servers.map((server) => `roots-${server}`));
  // What runs us is Node.js only when it is told so, where it is Electron.
  const variables = Object.entries({ ELECTRON_RUN_AS_NODE: '1', ...address });
  return servers.map((server, i) => ({
    name: names[i] ?? server,
    command: program,
    args: [shim, client, server],
    env: variables.map(([name, value]) => ({ name, value })),
  }));
}
