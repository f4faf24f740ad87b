import { commands } from 'vscode';
import { isApproved } from '../core/approval/approvals';
import type { Host } from '../node/host/host';
import { isActive } from '../core/servers/serverState';
import type { Disposable } from '../core/lifecycle';
import { Lifetime } from '../core/lifecycle';
import type { Candidate } from '../core/roots/candidate';
import type { ManagedAgent } from '../node/acp/managedAgent';
import type { DefinedGrantee } from '../node/servers/definedGrantee';
import type { ContextKey } from './ids';

/** Sets VS Code's context keys; nothing else sets them. A value that is already set is not sent again. */
export class ContextKeys {
  readonly #values = new Map<ContextKey, boolean>();

  set(key: ContextKey, value: boolean): void {
    if (this.#values.get(key) === value) return;
    this.#values.set(key, value);
    void commands.executeCommand('setContext', key, value);
  }
}

/** Keeps the context keys that depend on the host up to date. */
export function followHost(keys: ContextKeys, { consent, supervisor, clients }: Host): Disposable {
  const { catalog, ledger, revocation, sharingState, switches } = consent;
  const { servers, agents, defined } = supervisor;
  const { outside, bridge } = clients;
  const lifetime = new Lifetime();
  const refresh = () => {
    keys.set('mcpRoots.ready', true);
    keys.set('mcpRoots.sharingIsOn', sharingState.switches.sharing);
    const hasServers = servers.all.length + servers.faulty.length > 0;
    const hasAgents = agents.all.length + agents.faulty.length > 0;
    keys.set('mcpRoots.hasServers', hasServers);
    keys.set('mcpRoots.hasAgents', hasAgents);
    keys.set('mcpRoots.hasDefinitions', hasServers || hasAgents);
    keys.set('mcpRoots.hasFolders', catalog.candidates.length > 0);
    const isAdded = ({ origin }: Candidate) => origin !== 'workspace';
    keys.set('mcpRoots.hasAddedFolders', catalog.candidates.some(isAdded));
    keys.set('mcpRoots.hasDecisions', ledger.decisions.length > 0);
    keys.set('mcpRoots.canUndoRevokeAll', revocation.restorable.length > 0);
    const isAtRest = ({ state }: DefinedGrantee) => !isActive(state);
    keys.set('mcpRoots.canStart', defined.all.some(isAtRest));
    keys.set('mcpRoots.canStartServers', servers.all.some(isAtRest));
    keys.set(
      'mcpRoots.serverRuns',
      servers.all.some(({ state }) => isActive(state)),
    );
    keys.set('mcpRoots.agentRuns', agents.running.length > 0);
    const hasSessions = (agent: ManagedAgent) => agent.isReady && agent.sessions.all.length > 0;
    keys.set('mcpRoots.hasSessions', agents.all.some(hasSessions));
    keys.set(
      'mcpRoots.toolsHaveChanged',
      [...servers.all, ...outside.all].some(({ tools }) => tools.changes.length > 0),
    );
    keys.set(
      'mcpRoots.hasUrls',
      servers.all.some(({ definition }) => definition.transport.type !== 'stdio'),
    );
    keys.set(
      'mcpRoots.hasInputs',
      defined.all.some(({ definition }) => definition.inputs.length > 0),
    );
    keys.set(
      'mcpRoots.trustsTools',
      servers.all.some(
        ({ fingerprint }) => fingerprint !== undefined && switches.of(fingerprint).trusted !== undefined,
      ),
    );
    keys.set('mcpRoots.hasClients', bridge.clients.admitted.length > 0);
    const approvals = defined.all.flatMap(({ approval }) => approval ?? []);
    keys.set('mcpRoots.needsApproval', !approvals.every(isApproved));
    keys.set(
      'mcpRoots.hasApproved',
      approvals.some(({ kind }) => kind === 'approved'),
    );
  };
  refresh();
  for (const event of [
    defined.onDidChange,
    outside.onDidChange,
    catalog.onDidChange,
    ledger.onDidChange,
    revocation.onDidChange,
    sharingState.onDidChange,
    switches.onDidChange,
    bridge.clients.onDidChange,
  ]) {
    lifetime.add(event(refresh));
  }
  return lifetime;
}
