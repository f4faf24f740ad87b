import type { Disposable } from '../../core/lifecycle';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';

/** The command that writes the definition of an agent. */
export function registerAddAgent({ extension: log }: Logs): Disposable {
  return registerCommand('mcpRoots.addAgent', log, async () => {
    // Loaded here: it is needed once in a while only.
    const { addAgent } = await import('../seldomUsed.js');
    await addAgent();
  });
}
