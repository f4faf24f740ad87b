import { UserError } from '../../core/errors';
import type { Disposable } from '../../core/lifecycle';
import { Lifetime } from '../../core/lifecycle';
import { nounOf } from '../../core/servers/definition';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import type { Grantee } from '../../node/servers/grantee';
import type { ContextKeys } from '../contextKeys';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import { openDefinition } from '../settings/openDefinition';
import { isNode } from '../tree/nodes';
import type { RootsTree } from '../tree/rootsTree';
import type { Grouping } from '../tree/treeLines';
import type { WithHost } from './commandContext';
import { pickRecorded } from './pickRecorded';
import { pickDefined, pickGrantee } from './pickServer';

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
      'mcpRoots.showLogOf',
      log,
      withHost(async ({ host }, argument) => {
        const named = isNode(argument) && argument.kind === 'fault' ? undefined : argument;
        const server = await pickDefined(named, host.supervisor, 'to show its log');
        if (server !== undefined) logs.of(server).show();
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.showAccess',
      log,
      withHost(async ({ host, documents }, argument) => {
        const server = await pickDefined(argument, host.supervisor, 'to show its folder access');
        if (server !== undefined) await documents.showAccess(server);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.showHistory',
      log,
      withHost(async ({ host, documents }, argument) => {
        const server = await pickRecorded(argument, host);
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
        if (![...host.supervisor.defined.all, ...host.clients.outside.all].some(hasChanged)) {
          throw new UserError('No server has changed its tools since they were first used.');
        }
        const grantee = await pickGrantee(argument, host, 'to show its changed tools', hasChanged);
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
        const server = await pickDefined(argument, host.supervisor, 'to show its definition');
        if (server !== undefined) await documents.showDefinition([server]);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.openDefinition',
      log,
      withHost(async ({ host }, argument) => {
        if (isNode(argument) && argument.kind === 'fault')
          return openDefinition(argument.fault, argument.noun);
        const isInSettings = ({ definition }: DefinedGrantee) => definition.scope.kind !== 'bundled';
        const server = await pickDefined(argument, host.supervisor, 'to open its definition', isInSettings);
        if (server === undefined) return;
        const { definition, fault } = server;
        await openDefinition({ ...definition, at: fault?.at ?? [] }, nounOf(definition));
      }),
    ),
  );
  return commands;
}
