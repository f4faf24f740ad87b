import { commands, window } from 'vscode';
import { wayToRetell } from '../../core/acp/toldAndNow';
import { Lifetime, toDisposable, type Disposable } from '../../core/lifecycle';
import { displayText } from '../../core/text';
import type { AgentSession } from '../../node/acp/agentSession';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import type { Supervisor } from '../../node/host/supervisor';
import type { Host } from '../../node/host/host';
import type { CommandId } from '../ids';
import type { SessionNode } from '../tree/nodes';
import { folderName, sessionText, toldText } from '../tree/sessionWords';
import { withoutLinks } from '../withoutLinks';

/** How long to wait for further changes, in milliseconds: ticks in quick succession count as one change. */
const settleMs = 700;

interface Noticed {
  readonly agent: ManagedAgent;
  readonly session: AgentSession;
}

/**
 * Notifies the user, once for each change, of open sessions whose agent may see other folders now than they were told,
 * and offers to tell them. This waits for the end of a turn, and nothing is told without the user. Also notifies of
 * sessions that are stopped because their working directory was withdrawn, and offers to stop their turn. While sharing
 * is off, says nothing.
 */
export function noticeSessions(host: Host, fail: (error: unknown) => void): Disposable {
  const lifetime = new Lifetime();
  /** The state of each session at the last look. */
  const known = new WeakMap<AgentSession, string>();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const changed: Noticed[] = [];
    const stopped: Noticed[] = [];
    for (const agent of host.supervisor.agents.all) {
      for (const session of agent.isReady ? agent.sessions.all : []) {
        const { kind, now } = agent.sessions.standingOf(session);
        const state = `${kind}\0${now.join('\0')}`;
        const before = known.get(session);
        const isIdle = !agent.sessions.isBusy(session.id);
        // During a turn this waits: the end of the turn is a change too, and leads here again.
        if (before === state || (kind === 'changed' && !isIdle)) continue;
        known.set(session, state);
        if (before === undefined) continue;
        if (kind === 'changed') changed.push({ agent, session });
        if (kind === 'stopped') stopped.push({ agent, session });
      }
    }
    // With sharing off everything is stopped, and the user knows why.
    if (!host.consent.sharingState.switches.sharing) return;
    void offer(changed, changedNotice).catch(fail);
    void offer(stopped, stoppedNotice).catch(fail);
  };
  lifetime.add(
    host.supervisor.agents.onDidChange(() => {
      remember(host.supervisor, known);
      clearTimeout(timer);
      timer = setTimeout(look, settleMs);
    }),
  );
  lifetime.add(toDisposable(() => clearTimeout(timer)));
  return lifetime;
}

/** Keeps the first state of each session, which does not count as a change. */
function remember({ agents }: Supervisor, known: WeakMap<AgentSession, string>): void {
  for (const agent of agents.all) {
    for (const session of agent.isReady ? agent.sessions.all : []) {
      const { kind, now } = agent.sessions.standingOf(session);
      if (!known.has(session)) known.set(session, `${kind}\0${now.join('\0')}`);
    }
  }
}

interface Notice {
  readonly message: string;
  readonly isSerious: boolean;
  readonly actions: readonly { readonly title: string; readonly command: CommandId }[];
}

async function offer(sessions: readonly Noticed[], noticeOf: (first: Noticed) => Notice): Promise<void> {
  const [first, ...others] = sessions;
  if (first === undefined) return;
  const { message, isSerious, actions } = noticeOf(first);
  const more = others.length === 0 ? '' : ` So do ${others.length} more; see the MCP Roots view.`;
  const show = isSerious ? window.showWarningMessage : window.showInformationMessage;
  const choice = await show(withoutLinks(message + more), ...actions.map(({ title }) => title));
  const chosen = actions.find(({ title }) => title === choice);
  const node: SessionNode = { kind: 'session', ...first };
  if (chosen !== undefined) await commands.executeCommand(chosen.command, node);
}

function changedNotice({ agent, session }: Noticed): Notice {
  const standing = agent.sessions.standingOf(session);
  const tell = { title: 'Give It the Current Folders', command: 'mcpRoots.tellSession' } as const;
  const anew = { title: 'New Session', command: 'mcpRoots.newSession' } as const;
  return {
    message: `${nameOf(agent, session)} still has an earlier list (${toldText(agent, standing)}).`,
    isSerious: false,
    actions: [wayToRetell(agent.sessions.abilities) === undefined ? anew : tell],
  };
}

function stoppedNotice({ agent, session }: Noticed): Notice {
  const cwd = folderName(agent, session.told.cwd);
  const stop = { title: 'Stop Its Turn', command: 'mcpRoots.stopTurn' } as const;
  const anew = { title: 'New Session', command: 'mcpRoots.newSession' } as const;
  return {
    message: `${nameOf(agent, session)} is paused: ${cwd}, its working directory, is not allowed any more. Nothing is read or written for it.`,
    isSerious: true,
    actions: [
      ...(agent.sessions.isBusy(session.id) ? [stop] : []),
      ...(agent.exposed.length > 0 ? [anew] : []),
    ],
  };
}

function nameOf(agent: ManagedAgent, session: AgentSession): string {
  return `“${displayText(sessionText(session), 60)}” of “${displayText(agent.name, 60)}”`;
}
