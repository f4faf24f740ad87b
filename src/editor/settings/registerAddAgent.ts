import type { Disposable } from '../../core/lifecycle';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';

/** Registers the command that adds an agent. */
export function registerAddAgent({ extension: log }: Logs): Disposable {
  return registerCommand('mcpRoots.addAgent', log, async () => {
    // Loaded when first needed, which is seldom.
    const { addAgent } = await import('../seldomUsed.js');
    await addAgent();
  });
}
