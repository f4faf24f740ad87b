import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { WithHost } from '../commands/commandContext';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';

/** The commands that bring servers here from other places. */
export function registerImporting(withHost: WithHost, { extension: log }: Logs): Disposable {
  const commands = new Lifetime();
  commands.add(
    registerCommand(
      'mcpRoots.turnOffNativeCopy',
      log,
      withHost(async (context, argument) => {
        const { turnOffNativeCopy } = await import('../seldomUsed.js');
        await turnOffNativeCopy(context, argument);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.importServers',
      log,
      withHost(async (context) => {
        const { importServers } = await import('../seldomUsed.js');
        await importServers(context);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.exportServers',
      log,
      withHost(async (context, argument) => {
        const { exportServers } = await import('../seldomUsed.js');
        await exportServers(context, argument);
      }),
    ),
  );
  return commands;
}
