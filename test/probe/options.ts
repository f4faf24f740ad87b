import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** What the probe was called with. */
export interface ProbeOptions {
  readonly serversFile: string;
  readonly folders: readonly string[];
  readonly grants: readonly { readonly server: string; readonly folder: string }[];
  /** Where decisions are kept; undefined: in a folder of its own that goes with the probe. */
  readonly storage: string | undefined;
}

export const usage = `Usage: npm run probe -- --servers <mcp.json> --folder <dir>... [--grant <server>=<dir>]... [--storage <dir>]

Starts the servers of the file with the folders as candidates, and prints one JSON line for each event.
Takes commands on standard input, one a line; ends when it closes:
  grant <server> <dir>      deny <server> <dir>      revoke <server> <dir>
  add-folder <dir>          remove-folder <dir>
  tools <server>            call <server> <tool> <json>
  start <server>            stop <server>            stop
  sharing on|off            state`;

/** Reads the arguments. @throws {Error} with the usage, for anything that is not understood */
export function parseProbeOptions(argv: readonly string[]): ProbeOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      servers: { type: 'string' },
      folder: { type: 'string', multiple: true },
      grant: { type: 'string', multiple: true },
      storage: { type: 'string' },
    },
  });
  if (values.servers === undefined) throw new Error('--servers is missing.');
  return {
    serversFile: resolve(values.servers),
    folders: (values.folder ?? []).map((folder) => resolve(folder)),
    grants: (values.grant ?? []).map(parseGrant),
    storage: values.storage === undefined ? undefined : resolve(values.storage),
  };
}

function parseGrant(text: string): { readonly server: string; readonly folder: string } {
  const equals = text.indexOf('=');
  if (equals <= 0) throw new Error(`--grant ${text}: write <server>=<dir>.`);
  return { server: text.slice(0, equals), folder: resolve(text.slice(equals + 1)) };
}
