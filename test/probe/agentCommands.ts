import { realPathOf } from '../../src/node/folders/realPathOf';
import type { AgentSession } from '../../src/node/acp/agentSession';
import type { ManagedAgent } from '../../src/node/acp/managedAgent';
import type { Supervisor } from '../../src/node/host/supervisor';
import type { Host } from '../../src/node/host/host';
import { readFolder } from './folderArgument';

/** Carries out a command about agents: names of agents and ids of sessions have no spaces here. */
export async function agentCommand(
  command: string,
  words: readonly string[],
  host: Host,
): Promise<object | undefined> {
  const [name = ''] = words;
  const agent = () => agentNamed(name, host.supervisor);
  switch (command) {
    case 'agent-start':
      await host.supervisor.agents.start(agent());
      return { state: agent().state };
    case 'agent-stop':
      await agent().stop();
      return {};
    case 'agent-approve': {
      const { prepared } = agent();
      if (prepared === undefined) throw new Error(`The definition of "${name}" cannot be used.`);
      await host.consent.approvals.approve(prepared);
      return {};
    }
    case 'agent-session':
      return session(words.slice(1), agentNamed(words[1] ?? '', host.supervisor), words[0] ?? '');
    case 'agent-prompt':
      return prompt(agent(), words[1] ?? '', words.slice(2).join(' '));
    case 'agent-sign-in': {
      const method = agent().authentication.methods.find(({ id }) => id === words[1]);
      if (method?.kind === 'agent') await agent().authentication.authenticate(method);
      return { methods: agent().authentication.methods };
    }
    case 'agent-sign-out':
      await agent().authentication.logOut();
      return {};
    case 'agent-servers': {
      const wanted = words.slice(1);
      await host.supervisor.agentServers.give(
        agent(),
        host.supervisor.agentServers.all.filter((server) => wanted.includes(server.name)),
      );
      return { given: host.supervisor.agentServers.of(agent()).map((server) => server.name) };
    }
    case 'agent-cancel':
      await agent().sessions.cancel(words[1] ?? '');
      return {};
    default:
      return undefined;
  }
}

/** How an agent and its sessions stand. */
export function agentStateOf(agent: ManagedAgent): object {
  const { name, state, fault, approval, exposure, waiting, named } = agent;
  return {
    agent: name,
    state,
    fault: fault?.why,
    approval: approval?.kind,
    exposed: exposure.current.roots.map(({ uri }) => uri),
    waiting: waiting.map(({ path }) => path),
    named: named.map(({ path, granted }) => ({ path, granted })),
    sessions: agent.isReady ? agent.sessions.all.map(sessionStateOf) : [],
  };
}

function sessionStateOf({ id, told, remaining, isBusy }: AgentSession): object {
  const { cwd, additional, unseen } = told;
  return { session: id, told: [cwd, ...additional], unseen, now: remaining, isBusy };
}

function agentNamed(name: string, { agents }: Supervisor): ManagedAgent {
  const found = agents.all.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no agent "${name}".`);
  return found;
}

async function session([, ...rest]: readonly string[], agent: ManagedAgent, action: string): Promise<object> {
  const [first = '', second = ''] = rest;
  const { sessions } = agent;
  switch (action) {
    case 'new':
      return sessionStateOf(
        await sessions.begin(first === '' ? {} : { primary: await realPathOf(readFolder(first)) }),
      );
    case 'load':
    case 'resume': {
      const folders = second === 'all' ? 'all' : 'as before';
      const cwd = second === '' || second === 'all' ? undefined : second;
      return sessionStateOf(await sessions.reopen({ way: action, sessionId: first, folders, cwd }));
    }
    case 'fork':
      return sessionStateOf(await sessions.reopen({ way: 'fork', sessionId: first, folders: 'all' }));
    case 'again': {
      const only = second === '' ? 'all' : [await realPathOf(readFolder(second))];
      return sessionStateOf(await sessions.tellAgain(first, only));
    }
    case 'standing': {
      const found = sessions.byId(first);
      if (found === undefined) throw new Error(`There is no open session "${first}".`);
      return { ...sessions.standingOf(found), label: found.label };
    }
    case 'earlier':
      return { ...(await sessions.earlier(agent.knownFolders, first === 'everywhere' ? 'all' : 'exposed')) };
    case 'rename':
      await sessions.rename(first, rest.slice(1).join(' '));
      return {};
    case 'forget':
      await agent.forget(first);
      return {};
    case 'primary':
      await agent.choosePrimary(await realPathOf(readFolder(first)));
      return {};
    case 'list': {
      const cwd = first === '' ? undefined : await realPathOf(readFolder(first));
      return { sessions: await sessions.list(cwd) };
    }
    case 'close':
      await sessions.close(first);
      return {};
    default:
      throw new Error(
        'Write "agent-session new|load|resume|fork|again|standing|earlier|rename|forget|primary|list|close <agent> …".',
      );
  }
}

/** Has the agent take a turn, and gathers what it says meanwhile. */
async function prompt(agent: ManagedAgent, sessionId: string, text: string): Promise<object> {
  const said: unknown[] = [];
  const listening = agent.onDidUpdate(({ sessionId: of, update }) => {
    const { content } = update;
    if (of !== sessionId || update.sessionUpdate !== 'agent_message_chunk') return;
    if (typeof content === 'object' && content !== null && 'text' in content) said.push(content.text);
  });
  try {
    return { stopReason: await agent.sessions.prompt(sessionId, text), said };
  } finally {
    listening.dispose();
  }
}
