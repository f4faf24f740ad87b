import type { Context } from './scenario';

/** What a client under test was told to do, out of its environment. */
export interface ClientTask extends Context {
  /** Where the server is, over HTTP. */
  readonly url: string | undefined;
  /** The command and arguments of the server, over stdio. */
  readonly command: readonly string[];
}

/** Reads what `runScenario` hands to a client. */
export function readTask(): ClientTask {
  const { MCP_CONFORMANCE_CONTEXT: context = '{}', MCP_CONFORMANCE_SERVER: server } = process.env;
  return {
    ...(JSON.parse(context) as Context),
    url: server === undefined ? process.argv.at(-1) : undefined,
    command: server === undefined ? [] : (JSON.parse(server) as string[]),
  };
}
