import { commands, window } from 'vscode';
import type { EarlierSession } from '../../core/acp/earlierSessions';
import { wayToOpen, wayToRetell } from '../../core/acp/toldAndNow';
import { isUserError, messageOf, UserError } from '../../core/errors';
import type { EarlierListing } from '../../node/acp/agentSessions';
import type { RealPath } from '../../core/roots/realPath';
import { displayText } from '../../core/text';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import type { CommandContext } from '../commands/commandContext';
import type { CommandId } from '../ids';
import type { AgentNode } from '../tree/nodes';
import { earlierText, sessionText } from '../tree/sessionWords';
import { withoutLinks } from '../withoutLinks';
import { askAgent } from './askAgent';
import { mayHaveSessions } from './beginSession';
import { offerConversation } from './offerConversation';
import { pickAgent, pickBetween, pickEarlier, pickSession, type OpenSession } from './sessionPicks';

/** Opens an earlier session that the user picks, with the folders that it had and that are still allowed. */
export async function openSession(context: CommandContext, argument: unknown): Promise<void> {
  const agent = await pickAgent(argument, context.host, 'Open a session of which agent?');
  if (agent === undefined || !(await mayHaveSessions(context, agent))) return;
  const here = await earlierOf(agent, 'exposed');
  if (here === undefined) return;
  const placeHolder = `Open which session of “${displayText(agent.name, 60)}”?`;
  const picked = await pickEarlier(agent, here, placeHolder, agent.sessions.abilities.list);
  if (picked === undefined) return;
  if (picked !== 'of all folders') return open(context, agent, picked);
  const all = await earlierOf(agent, 'all');
  const further = all && (await pickEarlier(agent, all, placeHolder, false));
  if (further !== undefined && further !== 'of all folders') await open(context, agent, further);
}

/** Opens again, of the sessions that are not open, the one that was last told its folders. */
export async function resumeLastSession(context: CommandContext, argument: unknown): Promise<void> {
  const fits = ({ earlier }: ManagedAgent) => earlier.length > 0;
  const agent = await pickAgent(argument, context.host, 'Resume the last session of which agent?', fits);
  if (agent === undefined || !(await mayHaveSessions(context, agent))) return;
  const [last] = agent.earlier;
  if (last === undefined) {
    throw new UserError(`There is no earlier session of “${displayText(agent.name, 60)}” here. Begin one.`);
  }
  await open(context, agent, last);
}

/**
 * Tells an open session the folders that its agent may see now; never in the middle of a turn. If the agent cannot be
 * told again, offers a new session.
 */
export async function tellSession({ host }: CommandContext, argument: unknown): Promise<void> {
  const differs = ({ agent, session }: OpenSession) => agent.sessions.standingOf(session).kind === 'changed';
  const picked = await pickSession(argument, host, 'Give which session the current folders?', differs);
  if (picked === undefined) return;
  const { agent, session } = picked;
  if (wayToRetell(agent.sessions.abilities) === undefined) return offerNewSession(agent);
  const title = `Telling “${displayText(sessionText(session), 60)}” of its folders`;
  const all = [...agent.sessions.standingOf(session).now];
  await askAgent(agent, title, { all }, (only, signal) =>
    agent.sessions.tellAgain(session.id, only ?? 'all', signal),
  );
}

/** Forks an open session: begins another with its conversation, and with all folders that its agent may see. */
export async function forkSession({ host }: CommandContext, argument: unknown): Promise<void> {
  const picked = await pickSession(argument, host, 'Fork which session?', ({ agent }) => {
    return agent.sessions.abilities.fork;
  });
  if (picked === undefined) return;
  const { agent, session } = picked;
  const title = `Forking “${displayText(sessionText(session), 60)}”`;
  const all = [...agent.sessions.standingOf(session).now];
  const fork = await askAgent(agent, title, { all }, (only, signal) =>
    agent.sessions.reopen({ way: 'fork', sessionId: session.id, folders: only ?? 'all', signal }),
  );
  if (fork !== undefined) await offerConversation(agent, fork);
}

/**
 * Opens an earlier session. If it needs folders that are not allowed, asks for them first: what an agent reports is no
 * grant.
 */
async function open(context: CommandContext, agent: ManagedAgent, earlier: EarlierSession): Promise<void> {
  const { sessionId, notAllowed } = earlier;
  const chosen = await foldersFor(agent, earlier);
  if (chosen === undefined) return;
  const needs = chosen.list === 'sent' ? notAllowed : notExposed(agent, chosen.folders);
  if (needs.length > 0 && !(await context.consent.ask([agent]))) return;
  const way = wayToOpen(agent.sessions.abilities);
  if (way === undefined) return offerNewSession(agent);
  const title = `Opening “${displayText(earlierText(earlier), 60)}” of “${displayText(agent.name, 60)}”`;
  const all = chosen.folders.flatMap((folder) => agent.exposed.find((each) => each === folder) ?? []);
  const whole = chosen.list === 'sent' ? 'as before' : all;
  const session = await askAgent(agent, title, { all }, (only, signal) =>
    agent.sessions.reopen({ way, sessionId, folders: only ?? whole, signal }),
  );
  if (session !== undefined) await offerConversation(agent, session);
}

/**
 * The folders with which a session is opened: those that it was sent last, or those that its agent reports, where these
 * differ and the user chooses them. A report with another working directory is passed over: a session keeps its own.
 * @returns undefined when the user left the question
 */
async function foldersFor(
  agent: ManagedAgent,
  earlier: EarlierSession,
): Promise<{ readonly list: 'sent' | 'reported'; readonly folders: readonly string[] } | undefined> {
  const { folders, reported } = earlier;
  if (reported === undefined || reported[0] !== folders[0]) return { list: 'sent', folders };
  const list = await pickBetween(agent, earlier);
  return list && { list, folders: list === 'sent' ? folders : reported };
}

function notExposed(agent: ManagedAgent, folders: readonly string[]): readonly string[] {
  return folders.filter((folder) => !agent.exposed.some((each) => each === folder));
}

/** The earlier sessions of an agent. If the agent fails to list them, says so, and returns those of our own record. */
async function earlierOf(agent: ManagedAgent, asked: 'exposed' | 'all'): Promise<EarlierListing | undefined> {
  const known: readonly RealPath[] = agent.knownFolders;
  const title = `Asking “${displayText(agent.name, 60)}” for its sessions`;
  try {
    return await askAgent(agent, title, { all: [] }, (_, signal) =>
      agent.sessions.earlier(known, asked, signal),
    );
  } catch (error) {
    if (!isUserError(error)) throw error;
    void window.showWarningMessage(withoutLinks(messageOf(error)));
    return agent.sessions.earlier(known, 'none');
  }
}

async function offerNewSession(agent: ManagedAgent): Promise<void> {
  const begin = 'New Session';
  const message = `“${displayText(agent.name, 60)}” can neither resume nor load a session, so that it cannot be told of other folders in one.`;
  if ((await window.showWarningMessage(withoutLinks(message), begin)) !== begin) return;
  const node: AgentNode = { kind: 'agent', agent };
  await commands.executeCommand('mcpRoots.newSession' satisfies CommandId, node);
}
