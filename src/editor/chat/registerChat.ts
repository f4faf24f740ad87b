import { lm } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Event } from '../../core/event';
import type { CommandContext, WithHost } from '../commands/commandContext';
import { chatProviderId, rootsToolName } from '../ids';
import type { Logs } from '../logs';
import { report } from '../registerCommand';
import { registerChatCommands } from './chatCommands';
import { ChatProvider } from './chatProvider';
import { RootsTool } from './rootsTool';

/**
 * Registers what VS Code's chat uses: the provider of servers, the tool `#roots`, and the commands.
 * @param open opens the host; undefined if it is not open and no server is enabled for chat in any window, so that VS
 * Code's questions open nothing
 */
export function registerChat(
  withHost: WithHost,
  open: () => Promise<CommandContext | undefined>,
  onDidOpen: Event<void>,
  logs: Logs,
): Disposable {
  const lifetime = new Lifetime();
  const provider = lifetime.add(new ChatProvider(async () => (await open())?.chat));
  lifetime.add(lm.registerMcpServerDefinitionProvider(chatProviderId, provider));
  lifetime.add(lm.registerTool(rootsToolName, new RootsTool(async () => (await open())?.chat.access ?? [])));
  const fail = (error: unknown) => report(error, logs.extension);
  lifetime.add(onDidOpen(() => void provider.refresh().catch(fail)));
  lifetime.add(registerChatCommands(withHost, logs));
  return lifetime;
}
