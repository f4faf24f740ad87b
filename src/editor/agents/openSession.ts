import { wayToOpen } from '../../core/acp/toldAndNow';
import { UserError } from '../../core/errors';
import { displayText } from '../../core/text';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import type { CommandContext } from '../commands/commandContext';
import { sessionText } from '../tree/sessionWords';
import { askAgent } from './askAgent';
import { beginSession, mayHaveSessions } from './beginSession';
import { pickAgent, type OpenSession } from './sessionPicks';

/** The open sessions of all agents. */
export function openSessions({ host }: CommandContext): readonly OpenSession[] {
  return host.supervisor.agents.all.flatMap((agent) =>
    agent.isReady ? agent.sessions.all.map((session) => ({ agent, session })) : [],
  );
}

/** The session of this id; undefined if it is not open. */
export function findSession(
  { host }: CommandContext,
  agentId: string,
  sessionId: string,
): OpenSession | undefined {
  const agent = host.supervisor.agents.byId(agentId);
  const session = agent?.isReady === true ? agent.sessions.byId(sessionId) : undefined;
  return agent === undefined || session === undefined ? undefined : { agent, session };
}

/**
 * The agent that the user wants to talk to: picked among those that run, or, if none runs, among all.
 * @returns undefined when the user left the question
 * @throws {UserError} when there is no agent
 */
export async function agentToTalkTo({ host }: CommandContext): Promise<ManagedAgent | undefined> {
  if (host.supervisor.agents.all.length === 0) {
    throw new UserError('There is no agent yet. Add one in the MCP Roots view.');
  }
  const anyRuns = host.supervisor.agents.all.some(({ isReady }) => isReady);
  const placeHolder = anyRuns ? 'Talk to which agent?' : 'Start which agent?';
  return pickAgent(undefined, host, placeHolder, ({ isReady }) => isReady || !anyRuns);
}

/** Begins a session, with the usual questions. @returns undefined when the user left one */
export async function beginToTalk(
  agent: ManagedAgent,
  context: CommandContext,
): Promise<OpenSession | undefined> {
  const session = await beginSession(context, agent);
  return session && { agent, session };
}

/**
 * Opens an earlier session again, with the folders that it had and that are still allowed; if its agent cannot do that,
 * begins a new one.
 * @returns undefined when the user left a question
 */
export async function goOn(
  agent: ManagedAgent,
  sessionId: string,
  context: CommandContext,
): Promise<OpenSession | undefined> {
  if (!(await mayHaveSessions(context, agent))) return undefined;
  const way = wayToOpen(agent.sessions.abilities);
  if (way === undefined) return beginToTalk(agent, context);
  const title = `Opening the session of “${displayText(agent.name, 60)}”`;
  const session = await askAgent(agent, title, { all: [] }, (_, signal) =>
    agent.sessions.reopen({ way, sessionId, folders: 'as before', signal }),
  );
  return session && { agent, session };
}

/** The name of a session for the user. */
export function labelOf({ session }: OpenSession): string {
  return displayText(sessionText(session), 100);
}
