import { commands } from 'vscode';
import { isApproved } from '../core/approval/approvals';
import type { Host } from '../node/host/host';
import { isActive } from '../core/servers/serverState';
import type { Disposable } from '../core/lifecycle';
import { Lifetime } from '../core/lifecycle';
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
    const active = servers.all.filter(({ state }) => isActive(state));
    keys.set('mcpRoots.ready', true);
    keys.set('mcpRoots.sharingIsOn', sharingState.switches.sharing);
    keys.set('mcpRoots.noServers', servers.all.length + servers.faulty.length === 0);
    keys.set('mcpRoots.noAgents', agents.all.length + agents.faulty.length === 0);
    keys.set('mcpRoots.nothingDefined', defined.all.length + defined.faulty.length === 0);
    keys.set('mcpRoots.noFolders', catalog.candidates.length === 0);
    keys.set(
      'mcpRoots.noAddedFolders',
      catalog.candidates.every(({ origin }) => origin === 'workspace'),
    );
    keys.set('mcpRoots.noDecisions', ledger.decisions.length === 0);
    keys.set('mcpRoots.canUndoRevokeAll', revocation.restorable.length > 0);
    keys.set('mcpRoots.nothingToStart', active.length === servers.all.length);
    keys.set('mcpRoots.nothingToStop', active.length === 0);
    keys.set('mcpRoots.noAgentToStart', agents.running.length === agents.all.length);
    keys.set('mcpRoots.noAgentToStop', agents.running.length === 0);
    keys.set(
      'mcpRoots.noSessions',
      agents.all.every((agent) => !agent.isReady || agent.sessions.all.length === 0),
    );
    keys.set(
      'mcpRoots.toolsHaveChanged',
      [...servers.all, ...outside.all].some(({ tools }) => tools.changes.length > 0),
    );
    keys.set(
      'mcpRoots.noAddresses',
      servers.all.every(({ definition }) => definition.transport.type === 'stdio'),
    );
    keys.set(
      'mcpRoots.noInputs',
      defined.all.every(({ definition }) => definition.inputs.length === 0),
    );
    keys.set(
      'mcpRoots.noTrustedTools',
      servers.all.every(
        ({ fingerprint }) => fingerprint === undefined || switches.of(fingerprint).trusted === undefined,
      ),
    );
    keys.set('mcpRoots.noClients', bridge.clients.admitted.length === 0);
    const approvals = defined.all.flatMap(({ approval }) => approval ?? []);
    keys.set('mcpRoots.nothingToApprove', approvals.every(isApproved));
    keys.set(
      'mcpRoots.nothingApproved',
      approvals.every(({ kind }) => kind !== 'approved'),
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
