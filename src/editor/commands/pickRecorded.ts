import { window, type QuickPickItem } from 'vscode';
import type { Noun } from '../../core/consent/noun';
import { nounOf, nounOfId, scopeText } from '../../core/servers/definition';
import { displayText } from '../../core/text';
import type { Host } from '../../node/host/host';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import { isNode } from '../tree/nodes';
import { pickDefined } from './pickServer';

type Recorded = Pick<DefinedGrantee, 'id' | 'name'>;

interface RecordedItem extends QuickPickItem {
  readonly server: Recorded;
}

/**
 * The server or agent whose record is meant: the one whose line the command was called on, else the user's pick, also among
 * those of the record that are not configured any more.
 */
export async function pickRecorded(
  argument: unknown,
  host: Host,
  noun: Noun,
  placeHolder: string,
): Promise<Recorded | undefined> {
  if (isNode(argument)) return pickDefined(argument, host.supervisor, noun, placeHolder);
  const { entries } = await host.supervisor.record.read();
  const defined = host.supervisor.defined.all.filter(({ definition }) => nounOf(definition) === noun);
  const gone = new Map(
    entries.flatMap(({ serverId, server }) => (nounOfId(serverId) === noun ? [[serverId, server]] : [])),
  );
  gone.delete('');
  for (const { id } of defined) gone.delete(id);
  const items = [
    ...defined.map((server): RecordedItem => {
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
