import { chat, ThemeIcon, type ChatFollowup, type ChatResult } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { CommandContext } from '../commands/commandContext';
import { chatAgentId, type CommandId } from '../ids';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import type { Conversations } from './conversations';

/** Registers `@agent` in chat, and the commands of conversations. @param open opens the host */
export function registerConversations(
  open: () => Promise<CommandContext>,
  { extension: log }: Logs,
): Disposable {
  const own = new Lifetime();
  let loaded: Conversations | undefined;
  let loading: Promise<Conversations> | undefined;
  // Loaded when first needed: most windows talk to no agent.
  const load = () =>
    (loading ??= start().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
  const start = async () => {
    const context = await open();
    const { Conversations: Loaded } = await import('./agentCommands.js');
    return (loaded = own.add(new Loaded(context)));
  };
  const register = (id: CommandId, run: (from: Conversations, args: readonly unknown[]) => unknown) =>
    own.add(registerCommand(id, log, async (...args) => void (await run(await load(), args))));
  register('mcpRoots.openConversation', (from, [argument]) => from.open(argument));
  register('mcpRoots.openConversationInChat', (from, [argument]) => from.openInChat(argument));
  register('mcpRoots.openConversationInTerminal', (from, [argument]) => from.openInTerminal(argument));
  register('mcpRoots.agentCommands', (from) => from.useCommand());
  register('mcpRoots.agentOptions', (from) => from.setManner());
  register('mcpRoots.openAgentPart', (from, [handle]) => from.openPart(handle));
  register('mcpRoots.chooseAgentAnswer', (from, [handle, optionId]) => from.answer(handle, optionId));
  const participant = own.add(
    chat.createChatParticipant(chatAgentId, async (...asked): Promise<ChatResult> => {
      const { chat: agent } = await load();
      return agent.answer(...asked);
    }),
  );
  participant.iconPath = new ThemeIcon('robot');
  participant.followupProvider = {
    provideFollowups: (result): ChatFollowup[] => loaded?.chat.followups(result) ?? [],
  };
  return own;
}
