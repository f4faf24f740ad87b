import { ThemeIcon, window, type QuickPickItem } from 'vscode';
import { displayText } from '../../core/text';
import type { CommandContext } from '../commands/commandContext';
import { agentMeant, sessionMeant } from '../tree/sessionReference';
import { withoutIcons } from '../withoutIcons';
import { agentToTalkTo, beginToTalk, labelOf, openSessions } from './openSession';
import type { OpenSession } from './sessionPicks';

interface SessionItem extends QuickPickItem {
  /** Left out on the line for a new session. */
  readonly open?: OpenSession;
}

/**
 * The session whose conversation is wanted: the one on whose line the command was called. Otherwise the user picks an
 * open one (of the agent on whose line it was called, or of any) or a new one; if none is open, a new one is begun.
 * @returns undefined when the user left a question
 */
export async function openMeant(
  argument: unknown,
  context: CommandContext,
): Promise<OpenSession | undefined> {
  const agent = agentMeant(argument, context.host.supervisor);
  const session = sessionMeant(argument, context.host.supervisor);
  if (agent !== undefined && session !== undefined) return { agent, session };
  const open = openSessions(context).filter((each) => agent === undefined || each.agent === agent);
  if (open.length > 0) {
    const items: readonly SessionItem[] = [
      ...open.map((each) => ({
        open: each,
        label: withoutIcons(labelOf(each)),
        description: withoutIcons(displayText(each.agent.name, 80)),
        iconPath: new ThemeIcon('comment-discussion'),
      })),
      { label: 'New Session', iconPath: new ThemeIcon('add') },
    ];
    const picked = await window.showQuickPick(items, { placeHolder: 'Which conversation?' });
    if (picked === undefined || picked.open !== undefined) return picked?.open;
  }
  const wanted = agent ?? (await agentToTalkTo(context));
  return wanted && beginToTalk(wanted, context);
}
