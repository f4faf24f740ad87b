import { window } from 'vscode';
import type { Disposable } from '../../core/lifecycle';
import { displayText } from '../../core/text';
import type { ClientKey } from '../../node/bridge/clientKeys';
import type { Clients } from '../../node/host/clients';
import type { WithHost } from '../commands/commandContext';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import { lineText } from '../questions/serverTexts';
import { isNode } from '../tree/nodes';
import { countOf } from '../tree/words';

/**
 * Registers the command that removes a client with its key and its decisions, after a question that says what ends. Of
 * the session of an agent only the key is removed.
 */
export function registerRemoveClient(withHost: WithHost, { extension: log }: Logs): Disposable {
  return registerCommand(
    'mcpRoots.removeClient',
    log,
    withHost(async ({ host }, argument) => {
      const client = await pickClient(host.clients, argument);
      if (client === undefined) return;
      const own = host.clients.outside.ofClient(client.id);
      const sessions = own.reduce((count, { sessionCount }) => count + sessionCount, 0);
      if (client.owner !== undefined) {
        if (await confirmSession(client, sessions)) await host.clients.bridge.keys.revoke(client.id);
        return;
      }
      const of = new Set(
        own.flatMap(({ fingerprint, fingerprintBefore }) => [fingerprint, fingerprintBefore]),
      );
      const decisions = host.consent.ledger.decisions.filter(({ server }) => of.has(server));
      if (!(await confirm(client, sessions, decisions.length))) return;
      await host.clients.bridge.keys.revoke(client.id);
      await host.consent.ledger.withdraw(decisions);
    }),
  );
}

async function pickClient({ bridge }: Clients, argument: unknown): Promise<ClientKey | undefined> {
  const all = bridge.keys.all.filter((key) => bridge.clients.isServed(key));
  if (isNode(argument) && argument.kind === 'client') {
    const { id } = argument.client.client;
    return all.find((each) => each.id === id);
  }
  const items = all.map((client) => ({
    client,
    label: lineText(client.name, 80),
    description: lineText(client.servers.join(', ')),
  }));
  return (await window.showQuickPick(items, { placeHolder: 'Remove which client?' }))?.client;
}

/** Asks whether a session of an agent loses its servers. It sees folders by the grants of these servers, which stay. */
async function confirmSession({ name, servers }: ClientKey, sessions: number): Promise<boolean> {
  const remove = 'Remove';
  const message = `Take its servers from “${displayText(name, 60)}”?`;
  const ends = [
    `It may not open ${displayText(servers.join(', '), 200)} any more.`,
    ...(sessions > 0 ? [`${countOf(sessions, 'connection')} will end.`] : []),
    'When it is opened again, it is given the servers of its agent again.',
  ];
  const answer = await window.showWarningMessage(message, { modal: true, detail: ends.join(' ') }, remove);
  return answer === remove;
}

async function confirm({ name, servers }: ClientKey, sessions: number, decisions: number): Promise<boolean> {
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
