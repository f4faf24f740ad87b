import { window } from 'vscode';
import { displayText } from '../../core/text';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import type { CommandContext } from '../commands/commandContext';
import { UserError } from '../../core/errors';
import { earlierText, sessionText } from '../tree/sessionWords';
import { withoutLinks } from '../withoutLinks';
import { pickAgent, pickEarlier, pickSession } from './sessionPicks';
import { signInToAgent } from './signInToAgent';

/** Ends a session; it can be opened again. */
export async function closeSession({ host }: CommandContext, argument: unknown): Promise<void> {
  const picked = await pickSession(argument, host, 'Close which session?');
  if (picked === undefined) return;
  const { agent, session } = picked;
  if (agent.sessions.isBusy(session.id) && !(await mayStop(sessionText(session)))) return;
  await agent.sessions.cancel(session.id);
  await agent.sessions.close(session.id);
}

/** Asks the agent to end the turn of a session. */
export async function stopTurn({ host }: CommandContext, argument: unknown): Promise<void> {
  const picked = await pickSession(argument, host, 'Stop the turn of which session?', (open) => {
    return open.agent.sessions.isBusy(open.session.id);
  });
  await picked?.agent.sessions.cancel(picked.session.id);
}

/** Asks for the user's own name for an open session. */
export async function renameSession({ host }: CommandContext, argument: unknown): Promise<void> {
  const picked = await pickSession(argument, host, 'Rename which session?');
  if (picked === undefined) return;
  const { agent, session } = picked;
  const name = await window.showInputBox({
    title: 'Rename Session',
    prompt: withoutLinks(
      `Only here: “${displayText(agent.name, 60)}” is not told of it. Leave it empty for the agent's own title.`,
    ),
    value: session.names.name ?? session.label ?? '',
    ignoreFocusOut: true,
  });
  if (name !== undefined) await agent.sessions.rename(session.id, name);
}

/** Removes the record of an earlier session. */
export async function forgetSession({ host }: CommandContext, argument: unknown): Promise<void> {
  const fits = ({ earlier }: ManagedAgent) => earlier.length > 0;
  const agent = await pickAgent(argument, host, 'Forget a session of which agent?', fits);
  if (agent === undefined) return;
  const session = await pickEarlier(
    agent,
    { sessions: agent.earlier, malformed: 0 },
    'Forget which session?',
    false,
  );
  if (session === undefined || session === 'of all folders') return;
  const forget = 'Forget';
  const message = `Forget “${displayText(earlierText(session), 100)}”?`;
  const detail =
    'What it was told and its name are removed here. The agent may still have it; its folders are then asked for anew.';
  if ((await window.showWarningMessage(message, { modal: true, detail }, forget)) !== forget) return;
  await agent.forget(session.sessionId);
}

/** Has the user sign in to a running agent. */
export async function signIn(agent: ManagedAgent): Promise<void> {
  if (!(await signInToAgent(agent))) return;
  void window.showInformationMessage(withoutLinks(`You signed in to “${displayText(agent.name, 60)}”.`));
}

/** Has the user sign out of a running agent. */
export async function signOut(agent: ManagedAgent): Promise<void> {
  if (!agent.authentication.canLogOut) {
    throw new UserError(
      `“${displayText(agent.name, 60)}” has no way to sign out here. Use its own program for that.`,
    );
  }
  await agent.authentication.logOut();
  void window.showInformationMessage(withoutLinks(`You signed out of “${displayText(agent.name, 60)}”.`));
}

async function mayStop(name: string): Promise<boolean> {
  const close = 'Stop and Close';
  const message = `“${displayText(name, 100)}” is in the middle of a turn.`;
  const detail = 'The turn is stopped, and the session is closed. It can be opened again.';
  return (await window.showWarningMessage(message, { modal: true, detail }, close)) === close;
}
