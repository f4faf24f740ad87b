import type { Candidate } from '../roots/candidate';
import type { Catalog } from '../roots/catalog';
import { isStill } from '../roots/folderHistory';
import { isFolder } from '../roots/grantable';
import type { Fingerprint } from './decision';
import type { Ledger } from './ledger';

/**
 * The candidates as they are for one server. Where a grant, of the folder itself or of one around it, is for another
 * directory than the one that lies there now, the folder is moved (rule 5). While it is not known which directory lies
 * there, the folder counts as unavailable. If neither is so for any candidate, the same list comes back.
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
  // A grant of a folder covers what is put inside it, but not a folder that was swapped while this window looked on.
  const isSwapped = by.folder !== realPath && folders.get(realPath)?.isSwapped === true;
  if (isSwapped || (granted !== undefined && !isStill(granted, by))) {
    return { ...candidate, availability: { kind: 'moved', realPath, identity } };
  }
  const isUnknown = granted === undefined && by.identity !== undefined;
  return isUnknown ? { ...candidate, availability: { kind: 'no answer' } } : candidate;
}
