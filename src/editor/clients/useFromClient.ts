import { randomBytes } from 'node:crypto';
import { platform } from 'node:process';
import { env, window } from 'vscode';
import { entryNames, type ClientEntry } from '../../core/clients/entry';
import type { KnownClient } from '../../core/clients/knownClient';
import { shellLine } from '../../core/clients/shellCommand';
import { chatClient } from '../../core/chat/chatClient';
import { UserError } from '../../core/errors';
import { displayText } from '../../core/text';
import * as files from '../../node/clients/clientConfiguration';
import { thisMachine } from '../../node/clients/thisMachine';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { CommandContext } from '../commands/commandContext';
import { isNode } from '../tree/nodes';
import { withoutLinks } from '../withoutLinks';
import { mustBeSaved } from './mustBeSaved';
import { askForName, confirmWrite, pickClient, pickDestination, pickServers } from './clientPicks';

/** Everything that is needed, before anything is made. */
interface Wish {
  readonly client: KnownClient;
  readonly servers: readonly ManagedServer[];
  readonly name: string;
  /** The id of the client of this name, or a new one. */
  readonly id: string;
  readonly entries: readonly ClientEntry[];
}

/**
 * Lets another client open some servers: asks for everything, shows the change of the client's file, and makes the key
 * only once the user has said where the configuration goes. If the user leaves a question before that, nothing is made.
 * @throws {UserError} when a file or the key could not be written
 */
export async function useFromClient(context: CommandContext, argument: unknown): Promise<void> {
  const wish = await ask(context, argument, await files.shimRunner());
  const destination = wish && (await pickDestination(wish.client, thisMachine));
  if (wish === undefined || destination === undefined) return;
  const copy = (what: string) => async () => env.clipboard.writeText(what);
  const { client, entries } = wish;
  const configuration = files.wholeFile(client, entries);
  switch (destination.kind) {
    case 'copy':
      return finish(context, wish, copy(configuration), 'is in the clipboard');
    case 'copy command': {
      const lines = entries.map((entry) =>
        shellLine(client.addCommand?.(entry) ?? [], platform === 'win32' ? 'powershell' : 'posix'),
      );
      return finish(
        context,
        wish,
        copy(lines.join('\n')),
        'is in the clipboard, as a command for the terminal',
      );
    }
    case 'file': {
      const { file } = destination;
      mustBeSaved(file);
      const change = await files.planChange(client, entries, file);
      const { before, after } = change;
      if (before.text === after) {
        return finish(context, wish, () => Promise.resolve(), 'is as it was already');
      }
      const shown = await context.documents.showFileChange(file, before.text ?? '', after);
      const answer = await confirmWrite(file);
      await shown.close();
      if (answer === undefined) return;
      if (answer === 'copy') return finish(context, wish, copy(configuration), 'is in the clipboard');
      return finish(context, wish, () => files.makeChange(change), `is written to ${file}`);
    }
  }
}

async function ask(
  { host }: CommandContext,
  argument: unknown,
  { command, env }: Pick<ClientEntry, 'command' | 'env'>,
): Promise<Wish | undefined> {
  const { keys, shim } = host.clients.bridge;
  const offered = host.supervisor.servers.all.filter(
    (server) => host.supervisor.servers.shadowing(server) === undefined,
  );
  if (offered.length === 0) throw new UserError('There is no server yet. Add one first.');
  const client = await pickClient();
  if (client === undefined) return undefined;
  const meant = isNode(argument) && argument.kind === 'server' ? argument.server : undefined;
  const servers = await pickServers(offered, client, meant);
  if (servers === undefined || servers.length === 0) return undefined;
  const name = await askForName(client, [chatClient.name.toLowerCase()]);
  if (name === undefined) return undefined;
  const known = keys.keys.find((key) => key.name === name && key.id !== chatClient.id);
  const id = known?.id ?? randomBytes(6).toString('hex');
  const names = entryNames(servers.map((server) => server.name));
  const entries = servers.map((server, i): ClientEntry => ({
    name: names[i] ?? server.name,
    command,
    args: [shim, id, server.name],
    env,
  }));
  return { client, servers, name, id, entries };
}

/**
 * Writes the key first, since a configuration without one would be refused; then puts the configuration in its place.
 * If that fails, a new key is removed, and an old one gets its servers back.
 */
async function finish(
  context: CommandContext,
  { client, servers, name, id }: Wish,
  place: () => Promise<void>,
  placed: string,
): Promise<void> {
  const keys = context.host.clients.bridge.keys;
  const before = keys.keys.find((key) => key.id === id);
  const all = new Set([...(before?.servers ?? []), ...servers.map((server) => server.name)]);
  await keys.create({ id, name, servers: [...all] });
  try {
    await place();
  } catch (error) {
    await (before === undefined ? keys.revoke(id) : keys.setServers(id, before.servers));
    throw error;
  }
  void window.showInformationMessage(
    withoutLinks(
      `The configuration of ${client.label} ${displayText(placed, 300)}. It sees no folder before you allow it, and works while this workspace is open.`,
    ),
  );
  await allow(context, id, servers);
}

/** Asks for approval and folders now, since nothing is asked when the client connects. */
async function allow(
  { host, approval, consent }: CommandContext,
  id: string,
  servers: readonly ManagedServer[],
): Promise<void> {
  if (!host.consent.sharingState.switches.trusted) return;
  const usable = await approval.ask(servers.filter(({ prepared }) => prepared !== undefined));
  const own = host.clients.outside
    .ofClient(id)
    .filter(({ server, waiting }) => usable.includes(server) && waiting.length > 0);
  if (own.length > 0) await consent.ask(own);
}
