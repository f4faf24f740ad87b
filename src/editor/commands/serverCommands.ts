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
import { registerForBoth } from './registerForBoth';

/** Start, stop and restart of servers and agents; start of all servers at once. */
export function registerServerCommands(withHost: WithHost, { extension: log }: Logs): Disposable {
  const commands = new Lifetime();
  commands.add(
    registerForBoth({ server: 'mcpRoots.startServer', agent: 'mcpRoots.startAgent' }, log, (noun) =>
      withHost(async (context, argument) => {
        const startable = (one: DefinedGrantee) => canStart(context, one);
        const one = await pickDefined(
          argument,
          context.host.supervisor,
          noun,
          `Start which ${noun}?`,
          startable,
        );
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
    registerForBoth({ server: 'mcpRoots.stopServer', agent: 'mcpRoots.stopAgent' }, log, (noun) =>
      withHost(async ({ host }, argument) => {
        const one = await pickDefined(argument, host.supervisor, noun, `Stop which ${noun}?`, runs);
        await one?.stop();
      }),
    ),
  );
  commands.add(
    registerForBoth({ server: 'mcpRoots.restartServer', agent: 'mcpRoots.restartAgent' }, log, (noun) =>
      withHost(async (context, argument) => {
        const one = await pickDefined(
          argument,
          context.host.supervisor,
          noun,
          `Restart which ${noun}?`,
          runs,
        );
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
