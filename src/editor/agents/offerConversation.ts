import { commands, window } from 'vscode';
import { displayText } from '../../core/text';
import type { AgentSession } from '../../node/acp/agentSession';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import type { SessionNode } from '../tree/nodes';
import { sessionText, toldText } from '../tree/sessionWords';
import { withoutLinks } from '../withoutLinks';

/** Called with the line of a session; registered by what shows conversations. */
const openConversation = 'mcpRoots.openConversation';

/** Says what a session that was just opened was told, and offers its conversation where that can be shown. */
export async function offerConversation(agent: ManagedAgent, session: AgentSession): Promise<void> {
  const standing = agent.sessions.standingOf(session);
  const message = `“${displayText(sessionText(session), 100)}” of “${displayText(agent.name, 60)}” is open. It was ${toldText(agent, standing)}.`;
  const isOffered = (await commands.getCommands(true)).includes(openConversation);
  const open = 'Open Conversation';
  // Does not hold the command up: the offer stands until it is closed, and the line of the session has it too.
  void window.showInformationMessage(withoutLinks(message), ...(isOffered ? [open] : [])).then((choice) => {
    const node: SessionNode = { kind: 'session', agent, session };
    return choice === open ? commands.executeCommand(openConversation, node) : undefined;
  });
}
