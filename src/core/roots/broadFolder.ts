import type { PlatformPath } from 'node:path';
import { contains } from './containment';
import { flavourOf } from './pathSyntax';
import type { RealPath } from './realPath';

/**
 * Why a folder shows so much that sharing it wants a second, explicit confirmation (rule 4); undefined for
 * any other.
 */
export function whyBroad(
  folder: RealPath,
  home: RealPath | undefined,
  workspaceFolders: readonly RealPath[],
  path: PlatformPath,
): string | undefined {
  const isAround = (outer: RealPath, inner: RealPath) =>
    outer !== inner && contains(outer, inner, flavourOf(path));
  if (path.dirname(folder) === folder) return 'It is a whole disk.';
  if (folder === home) return 'It is your home directory.';
  if (home !== undefined && isAround(folder, home)) return 'Your home directory lies in it.';
  const inside = workspaceFolders.some((each) => isAround(folder, each));
  return inside ? 'Your workspace lies in it.' : undefined;
}
