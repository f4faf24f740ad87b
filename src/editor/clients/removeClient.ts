import { window } from 'vscode';
import type { Disposable } from '../../core/lifecycle';
import { displayText } from '../../core/text';
import type { AdmittedClients } from '../../node/servers/outsideClients';
import type { Host } from '../../node/host/host';
import type { WithHost } from '../commands/commandContext';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import { isNode } from '../tree/nodes';
import { countOf } from '../tree/words';

type AdmittedClient = AdmittedClients['admitted'][number];

/** Takes a client's key and consents away, after a question that names what ends. */
export function registerRemoveClient(withHost: WithHost, { extension: log }: Logs): Disposable {
  return registerCommand(
    'mcpRoots.removeClient',
    log,
    withHost(async ({ host }, argument) => {
      const client = await pickClient(host, argument);
      if (client === undefined) return;
      const own = host.outside.ofClient(client.id);
      const of = new Set(
        own.flatMap(({ fingerprint, fingerprintBefore }) => [fingerprint, fingerprintBefore]),
      );
      const decisions = host.ledger.decisions.filter(({ server }) => of.has(server));
      const sessions = own.reduce((count, { sessionCount }) => count + sessionCount, 0);
      if (!(await confirm(client, sessions, decisions.length))) return;
      await host.bridge.keys.revoke(client.id);
      await host.ledger.withdraw(decisions);
    }),
  );
}

async function pickClient({ bridge }: Host, argument: unknown): Promise<AdmittedClient | undefined> {
  const { keys } = bridge.keys;
  if (isNode(argument) && argument.kind === 'client') {
    const { id } = argument.client.client;
    return keys.find((each) => each.id === id);
  }
  const items = keys.map((client) => ({
    client,
    label: displayText(client.name, 80),
    description: displayText(client.servers.join(', '), 200),
  }));
  return (await window.showQuickPick(items, { placeHolder: 'Remove which client?' }))?.client;
}

async function confirm(
  { name, servers }: AdmittedClient,
  sessions: number,
  decisions: number,
): Promise<boolean> {
  const remove = 'Remove';
  const message = `Remove client “${displayText(name, 60)}”?`;
  const ends = [
    `It may not open ${displayText(servers.join(', '), 200)} any more, in no window.`,
    ...(sessions > 0 ? [`${countOf(sessions, 'session')} in this window will end.`] : []),
    ...(decisions > 0 ? [`${countOf(decisions, 'decision')} on its folders will be revoked.`] : []),
    'Its own configuration stays as it is.',
  ];
  const answer = await window.showWarningMessage(message, { modal: true, detail: ends.join(' ') }, remove);
  return answer === remove;
}
