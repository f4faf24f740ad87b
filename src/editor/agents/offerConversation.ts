import { commands, window } from 'vscode';
import { displayText } from '../../core/text';
import type { AgentSession } from '../../node/acp/agentSession';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import type { SessionNode } from '../tree/nodes';
import { sessionText, toldText } from '../tree/sessionWords';
import { withoutLinks } from '../withoutLinks';

/** The command that opens a conversation; it takes the node of a session. */
const openConversation = 'mcpRoots.openConversation';

/** Says what a session that was just opened was told, and offers to open its conversation. */
export async function offerConversation(agent: ManagedAgent, session: AgentSession): Promise<void> {
  const standing = agent.sessions.standingOf(session);
  const message = `“${displayText(sessionText(session), 100)}” of “${displayText(agent.name, 60)}” is open. It was ${toldText(agent, standing)}.`;
  const isOffered = (await commands.getCommands(true)).includes(openConversation);
  const open = 'Open Conversation';
  // Not awaited: the notification stays until it is closed, and the line of the session offers the same.
  void window.showInformationMessage(withoutLinks(message), ...(isOffered ? [open] : [])).then((choice) => {
    const node: SessionNode = { kind: 'session', agent, session };
    return choice === open ? commands.executeCommand(openConversation, node) : undefined;
  });
}
