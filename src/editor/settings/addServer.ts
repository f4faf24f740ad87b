import type { Disposable } from '../../core/lifecycle';
import { nameFromCommand } from '../../core/servers/commandLine';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import { addDefinition, askForCommand, type Added } from './addDefinition';

const server: Added = { noun: 'server', title: 'Add Server' };

/**
 * Registers the command that adds a server: asks for a command line, a name and a place, writes the definition, and
 * shows it. Nothing is started.
 */
export function registerAddServer({ extension: log }: Logs): Disposable {
  return registerCommand('mcpRoots.addServer', log, async () => {
    const words = await askForCommand(server, {
      prompt: 'Leave folders out: the server is told of those you allow.',
      placeHolder: 'npx -y @modelcontextprotocol/server-filesystem',
    });
    if (words === undefined) return;
    const [command, ...args] = words;
    await addDefinition(server, nameFromCommand(words), { command, args });
  });
}
