import { window } from 'vscode';
import { isUserError, UserError } from '../../core/errors';
import type { Disposable } from '../../core/lifecycle';
import { Lifetime } from '../../core/lifecycle';
import { isActive } from '../../core/servers/serverState';
import { displayText } from '../../core/text';
import type { ManagedServer } from '../../node/servers/managedServer';
import { registerCommand } from '../registerCommand';
import { viewId } from '../ids';
import type { Logs } from '../logs';
import type { CommandContext, WithHost } from './commandContext';
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

/**
 * Approval and consent first, then launch (design rule 2): what was not approved, and then what is undecided, is asked
 * before any process starts.
 */
async function consentAndStart(asked: readonly ManagedServer[], context: CommandContext): Promise<void> {
  const { host, approval, consent, postponed } = context;
  if (!host.switchboard.switches.trusted) {
    throw new UserError('This workspace is not trusted. Trust it to start servers and to share folders.');
  }
  await Promise.all(asked.map((server) => server.prepare()));
  const servers = await approval.ask(asked);
  if (servers.length === 0) return;
  for (const server of servers) postponed.forget(server);
  const asking = servers.filter(
    ({ waiting, named }) => waiting.length > 0 || named.some(({ granted, realPath }) => !granted && realPath),
  );
  if (host.switchboard.switches.sharing && asking.length > 0 && !(await consent.ask(asking))) return;
  await window.withProgress({ location: { viewId } }, () => startEach(servers, context));
}

async function startEach(servers: readonly ManagedServer[], { host }: CommandContext): Promise<void> {
  const results = await Promise.allSettled(servers.map((server) => host.servers.start(server)));
  const refused = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  const failed = servers.flatMap(({ name, state }) =>
    state.kind === 'failed' ? new UserError(`“${displayText(name, 60)}” failed to start. ${state.why}`) : [],
  );
  const [first, ...others] = [...refused, ...failed];
  if (first === undefined) return;
  if (others.length === 0 || !isUserError(first)) throw first;
  throw new UserError(`${first.message} (and ${others.length} more; see the MCP Roots view)`);
}

function canStart({ host }: CommandContext, server: ManagedServer): boolean {
  return !isActive(server.state) && host.servers.shadowing(server) === undefined;
}
