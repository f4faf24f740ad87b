import { foldersOf as rootsIn } from '../../core/acp/sessionRoots';
import { wayToRetell } from '../../core/acp/toldAndNow';
import type { AgentSession } from '../../node/acp/agentSession';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import type { EarlierNode, SessionLineNode, SessionNode } from './nodes';
import type { SessionLine } from './sessionLine';
import { folderName, folderNames } from './sessionWords';

/** The lines for the sessions of an agent: the open ones, oldest first, and one that leads to earlier ones. */
export function sessionsOf(agent: ManagedAgent): readonly (SessionNode | EarlierNode)[] {
  const open = agent.isReady ? agent.sessions.all : [];
  const nodes = open.map((session): SessionNode => ({ kind: 'session', agent, session }));
  return agent.earlier.length === 0 ? nodes : [...nodes, { kind: 'earlier', agent }];
}

/** The lines below an open session. */
export function linesOf({ agent, session }: SessionNode): readonly SessionLineNode[] {
  // A line can be asked for after its session has ended.
  if (!agent.isReady || agent.sessions.byId(session.id) === undefined) return [];
  return [...notesOf(agent, session), ...foldersOf(agent, session)].map((line) => ({
    kind: 'sessionLine',
    agent,
    session,
    line,
  }));
}

function foldersOf(agent: ManagedAgent, session: AgentSession): readonly SessionLine[] {
  return agent.sessions.standingOf(session).folders.map((folder) => ({ kind: 'folder', folder }));
}

function notesOf(agent: ManagedAgent, session: AgentSession): readonly SessionLine[] {
  const standing = agent.sessions.standingOf(session);
  const unseen = standing.folders.filter(({ standing: how }) => how === 'cannot be told');
  const names = folderNames(
    agent,
    unseen.map(({ folder }) => folder),
  );
  const one = folderName(agent, session.told.cwd);
  return [
    ...changeLines(agent, session, standing.kind),
    ...inVainLines(agent, session),
    ...(unseen.length === 0
      ? []
      : [note(`Cannot see ${names}`, `this agent takes one folder only, here ${one}`, true)]),
  ];
}

function inVainLines(agent: ManagedAgent, { told, sentInVain }: AgentSession): readonly SessionLine[] {
  const known = rootsIn(told);
  const more = sentInVain === undefined ? [] : rootsIn(sentInVain).filter((each) => !known.includes(each));
  if (more.length === 0) return [];
  const text = `May have been told of ${folderNames(agent, more)}`;
  return [note(text, 'the agent was sent it with a request that failed', true)];
}

function changeLines(
  agent: ManagedAgent,
  session: AgentSession,
  kind: 'in step' | 'changed' | 'stopped',
): readonly SessionLine[] {
  const isBusy = agent.sessions.isBusy(session.id);
  const anew: SessionLine = {
    kind: 'action',
    text: 'New session with the current folders',
    command: 'mcpRoots.newSession',
    icon: 'add',
  };
  switch (kind) {
    case 'in step':
      return [];
    case 'stopped': {
      const cwd = folderName(agent, session.told.cwd);
      const stop: SessionLine = {
        kind: 'action',
        text: 'Stop its turn',
        command: 'mcpRoots.stopTurn',
        icon: 'debug-stop',
      };
      return [
        note('Paused', `its working directory ${cwd} is not allowed any more`, true),
        ...(isBusy ? [stop] : []),
        ...(agent.exposed.length > 0 ? [anew] : []),
      ];
    }
    case 'changed':
      if (wayToRetell(agent.sessions.abilities) === undefined)
        return [note('Keeps its list', 'this agent can neither resume nor load a session', false), anew];
      if (isBusy) return [note('Has a turn to end first', 'then it can be given the current folders', false)];
      return [
        {
          kind: 'action',
          text: 'Give it the current folders',
          command: 'mcpRoots.tellSession',
          icon: 'sync',
        },
      ];
  }
}

function note(text: string, why: string, isSerious: boolean): SessionLine {
  return { kind: 'note', text, why, isSerious };
}
