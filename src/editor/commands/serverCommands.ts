import { UserError } from '../../core/errors';
import type { Disposable } from '../../core/lifecycle';
import { Lifetime } from '../../core/lifecycle';
import { isActive } from '../../core/servers/serverState';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import { registerCommand } from '../registerCommand';
import type { Logs } from '../logs';
import type { CommandContext, WithHost } from './commandContext';
import { consentAndStart } from './consentAndStart';
import { pickDefined } from './pickServer';

/** Start, stop and restart of servers and agents; start of all servers at once. */
export function registerServerCommands(withHost: WithHost, { extension: log }: Logs): Disposable {
  const commands = new Lifetime();
  commands.add(
    registerCommand(
      'mcpRoots.start',
      log,
      withHost(async (context, argument) => {
        const startable = (one: DefinedGrantee) => canStart(context, one);
        const one = await pickDefined(argument, context.host.supervisor, 'to start', startable);
        if (one !== undefined) await consentAndStart([one], context);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.startAllServers',
      log,
      withHost(async (context) => {
        const servers = context.host.supervisor.servers.all.filter((server) => canStart(context, server));
        if (servers.length === 0) throw new UserError('Every server that can be started runs already.');
        await consentAndStart(servers, context);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.stop',
      log,
      withHost(async ({ host }, argument) => {
        const one = await pickDefined(argument, host.supervisor, 'to stop', runs);
        await one?.stop();
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.restart',
      log,
      withHost(async (context, argument) => {
        const one = await pickDefined(argument, context.host.supervisor, 'to restart', runs);
        if (one === undefined) return;
        await one.stop();
        await consentAndStart([one], context);
      }),
    ),
  );
  return commands;
}

function runs({ state }: DefinedGrantee): boolean {
  return isActive(state);
}

function canStart({ host }: CommandContext, one: DefinedGrantee): boolean {
  return !isActive(one.state) && host.supervisor.defined.shadowing(one) === undefined;
}
