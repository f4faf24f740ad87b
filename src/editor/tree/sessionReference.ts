import type { AgentSession } from '../../node/acp/agentSession';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import type { Supervisor } from '../../node/host/supervisor';
import { isNode } from './nodes';

/**
 * What a command is given when it is run by a click on a line: ids and not objects, since lines are compared as text.
 */
interface SessionReference {
  readonly agentId: string;
  readonly sessionId?: string;
}

export function referenceTo(node: {
  readonly agent: ManagedAgent;
  readonly session?: AgentSession;
}): SessionReference {
  const { agent, session } = node;
  return { agentId: agent.id, ...(session !== undefined && { sessionId: session.id }) };
}

/** The agent that a command was called on, from a menu or by a click; undefined where it was called on none. */
export function agentMeant(argument: unknown, { agents }: Supervisor): ManagedAgent | undefined {
  if (isReference(argument)) return agents.byId(argument.agentId);
  return isNode(argument) && 'agent' in argument ? argument.agent : undefined;
}

/**
 * The open session that a command was called on; undefined where it was called on none, or on one that is not open any
 * more.
 */
export function sessionMeant(argument: unknown, supervisor: Supervisor): AgentSession | undefined {
  const agent = agentMeant(argument, supervisor);
  if (agent?.isReady !== true) return undefined;
  if (isReference(argument)) return agent.sessions.byId(argument.sessionId ?? '');
  return isNode(argument) && 'session' in argument ? agent.sessions.byId(argument.session.id) : undefined;
}

function isReference(argument: unknown): argument is SessionReference {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    'agentId' in argument &&
    typeof argument.agentId === 'string'
  );
}
