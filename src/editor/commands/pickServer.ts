import { window, type QuickPickItem } from 'vscode';
import { scopeText } from '../../core/servers/definition';
import { displayText } from '../../core/text';
import type { Host } from '../../node/host/host';
import type { ManagedServer } from '../../node/servers/managedServer';
import { isNode } from '../tree/nodes';
import { stateText } from '../tree/words';

interface ServerItem extends QuickPickItem {
  readonly server: ManagedServer;
}

/**
 * The server that a command is meant for: the one whose line it was called on, else the user's pick among those that
 * fit; without a question when only one fits.
 */
export async function pickServer(
  argument: unknown,
  { servers }: Host,
  placeHolder: string,
  fits: (server: ManagedServer) => boolean = () => true,
): Promise<ManagedServer | undefined> {
  if (isNode(argument) && 'server' in argument) return argument.server;
  const items = servers.servers.filter(fits).map((server): ServerItem => ({
    server,
    label: displayText(server.name, 80),
    description: scopeText(server.definition.scope),
    detail: displayText(server.fault?.why ?? stateText(server.state), 200),
  }));
  const [only] = items;
  if (items.length === 1) return only?.server;
  return (await window.showQuickPick(items, { placeHolder }))?.server;
}
