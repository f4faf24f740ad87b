import { window, type QuickPickItem } from 'vscode';
import { scopeText } from '../../core/servers/definition';
import { displayText } from '../../core/text';
import type { Host } from '../../node/host/host';
import type { ManagedServer } from '../../node/servers/managedServer';
import { isNode } from '../tree/nodes';
import { pickServer } from './pickServer';

type RecordedServer = Pick<ManagedServer, 'id' | 'name'>;

interface RecordedItem extends QuickPickItem {
  readonly server: RecordedServer;
}

/**
 * The server whose record is meant: the one whose line the command was called on, else the user's pick, also among
 * those of the record that are not configured any more.
 */
export async function pickRecorded(
  argument: unknown,
  host: Host,
  placeHolder: string,
): Promise<RecordedServer | undefined> {
  if (isNode(argument)) return pickServer(argument, host, placeHolder);
  const { entries } = await host.record.read();
  const gone = new Map(entries.map(({ serverId, server }) => [serverId, server]));
  gone.delete('');
  for (const { id } of host.servers.servers) gone.delete(id);
  const items = [
    ...host.servers.servers.map((server): RecordedItem => {
      return { server, label: displayText(server.name, 80), description: scopeText(server.definition.scope) };
    }),
    ...Array.from(gone, ([id, name]): RecordedItem => {
      return { server: { id, name }, label: displayText(name, 80), description: 'not configured any more' };
    }),
  ];
  const [only] = items;
  if (items.length === 1) return only?.server;
  return (await window.showQuickPick(items, { placeHolder }))?.server;
}
