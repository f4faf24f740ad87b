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

/** Ticks that follow one another closely are one change, in milliseconds. */
const settleMs = 700;

interface Noticed {
  readonly agent: ManagedAgent;
  readonly session: AgentSession;
}

/**
 * Says quietly, once for each change, that an open session knows other folders than its agent may see now, and offers to
 * tell it; never in the middle of a turn, and nothing is told by itself. Says also that a session stands still whose
 * working directory was withdrawn, and offers to stop its turn.
 */
export function noticeSessions(host: Host, fail: (error: unknown) => void): Disposable {
  const lifetime = new Lifetime();
  /** What the user knows of each session: as it was opened, or as it was last told of here. */
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
        // What is put off until the turn is over is looked at again then.
        if (before === state || (kind === 'changed' && !isIdle)) continue;
        known.set(session, state);
        if (before === undefined) continue;
        if (kind === 'changed') changed.push({ agent, session });
        if (kind === 'stopped') stopped.push({ agent, session });
      }
    }
    // Whoever turns sharing off knows that everything stands still.
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

/** What a session is when it is first seen is no change. */
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
    message: `${nameOf(agent, session)} stands still: ${cwd}, its working directory, is not allowed any more. Nothing is read or written for it.`,
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
