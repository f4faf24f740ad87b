import { UserError } from '../../core/errors';
import type { Disposable } from '../../core/lifecycle';
import { Lifetime } from '../../core/lifecycle';
import type { Grantee } from '../../node/servers/grantee';
import type { ContextKeys } from '../contextKeys';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import { openDefinition } from '../settings/openDefinition';
import { isNode } from '../tree/nodes';
import type { Grouping, RootsTree } from '../tree/rootsTree';
import type { WithHost } from './commandContext';
import { pickRecorded } from './pickRecorded';
import { pickGrantee, pickServer } from './pickServer';

/** Everything that shows something and changes nothing. */
export function registerShowCommands(
  withHost: WithHost,
  logs: Logs,
  tree: RootsTree,
  keys: ContextKeys,
): Disposable {
  const { extension: log } = logs;
  const commands = new Lifetime();
  const group = (grouping: Grouping) => () => {
    tree.grouping = grouping;
    keys.set('mcpRoots.groupedByFolder', grouping === 'by folder');
  };
  commands.add(registerCommand('mcpRoots.groupByFolder', log, group('by folder')));
  commands.add(registerCommand('mcpRoots.groupByServer', log, group('by server')));
  commands.add(registerCommand('mcpRoots.showLog', log, () => log.show()));
  commands.add(
    registerCommand(
      'mcpRoots.showServerLog',
      log,
      withHost(async ({ host }, argument) => {
        const named = isNode(argument) && argument.kind === 'fault' ? undefined : argument;
        const server = await pickServer(named, host, 'Show the log of which server?');
        if (server !== undefined) logs.of(server).show();
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.showServerView',
      log,
      withHost(async ({ host, documents }, argument) => {
        const server = await pickServer(argument, host, 'Show what which server sees?');
        if (server !== undefined) await documents.showSight(server);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.showTold',
      log,
      withHost(async ({ host, documents }, argument) => {
        const server = await pickRecorded(argument, host, 'Show what which server was told?');
        if (server !== undefined) await documents.showTold(server);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.showToolChanges',
      log,
      withHost(async ({ host, documents }, argument) => {
        const hasChanged = ({ tools }: Grantee) => tools.changes.length > 0;
        if (![...host.servers.servers, ...host.outside.all].some(hasChanged)) {
          throw new UserError('No server has changed its tools since they were first used.');
        }
        const grantee = await pickGrantee(argument, host, 'Show the tools of which server?', hasChanged);
        if (grantee === undefined) return;
        const { changes } = grantee.tools;
        await documents.showToolChanges(grantee, changes);
        grantee.tools.accept(changes);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.showDefinition',
      log,
      withHost(async ({ host, documents }, argument) => {
        const server = await pickServer(argument, host, 'Show the definition of which server?');
        if (server !== undefined) await documents.showDefinition([server]);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.openDefinition',
      log,
      withHost(async ({ host }, argument) => {
        if (isNode(argument) && argument.kind === 'fault') return openDefinition(argument.fault);
        const server = await pickServer(
          argument,
          host,
          'Open the definition of which server?',
          ({ definition }) => definition.scope.kind !== 'bundled',
        );
        if (server !== undefined) await openDefinition({ ...server.definition, at: server.fault?.at ?? [] });
      }),
    ),
  );
  return commands;
}
