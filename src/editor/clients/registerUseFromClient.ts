import type { Disposable } from '../../core/lifecycle';
import type { WithHost } from '../commands/commandContext';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';

/** The command that lets another client in. */
export function registerUseFromClient(withHost: WithHost, { extension: log }: Logs): Disposable {
  return registerCommand(
    'mcpRoots.useFromClient',
    log,
    withHost(async (context, argument) => {
      // Loaded here: it brings the readers of three formats, and is seldom needed.
      const { useFromClient } = await import('../seldomUsed.js');
      await useFromClient(context, argument);
    }),
  );
}
