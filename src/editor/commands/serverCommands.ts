import { UserError } from '../../core/errors';
import type { Disposable } from '../../core/lifecycle';
import { Lifetime } from '../../core/lifecycle';
import { isActive } from '../../core/servers/serverState';
import type { ManagedServer } from '../../node/servers/managedServer';
import { registerCommand } from '../registerCommand';
import type { Logs } from '../logs';
import type { CommandContext, WithHost } from './commandContext';
import { consentAndStart } from './consentAndStart';
import { pickServer } from './pickServer';

/** Start, start all, stop, restart. */
export function registerServerCommands(withHost: WithHost, { extension: log }: Logs): Disposable {
  const commands = new Lifetime();
  commands.add(
    registerCommand(
      'mcpRoots.startServer',
      log,
      withHost(async (context, argument) => {
        const startable = (server: ManagedServer) => canStart(context, server);
        const server = await pickServer(argument, context.host, 'Start which server?', startable);
        if (server !== undefined) await consentAndStart([server], context);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.startAllServers',
      log,
      withHost(async (context) => {
        const servers = context.host.servers.servers.filter((server) => canStart(context, server));
        if (servers.length === 0) throw new UserError('Every server that can be started runs already.');
        await consentAndStart(servers, context);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.stopServer',
      log,
      withHost(async ({ host }, argument) => {
        const server = await pickServer(argument, host, 'Stop which server?', ({ state }) => isActive(state));
        await server?.stop();
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.restartServer',
      log,
      withHost(async (context, argument) => {
        const active = ({ state }: ManagedServer) => isActive(state);
        const server = await pickServer(argument, context.host, 'Restart which server?', active);
        if (server === undefined) return;
        await server.stop();
        await consentAndStart([server], context);
      }),
    ),
  );
  return commands;
}

function canStart({ host }: CommandContext, server: ManagedServer): boolean {
  return !isActive(server.state) && host.servers.shadowing(server) === undefined;
}
