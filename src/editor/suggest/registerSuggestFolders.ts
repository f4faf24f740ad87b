import type { Disposable } from '../../core/lifecycle';
import type { WithHost } from '../commands/commandContext';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';

/** The command that finds narrower folders to share. */
export function registerSuggestFolders(withHost: WithHost, { extension: log }: Logs): Disposable {
  return registerCommand(
    'mcpRoots.suggestFolders',
    log,
    withHost(async (context) => {
      // Loaded here: it brings the readers of the files of five build tools.
      const { suggestFolders } = await import('../seldomUsed.js');
      await suggestFolders(context);
    }),
  );
}
