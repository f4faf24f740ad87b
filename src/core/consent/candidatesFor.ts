import type { Candidate } from '../roots/candidate';
import type { Catalog } from '../roots/catalog';
import { isStill } from '../roots/folderHistory';
import { isFolder } from '../roots/grantable';
import type { Fingerprint } from './decision';
import type { Ledger } from './ledger';

/**
 * The candidates as they stand for one server: where another directory lies than the one that it was granted, by the
 * folder's own grant or by one around it, the folder is moved (rule 5). Where it is not known yet which one lies
 * there, the folder counts as unavailable. The same list where nothing is either.
 */
export function candidatesFor(server: Fingerprint, catalog: Catalog, ledger: Ledger): readonly Candidate[] {
  const { candidates } = catalog;
  const judged = candidates.map((candidate) => judge(candidate, server, catalog, ledger));
  return judged.every((each, i) => each === candidates[i]) ? candidates : judged;
}

function judge(candidate: Candidate, server: Fingerprint, { folders }: Catalog, ledger: Ledger): Candidate {
  const { availability } = candidate;
  if (availability.kind !== 'available') return candidate;
  const { realPath, identity } = availability;
  const by = ledger.nearest({ server, folder: realPath });
  if (by?.verdict !== 'allow' || !isFolder(by.folder)) return candidate;
  const granted = folders.get(by.folder);
  // A folder around covers what is put there inside it, but not behind the back of a user who looks on.
  const isSwapped = by.folder !== realPath && folders.get(realPath)?.isSwapped === true;
  if (isSwapped || (granted !== undefined && !isStill(granted, by))) {
    return { ...candidate, availability: { kind: 'moved', realPath, identity } };
  }
  const isUnknown = granted === undefined && by.identity !== undefined;
  return isUnknown ? { ...candidate, availability: { kind: 'no answer' } } : candidate;
}
