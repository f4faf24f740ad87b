import type { Disposable } from '../../core/lifecycle';
import type { WithHost } from '../commands/commandContext';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';

/** The command by which the user gives servers to an agent. */
export function registerServersForAgent(withHost: WithHost, { extension: log }: Logs): Disposable {
  return registerCommand(
    'mcpRoots.serversForAgent',
    log,
    withHost(async (context, argument) => {
      const { serversForAgent } = await import('./agentCommands.js');
      await serversForAgent(context, argument);
    }),
  );
}
