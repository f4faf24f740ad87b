import { window, type QuickPickItem } from 'vscode';
import { isApproved } from '../../core/approval/approvals';
import { listedRoots } from '../../core/consent/exposure';
import { UserError } from '../../core/errors';
import { scopeText } from '../../core/servers/definition';
import { displayText } from '../../core/text';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import type { CommandContext } from '../commands/commandContext';
import { pickAgent } from './sessionPicks';
import { unapprovedWords } from '../tree/words';
import { withoutIcons } from '../withoutIcons';
import { withoutLinks } from '../withoutLinks';

/**
 * Asks which servers an agent is given, and keeps the answer. Nothing is asked when the agent starts a server; so
 * approvals and folders that are missing are asked for now (rule 2).
 * @throws {UserError} when there is no server to choose from, or the choice could not be kept
 */
export async function serversForAgent(context: CommandContext, argument: unknown): Promise<void> {
  const { host, approval, consent } = context;
  const agent = await pickAgent(argument, host, 'Give servers to which agent?');
  if (agent === undefined) return;
  const { agentServers } = host.supervisor;
  if (agentServers.all.length === 0) throw new UserError('There is no server yet. Add one first.');
  const before = agentServers.of(agent);
  const picked = await pickServers(agentServers.all, before, agent.name);
  if (picked === undefined) return;
  const added = picked.filter((server) => !before.includes(server));
  const { trusted, sharing } = host.consent.sharingState.switches;
  const usable = trusted ? await approval.ask(added) : added;
  await agentServers.give(
    agent,
    picked.filter((server) => before.includes(server) || usable.includes(server)),
  );
  const waiting = usable.filter((server) => server.waiting.length > 0);
  if (trusted && sharing && waiting.length > 0) await consent.ask(waiting);
  if (usable.length > 0 && host.supervisor.agents.all.some((each) => each === agent && hasSessions(each))) {
    const names = displayText(usable.map(({ name }) => name).join(', '), 200);
    const when = 'with its next session, and an open one when it is told again';
    void window.showInformationMessage(
      withoutLinks(`“${displayText(agent.name, 60)}” gets ${names} ${when}.`),
    );
  }
}

function hasSessions(agent: ManagedAgent): boolean {
  return agent.isReady && agent.sessions.all.length > 0;
}

async function pickServers(
  servers: readonly ManagedServer[],
  given: readonly ManagedServer[],
  agent: string,
): Promise<readonly ManagedServer[] | undefined> {
  const items = servers.map((server): QuickPickItem & { readonly server: ManagedServer } => ({
    server,
    label: withoutIcons(displayText(server.name, 80)),
    description: withoutIcons(displayText(scopeText(server.definition.scope), 200)),
    detail: withoutIcons(displayText(accessOf(server), 200)),
    picked: given.includes(server),
  }));
  const picked = await window.showQuickPick(items, {
    title: `Servers for “${displayText(agent, 60)}”`,
    placeHolder: 'Each sees only folders allowed to it and to the agent',
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return picked?.map(({ server }) => server);
}

/** What a server may see; before that, why it would be refused, if it would be. */
function accessOf({ approval, exposure }: ManagedServer): string {
  const names = listedRoots(exposure.current).map(({ name }) => name);
  const seen = names.length === 0 ? 'may see no folder yet' : `may see ${names.join(', ')}`;
  if (approval === undefined || isApproved(approval)) return seen;
  return `${unapprovedWords[approval.kind]} · ${seen}`;
}
