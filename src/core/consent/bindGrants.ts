import { Lifetime, type Disposable } from '../lifecycle';
import { isSameFolder } from '../roots/folderStat';
import { isStill, type SeenFolder } from '../roots/folderHistory';
import type { Catalog } from '../roots/catalog';
import type { RealPath } from '../roots/realPath';
import { keyOf } from './byPair';
import type { GrantedFolders } from './grantedFolders';
import type { BoundGrant, Ledger } from './ledger';

/**
 * Keeps with each grant which directory it is for (rule 5): where the grant does not say, the one found at the first
 * look; and later the one that was made anew or mounted again in its place. A directory for which the grant is not
 * meant changes nothing in it.
 */
export function bindGrants(catalog: Catalog, ledger: Ledger, granted: GrantedFolders): Disposable {
  const lifetime = new Lifetime();
  const keeper = new IdentityKeeper(ledger, granted);
  lifetime.add(catalog.onDidChange(() => keeper.takeFrom(catalog.folders)));
  lifetime.add(
    ledger.onDidChange(() => {
      keeper.takeFrom(catalog.folders);
      if (isUnseen(catalog, granted)) void catalog.look([]);
    }),
  );
  return lifetime;
}

/** Is some candidate, or a folder around one, granted and not looked at yet? */
function isUnseen({ candidates, folders }: Catalog, granted: GrantedFolders): boolean {
  return candidates.some(({ availability }) => {
    if (availability.kind !== 'available') return false;
    return granted.around(availability.realPath).some((folder) => !folders.has(folder));
  });
}

class IdentityKeeper {
  readonly #ledger: Ledger;
  readonly #granted: GrantedFolders;
  /** Grants whose new device was written: once only, or two windows that see others would overwrite each other. */
  readonly #remounted = new Set<string>();

  constructor(ledger: Ledger, granted: GrantedFolders) {
    this.#ledger = ledger;
    this.#granted = granted;
  }

  takeFrom(folders: ReadonlyMap<RealPath, SeenFolder>): void {
    const bound = [...folders].flatMap(([realPath, folder]) => this.#newlyBound(realPath, folder));
    if (bound.length === 0) return;
    const kept = bound.filter(({ grant, isRemount }) => {
      const key = keyOf(grant);
      return !isRemount || !this.#remounted.has(key);
    });
    for (const { grant, isRemount } of kept) if (isRemount) this.#remounted.add(keyOf(grant));
    const grants = (all: typeof bound) => all.map(({ grant }) => grant);
    this.#ledger.bind(grants(bound), grants(kept));
  }

  #newlyBound(
    realPath: RealPath,
    folder: SeenFolder,
  ): readonly { readonly grant: BoundGrant; readonly isRemount: boolean }[] {
    const { identity } = folder;
    if (identity === undefined) return [];
    return this.#granted.of(realPath).flatMap((decision) => {
      const meant = decision.identity;
      if (meant !== undefined && isSameFolder(meant, identity)) return [];
      if (!isStill(folder, decision)) return [];
      const isRemount = meant !== undefined && meant.device !== identity.device;
      return { grant: { ...decision, identity }, isRemount };
    });
  }
}
