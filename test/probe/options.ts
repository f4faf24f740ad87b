import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readFolder } from './folderArgument';

/** What the probe was called with. */
export interface ProbeOptions {
  readonly serversFile: string;
  readonly folders: readonly string[];
  readonly grants: readonly { readonly server: string; readonly folder: string }[];
  /** Where decisions are kept; undefined: in a folder of its own that goes with the probe. */
  readonly storage: string | undefined;
  /** The longest message taken from a server, in MiB. */
  readonly messageLimit: number;
  /** How long progress may keep a request alive, in seconds. */
  readonly requestTimeoutMaximum: number;
}

export const usage = `Usage: npm run probe -- --servers <mcp.json> --folder <dir>... [--grant <server>=<dir>]... [--storage <dir>]
                          [--message-limit <MiB>] [--request-timeout-maximum <seconds>]

Calling it approves every server of the file as it stands at that moment, and add-folder and remove-folder what
\${workspaceFolder} then stands for. A definition that changes later, for
instance by its envFile, ends its server, which starts again only after "approve".
Starts the servers of the file with the folders as candidates, and prints one JSON line for each event.
Takes commands on standard input, one a line; ends when it closes:
  grant <server> <dir>      deny <server> <dir>      revoke <server> <dir>
  add-folder <dir>          remove-folder <dir>
  tools <server>            call <server> <tool> <json>
  start <server>            stop <server>            stop
  approve <server>          client-key <name> <server>...   revoke-client <id>
  sharing on|off            state
  why <server> <dir>        who <dir>                report                  record
  agent-start <agent>       agent-stop <agent>       agent-approve <agent>
  agent-session new <agent> [<dir>]                  agent-session list <agent> [<dir>]
  agent-session load|resume <agent> <session> [all]  agent-session close <agent> <session>
  agent-session fork|standing|forget <agent> <session>
  agent-session again <agent> <session> [<dir>]      agent-session earlier <agent> [everywhere]
  agent-session rename <agent> <session> <name>      agent-session primary <agent> <dir>
  agent-sign-in <agent> [<method>]                   agent-sign-out <agent>
  agent-servers <agent> <server>...                  gives the agent exactly these servers, from its next session on
  agent-prompt <agent> <session> <text>              agent-cancel <agent> <session>
client-key lets another client in, under a name without spaces, and prints its id and where the shim is; grant,
deny and revoke then take "<server> for <name>" too.
Agents stand in the file beside the servers, under "agents"; they are started by hand only. A session is begun with
the folder <dir> first, or listed by it; opened again, it has the folders that it had, or with "all" every one that
is allowed. grant, deny and revoke take the name of an agent as that of a server.
With & at its end a command is not waited for before the next one is taken.
A <dir> may be the address of a virtual file system (vscode-vfs://...), and in a command also a JSON string.`;

/** Reads the arguments. @throws {Error} with the usage, for anything that is not understood */
export function parseProbeOptions(argv: readonly string[]): ProbeOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      servers: { type: 'string' },
      folder: { type: 'string', multiple: true },
      grant: { type: 'string', multiple: true },
      storage: { type: 'string' },
      'message-limit': { type: 'string', default: '64' },
      'request-timeout-maximum': { type: 'string', default: '600' },
    },
  });
  if (values.servers === undefined) throw new Error('--servers is missing.');
  return {
    serversFile: resolve(values.servers),
    folders: (values.folder ?? []).map(readFolder),
    grants: (values.grant ?? []).map(parseGrant),
    storage: values.storage === undefined ? undefined : resolve(values.storage),
    messageLimit: parseNumber('--message-limit', values['message-limit']),
    requestTimeoutMaximum: parseNumber('--request-timeout-maximum', values['request-timeout-maximum']),
  };
}

function parseGrant(text: string): { readonly server: string; readonly folder: string } {
  const equals = text.indexOf('=');
  if (equals <= 0) throw new Error(`--grant ${text}: write <server>=<dir>.`);
  return { server: text.slice(0, equals), folder: resolve(text.slice(equals + 1)) };
}

function parseNumber(option: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`${option} ${text}: write a number above 0.`);
  return number;
}
