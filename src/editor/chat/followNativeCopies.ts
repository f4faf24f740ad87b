import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Host } from '../../node/host/host';
import type { ContextKeys } from '../contextKeys';
import type { RootsTree } from '../tree/rootsTree';
import type { NativeCopies } from './nativeCopies';

/**
 * Marks the servers in the tree that VS Code also starts itself, and keeps the context key `mcpRoots.hasNativeCopies` up
 * to date.
 */
export function followNativeCopies(
  natives: NativeCopies,
  {
    host,
    keys,
    tree,
  }: { readonly host: Host; readonly keys: ContextKeys; readonly tree: RootsTree | undefined },
): Disposable {
  const lifetime = new Lifetime();
  if (tree !== undefined) tree.natives = natives;
  const setKey = () =>
    keys.set(
      'mcpRoots.hasNativeCopies',
      host.supervisor.servers.all.some((server) => natives.of(server).length > 0),
    );
  setKey();
  lifetime.add(host.supervisor.servers.onDidChange(setKey));
  lifetime.add(
    natives.onDidChange(() => {
      setKey();
      for (const server of host.supervisor.servers.all) tree?.refresh(server);
    }),
  );
  return lifetime;
}
