import { isSameFolder, type FolderIdentity } from '../roots/folderStat';
import type { Grantable } from '../roots/grantable';
import type { Decision, Fingerprint, Pair } from './decision';

/** Decisions by server, then by folder. */
export type ByPair = Map<Fingerprint, Map<Grantable, Decision>>;

/** Sets the decision for a pair; undefined removes it. */
export function put(decisions: ByPair, { server, folder }: Pair, decision: Decision | undefined): void {
  const folders = decisions.get(server);
  if (decision === undefined) folders?.delete(folder);
  else if (folders === undefined) decisions.set(server, new Map([[folder, decision]]));
  else folders.set(folder, decision);
}

/** A key for a server and a folder. */
export function keyOf({ server, folder }: Pair): string {
  return `${server}\0${folder}`;
}

/** Are the decisions for all folders the same in both? */
export function sameFolders(
  a: ReadonlyMap<Grantable, Decision> = new Map(),
  b: ReadonlyMap<Grantable, Decision> = new Map(),
): boolean {
  return a.size === b.size && [...a].every(([folder, decision]) => sameDecision(decision, b.get(folder)));
}

/** Do both decisions have the same effect? When they were made does not count. */
export function sameDecision(a: Decision | undefined, b: Decision | undefined): boolean {
  const isSame = a?.verdict === b?.verdict && a?.duration === b?.duration;
  return isSame && meanTheSame(a?.identity, b?.identity);
}

function meanTheSame(a: FolderIdentity | undefined, b: FolderIdentity | undefined): boolean {
  return a === undefined || b === undefined ? a === b : isSameFolder(a, b);
}
