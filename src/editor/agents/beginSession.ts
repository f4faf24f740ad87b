import { UserError } from '../../core/errors';
import type { RealPath } from '../../core/roots/realPath';
import { displayText } from '../../core/text';
import type { AgentSession } from '../../node/acp/agentSession';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import type { CommandContext } from '../commands/commandContext';
import { consentAndStart } from '../commands/consentAndStart';
import { askAgent } from './askAgent';
import { offerConversation } from './offerConversation';
import { pickAgent, pickPrimary } from './sessionPicks';

/** Begins a session of the agent that the command was called on, or that the user picks; offers its conversation. */
export async function newSession(context: CommandContext, argument: unknown): Promise<void> {
  const agent = await pickAgent(argument, context.host, 'Begin a session of which agent?');
  const session = agent && (await beginSession(context, agent));
  if (agent !== undefined && session !== undefined) await offerConversation(agent, session);
}

/**
 * Begins a session with all folders that its agent may see, or only with the first if it takes no more. If it may see
 * none, the user is asked for folders first.
 * @returns undefined when the user left a question, or allowed no folder
 */
export async function beginSession(
  context: CommandContext,
  agent: ManagedAgent,
): Promise<AgentSession | undefined> {
  if (!(await mayHaveSessions(context, agent))) return undefined;
  const first = await primaryOf(agent);
  if (first === undefined) return undefined;
  const all = [first, ...agent.exposed.filter((folder) => folder !== first)];
  const title = `Beginning a session of “${displayText(agent.name, 60)}”`;
  const takesMore = agent.sessions.abilities.additionalDirectories;
  return askAgent(agent, title, { all: takesMore ? all : [first] }, (only, signal) =>
    agent.sessions.begin({ primary: first, only, signal }),
  );
}

/**
 * Starts an agent that does not run, and asks for folders if it may see none.
 * @returns whether it runs now and may see a folder; false when the user left a question
 * @throws {UserError} when sharing is off, or it cannot be started
 */
export async function mayHaveSessions(context: CommandContext, agent: ManagedAgent): Promise<boolean> {
  const { host, consent } = context;
  if (!host.consent.sharingState.switches.sharing) {
    throw new UserError('Sharing is paused, so that no session is opened. Resume it first.');
  }
  if (!agent.isReady) await consentAndStart([agent], context);
  if (agent.isReady && agent.exposed.length === 0) await consent.ask([agent]);
  return agent.isReady && agent.exposed.length > 0;
}

/** Asks which folder of an agent goes first, and keeps the answer. If it may see none, asks for folders before. */
export async function choosePrimary(context: CommandContext, argument: unknown): Promise<void> {
  const placeHolder = 'Change the primary folder of which agent?';
  const agent = await pickAgent(argument, context.host, placeHolder);
  if (agent === undefined) return;
  if (agent.exposed.length === 0 && !(await context.consent.ask([agent]))) return;
  const folder = agent.exposed.length === 0 ? undefined : await pickPrimary(agent);
  if (folder !== undefined) await agent.choosePrimary(folder);
}

/**
 * The primary folder, as the user or the definition chose it, or the only folder. If there are several and none was
 * chosen, asks, and keeps the answer.
 */
async function primaryOf(agent: ManagedAgent): Promise<RealPath | undefined> {
  const [only, ...others] = agent.exposed;
  if (agent.primary !== undefined) return agent.primary;
  if (others.length === 0 || agent.definition.roots.primary !== undefined) return only;
  const folder = await pickPrimary(agent);
  if (folder !== undefined) await agent.choosePrimary(folder);
  return folder;
}
