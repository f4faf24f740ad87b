import type { PinnedRoot } from '../../core/roots/containment';
import { spellingOf } from '../../core/roots/pathSyntax';
import { nodeDisk } from './nodeDisk';

/**
 * Pins the directory that lies at an absolute path now: its real path, device and inode. Undefined when there is
 * none, so that a bad entry drops out and never stands for another place. Never throws.
 */
export async function pinRoot(path: string): Promise<PinnedRoot | undefined> {
  const spelling = spellingOf(path, nodeDisk.flavour);
  if (spelling.kind === 'refused') return undefined;
  const resolution = await nodeDisk.realPath(spelling.path);
  if (resolution.kind !== 'found') return undefined;
  const entry = nodeDisk.look(resolution.realPath);
  if (entry === 'missing' || entry === 'unreadable' || entry.kind !== 'directory') return undefined;
  return { realPath: resolution.realPath, identity: entry.identity };
}
