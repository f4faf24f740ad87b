import path from 'node:path';
import { env, window, workspace, type QuickPickItem } from 'vscode';
import { isApproved } from '../../core/approval/approvals';
import type { KnownClient, Machine } from '../../core/clients/knownClient';
import { knownClients } from '../../core/clients/knownClients';
import { scopeText } from '../../core/servers/definition';
import { displayText } from '../../core/text';
import type { ManagedServer } from '../../node/servers/managedServer';
import { unapprovedWords } from '../tree/words';
import { withoutIcons } from '../withoutIcons';
import { withoutLinks } from '../withoutLinks';

const title = 'Use from Another Client';

/** Where the configuration goes. */
export type Destination =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'copy' }
  /** The client's own command, for a terminal. */
  | { readonly kind: 'copy command' };

/** Asks which client it is for. */
export async function pickClient(): Promise<KnownClient | undefined> {
  const items = knownClients.map((client): QuickPickItem & { readonly client: KnownClient } => ({
    client,
    label: client.label,
    ...(client.id === 'other' && { description: 'of the shape "mcpServers"' }),
  }));
  const placeHolder =
    env.remoteName === undefined
      ? 'Which client?'
      : `Which client? It must run on the remote machine (${env.remoteName}).`;
  return (await window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }))?.client;
}

/** Asks which servers the client may open; the one that the command was called on is ticked, or the only one. */
export async function pickServers(
  servers: readonly ManagedServer[],
  client: KnownClient,
  meant: ManagedServer | undefined,
): Promise<readonly ManagedServer[] | undefined> {
  const items = servers.map((server): QuickPickItem & { readonly server: ManagedServer } => ({
    server,
    label: withoutIcons(displayText(server.name, 80)),
    description: withoutIcons(displayText(scopeText(server.definition.scope), 200)),
    detail: withoutIcons(displayText(standingOf(server), 200)),
    picked: server === meant || servers.length === 1,
  }));
  const placeHolder = `Which servers may ${client.label} open?`;
  const picked = await window.showQuickPick(items, {
    title,
    placeHolder,
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return picked?.map(({ server }) => server);
}

function standingOf({ fault, approval }: ManagedServer): string {
  if (fault !== undefined) return fault.why;
  if (approval === undefined || isApproved(approval)) return 'approved';
  return `${unapprovedWords[approval.kind]}: it is asked for at the end`;
}

/** Asks for the client's name in the tree. @param known names that it must not have, in lower case */
export async function askForName(client: KnownClient, known: readonly string[]): Promise<string | undefined> {
  const name = await window.showInputBox({
    title,
    prompt:
      'How the client is called in the MCP Roots view. One of the same name gets these servers besides its own.',
    value: client.id === 'other' ? '' : client.label,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return 'A name is needed.';
      if (text.trim().length > 80) return 'The name is too long.';
      return known.includes(text.trim().toLowerCase()) ? 'VS Code itself has this name.' : undefined;
    },
  });
  return name?.trim();
}

/** Asks where the configuration goes. For a client without a file of its own it is copied, without a question. */
export async function pickDestination(
  client: KnownClient,
  machine: Machine,
): Promise<Destination | undefined> {
  const user = client.userFile(machine);
  if (user === undefined) return { kind: 'copy' };
  const project = client.projectFile;
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const items: readonly (QuickPickItem & { readonly destination: Destination })[] = [
    {
      label: 'In every project',
      description: withoutIcons(displayText(user, 200)),
      destination: { kind: 'file', file: user },
    },
    ...(project === undefined ? [] : folders).map(({ name, uri }) => {
      const file = path.join(uri.fsPath, ...(project ?? []));
      return {
        label: withoutIcons(`In ${displayText(name, 60)} only`),
        description: withoutIcons(displayText(file, 200)),
        detail: 'Is written into your workspace, and works on this machine only.',
        destination: { kind: 'file', file } as const,
      };
    }),
    { label: 'Copy the configuration', destination: { kind: 'copy' } },
    ...(client.addCommand === undefined
      ? []
      : [{ label: 'Copy a command for the terminal', destination: { kind: 'copy command' } as const }]),
  ];
  const placeHolder = `Where does ${client.label} read it?`;
  return (await window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }))?.destination;
}

/** Asks whether the change that the editor shows is to be written. */
export async function confirmWrite(file: string): Promise<'write' | 'copy' | undefined> {
  const write = { label: 'Write', detail: withoutIcons(displayText(file, 300)), answer: 'write' } as const;
  const copy = { label: 'Copy Instead', detail: 'The file stays as it is.', answer: 'copy' } as const;
  const placeHolder = withoutLinks('The editor shows the change. Write it?');
  return (await window.showQuickPick([write, copy], { title, placeHolder, ignoreFocusOut: true }))?.answer;
}
