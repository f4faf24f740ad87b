import { ThemeIcon, window, type QuickPickItem } from 'vscode';
import { aOneOf } from '../../core/consent/noun';
import { nounOfId, scopeText } from '../../core/servers/definition';
import { displayText } from '../../core/text';
import type { Host } from '../../node/host/host';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import { isNode } from '../tree/nodes';
import { nounIcon } from '../tree/definedLine';
import { withoutIcons } from '../withoutIcons';
import { mayBeMeant, pickDefined } from './pickServer';

type Recorded = Pick<DefinedGrantee, 'id' | 'name'>;

interface RecordedItem extends QuickPickItem {
  readonly server: Recorded;
}

/**
 * The server or agent whose record is meant: the one whose line the command was called on, else the user's pick, also among
 * those of the record that are not configured any more.
 */
export async function pickRecorded(argument: unknown, host: Host): Promise<Recorded | undefined> {
  const purpose = 'to show its history';
  if (isNode(argument)) return pickDefined(argument, host.supervisor, purpose);
  const { entries } = await host.supervisor.record.read();
  const mayBe = (id: string) => mayBeMeant(argument, nounOfId(id));
  const defined = host.supervisor.defined.all.filter(({ id }) => mayBe(id));
  const gone = new Map(entries.map(({ serverId, server }) => [serverId, server]));
  gone.delete('');
  for (const { id } of host.supervisor.defined.all) gone.delete(id);
  const items = [
    ...defined.map((server) => itemOf(server, scopeText(server.definition.scope))),
    ...[...gone]
      .filter(([id]) => mayBe(id))
      .map(([id, name]) => itemOf({ id, name }, 'not configured any more')),
  ];
  const [only] = items;
  if (items.length === 1) return only?.server;
  const placeHolder = `Select ${aOneOf(items.map(({ server }) => nounOfId(server.id)))} ${purpose}`;
  return (await window.showQuickPick(items, { placeHolder }))?.server;
}

function itemOf(server: Recorded, description: string): RecordedItem {
  return {
    server,
    label: withoutIcons(displayText(server.name, 80)),
    description: withoutIcons(description),
    iconPath: new ThemeIcon(nounIcon[nounOfId(server.id)]),
  };
}
