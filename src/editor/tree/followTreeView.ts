import { TreeItemCheckboxState, type TreeView } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { ConsentService } from '../../node/host/consentService';
import type { Host } from '../../node/host/host';
import { toggleFolder } from '../consent/toggleFolder';
import { storeText } from '../storeNotices';
import { hasNothingToDecide } from './hasNothingToDecide';
import { granteeOf, type Node } from './nodes';
import type { RootsTree } from './rootsTree';

/**
 * Makes ticks decisions, looks at the disk when the tree becomes visible, and says above the tree why nothing is
 * shared, what could not be saved, and what was changed from outside.
 */
export function followTreeView(
  view: TreeView<Node>,
  tree: RootsTree,
  { host, fail }: { readonly host: Host; readonly fail: (error: unknown) => void },
): Disposable {
  const lifetime = new Lifetime();
  lifetime.add(
    view.onDidChangeCheckboxState(({ items }) => {
      // Shows the state as it was: the tick appears once the decision holds.
      for (const [node] of items) tree.refreshTicks(granteeOf(node));
      void turnEach(items, host.consent).catch(fail);
    }),
  );
  lifetime.add(
    view.onDidChangeVisibility(({ visible }) => {
      if (visible) void host.consent.catalog.look().catch(fail);
    }),
  );
  const refresh = () => {
    const message = [whyNothing(host), whatIsNotKept(host.consent), storeText(host)]
      .filter((each) => each !== undefined)
      .join(' ');
    if (message !== view.message) view.message = message;
  };
  refresh();
  lifetime.add(host.consent.sharingState.onDidChange(refresh));
  lifetime.add(host.consent.catalog.onDidChange(refresh));
  lifetime.add(host.supervisor.defined.onDidChange(refresh));
  lifetime.add(host.consent.ledger.unkept.onDidChange(refresh));
  lifetime.add(host.consent.outsideChanges.onDidChange(refresh));
  lifetime.add(host.clients.bridge.keys.onDidChange(refresh));
  return lifetime;
}

async function turnEach(
  items: readonly [Node, TreeItemCheckboxState][],
  consent: ConsentService,
): Promise<void> {
  for (const [node, state] of items) {
    if (node.kind !== 'pair' && node.kind !== 'named') continue;
    const allowed = node.kind === 'pair' ? node.consent.kind === 'allowed' : node.folder.granted;
    const isTurned = allowed === (state === TreeItemCheckboxState.Unchecked);
    if (isTurned)
      await toggleFolder(node.server, node.kind === 'pair' ? node.candidate : node.folder, consent);
  }
}

function whyNothing(host: Host): string | undefined {
  const { sharing, trusted } = host.consent.sharingState.switches;
  const who = host.supervisor.agents.all.length === 0 ? 'server' : 'server or agent';
  if (!trusted) return `This workspace is not trusted: no ${who} is started and no folder is shared.`;
  if (!sharing) return `Sharing is paused: no ${who} sees any folder.`;
  if (host.consent.catalog.candidates.length === 0 && !hasNothingToDecide(host))
    return 'No folder is open: there is nothing to share.';
  return undefined;
}

/** Withdrawals that could not be written: they do not hold in other windows. */
function whatIsNotKept({ ledger }: ConsentService): string | undefined {
  const count = ledger.unkept.failed.length;
  if (count === 0) return undefined;
  const which = count === 1 ? 'One withdrawal is' : `${count} withdrawals are`;
  return `${which} not saved yet and ${count === 1 ? 'holds' : 'hold'} in this window only; saving is tried again.`;
}
