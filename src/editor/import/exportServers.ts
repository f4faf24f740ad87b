import { commands, env, window, workspace, type QuickPickItem } from 'vscode';
import { UserError } from '../../core/errors';
import { exportServers as exported } from '../../core/import/exportServers';
import { scopeText } from '../../core/servers/definition';
import { displayText } from '../../core/text';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { CommandContext } from '../commands/commandContext';
import type { CommandId } from '../ids';
import { isNode } from '../tree/nodes';
import { countOf } from '../tree/words';
import { withoutIcons } from '../withoutIcons';
import { withoutLinks } from '../withoutLinks';

const title = 'Export Servers';

type Destination = 'clipboard' | 'document' | 'use from a client';

/**
 * Exports servers in the shape `mcpServers`, without secrets, after saying what another client will do with them.
 * @throws {UserError} when there is nothing to export
 */
export async function exportServers(context: CommandContext, argument: unknown): Promise<void> {
  // The bundled one has no command of its own: other clients reach it through "Use from Another Client".
  const all = context.host.supervisor.servers.all.filter(
    ({ definition }) => definition.scope.kind !== 'bundled',
  );
  if (all.length === 0)
    throw new UserError('There is no server of your own to export. Add or import one first.');
  const servers = await pickServers(all, argument);
  if (servers === undefined || servers.length === 0) return;
  const destination = await pickDestination(servers.length);
  if (destination === undefined) return;
  if (destination === 'use from a client') {
    await commands.executeCommand('mcpRoots.useFromClient' satisfies CommandId, argument);
    return;
  }
  const { text, withheld, remarks } = exported(servers.map(({ definition }) => definition));
  if (destination === 'clipboard') await env.clipboard.writeText(text);
  else await window.showTextDocument(await workspace.openTextDocument({ language: 'json', content: text }));
  const place = destination === 'clipboard' ? 'copied to the clipboard' : 'written into a new document';
  const said = [
    `${countOf(servers.length, 'server')} ${place}.`,
    ...(withheld.length > 0 ? [`Left out as secret: fill in ${displayText(withheld.join(', '), 200)}.`] : []),
    ...(remarks.length > 0 ? [`${displayText(remarks.join('; '), 300)}.`] : []),
  ].join(' ');
  void window.showInformationMessage(withoutLinks(said));
}

async function pickServers(
  all: readonly ManagedServer[],
  argument: unknown,
): Promise<readonly ManagedServer[] | undefined> {
  const meant = isNode(argument) && argument.kind === 'server' ? argument.server : undefined;
  if (meant !== undefined && all.includes(meant)) return [meant];
  if (all.length === 1) return all;
  const items = all.map((server) => ({
    server,
    label: withoutIcons(displayText(server.name, 80)),
    description: withoutIcons(displayText(scopeText(server.definition.scope), 200)),
    picked: true,
  }));
  const options = { title, placeHolder: 'Which servers?', canPickMany: true, ignoreFocusOut: true } as const;
  return (await window.showQuickPick(items, options))?.map(({ server }) => server);
}

/** Asks where the export goes, and says what the other client will do while that can still be avoided. */
async function pickDestination(count: number): Promise<Destination | undefined> {
  const them = count === 1 ? 'it' : 'them';
  const items: readonly (QuickPickItem & { readonly destination: Destination })[] = [
    {
      label: 'Use from Another Client instead',
      detail: `The client reaches ${them} through MCP Roots, and sees only the folders that you tick for it.`,
      destination: 'use from a client',
    },
    {
      label: 'Copy to the clipboard',
      detail: 'Without secrets, in the shape "mcpServers".',
      destination: 'clipboard',
    },
    {
      label: 'Open as a new document',
      detail: 'The same, to look at first.',
      destination: 'document',
    },
  ];
  const placeHolder = `The other client starts ${them} itself, and tells ${them} of every folder it has.`;
  return (await window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }))?.destination;
}
