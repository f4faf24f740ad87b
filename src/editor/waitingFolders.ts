import { StatusBarAlignment, window, type TreeView } from 'vscode';
import { Lifetime, type Disposable } from '../core/lifecycle';
import { nounOf } from '../core/servers/definition';
import type { Host } from '../node/host/host';
import type { Grantee } from '../node/servers/grantee';
import type { AgentDesk } from './agents/agentDesk';
import type { ConsentFlow } from './consent/consentFlow';
import type { Postponed } from './consent/postponed';
import type { ContextKeys } from './contextKeys';
import { asksWhenFolderAdded } from './settings/runSettings';
import type { CommandId } from './ids';
import { countOf } from './tree/words';

interface WaitingDeps {
  readonly consent: ConsentFlow;
  readonly desk: AgentDesk;
  readonly keys: ContextKeys;
}

/**
 * Shows that folders wait for a decision while servers run: by a badge on the view and an item in the status bar. If
 * the setting says so, also asks at once; a burst of folders is one question. The badge also counts servers that ask
 * for a sign-in, and questions of agents.
 */
export function watchWaitingFolders(
  host: Host,
  postponed: Postponed,
  view: TreeView<unknown>,
  { consent, desk, keys }: WaitingDeps,
  fail: (error: unknown) => void,
): Disposable {
  const lifetime = new Lifetime();
  const item = lifetime.add(window.createStatusBarItem('mcpRoots.waiting', StatusBarAlignment.Left));
  item.name = 'MCP Roots: New Folders';
  item.command = 'mcpRoots.reviewWaiting' satisfies CommandId;
  let known = new Set<string>();
  let due = false;

  const refresh = () => {
    due = false;
    const servers = serversWaiting(host, postponed);
    const folders = new Set(servers.flatMap((each) => postponed.waitingFor(each).map(({ uri }) => uri)));
    const text = countOf(folders.size, 'new folder');
    const tooltip = `MCP Roots: ${text}; no ${nounsOf(servers)} sees ${folders.size === 1 ? 'it' : 'them'} yet`;
    const signIns = host.supervisor.servers.all.filter(
      ({ state }) => state.kind === 'failed' && state.mustSignIn,
    );
    const asks = `MCP Roots: ${countOf(signIns.length, 'server')} ${signIns.length === 1 ? 'asks' : 'ask'} you to sign in`;
    const open = desk.permissions.open.length + desk.commands.open.length;
    const badge = [
      ...(folders.size > 0 ? [tooltip] : []),
      ...(signIns.length > 0 ? [asks] : []),
      ...(open > 0 ? [`MCP Roots: ${countOf(open, 'question')} of agents for you`] : []),
    ].join('\n');
    view.badge = badge === '' ? undefined : { value: folders.size + signIns.length + open, tooltip: badge };
    item.text = `$(question) ${text}`;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: tooltip };
    if (folders.size > 0) item.show();
    else item.hide();
    keys.set('mcpRoots.foldersWait', folders.size > 0);
    const isNew = [...folders].some((uri) => !known.has(uri));
    known = folders;
    if (isNew && asksWhenFolderAdded()) void consent.askWaiting(servers).catch(fail);
  };
  const refreshSoon = () => {
    if (due) return;
    due = true;
    setImmediate(refresh);
  };
  for (const event of [
    host.supervisor.defined.onDidChange,
    host.clients.outside.onDidChange,
    postponed.onDidChange,
  ]) {
    lifetime.add(event(refreshSoon));
  }
  for (const each of [desk.permissions, desk.commands]) lifetime.add(each.onDidChange(refreshSoon));
  lifetime.add(host.consent.catalog.onDidChange(refreshSoon));
  lifetime.add(host.consent.ledger.onDidChange(refreshSoon));
  lifetime.add(host.consent.sharingState.onDidChange(refreshSoon));
  refreshSoon();
  return lifetime;
}

/** What those that wait are: servers, agents, or both. */
function nounsOf(waiting: readonly Grantee[]): string {
  const nouns = new Set(waiting.map(({ definition }) => nounOf(definition)));
  return nouns.size === 0 ? 'server' : [...nouns].join(' or ');
}

/** All that run for this window or for another client and have folders that wait for a decision. */
export function serversWaiting(host: Host, postponed: Postponed): readonly Grantee[] {
  const { sharing, trusted } = host.consent.sharingState.switches;
  if (!sharing || !trusted) return [];
  return [...host.supervisor.defined.all, ...host.clients.outside.all].filter(
    (each) => each.isActive && postponed.waitingFor(each).length > 0,
  );
}
