import type { PinnedRoot } from '../../core/roots/containment';
import { spellingOf } from '../../core/roots/pathSyntax';
import { nodeDisk } from './nodeDisk';

/**
 * Pins the directory that lies at an absolute path now, by its real path, device and inode, or the regular file, by
 * its real path alone. Undefined when there is neither, so that a bad entry drops out and never stands for another
 * place. Never throws.
 */
export async function pinRoot(path: string): Promise<PinnedRoot | undefined> {
  const spelling = spellingOf(path, nodeDisk.flavour);
  if (spelling.kind === 'refused') return undefined;
  const resolution = await nodeDisk.realPath(spelling.path);
  if (resolution.kind !== 'found') return undefined;
  const entry = nodeDisk.look(resolution.realPath);
  if (entry === 'missing' || entry === 'unreadable') return undefined;
  const { realPath } = resolution;
  if (entry.kind === 'directory') return { realPath, identity: entry.identity };
  return entry.kind === 'file' ? { realPath, kind: 'file' } : undefined;
}
