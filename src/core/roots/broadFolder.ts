import type { PlatformPath } from 'node:path';
import type { RealPath } from './realPath';

/**
 * Why a folder shows so much that sharing it wants a second, explicit confirmation (design rule 4); undefined for
 * any other.
 */
export function whyBroad(
  folder: RealPath,
  home: RealPath | undefined,
  workspaceFolders: readonly RealPath[],
  path: PlatformPath,
): string | undefined {
  if (path.dirname(folder) === folder) return 'It is a whole disk.';
  if (folder === home) return 'It is your home directory.';
  if (home !== undefined && isAround(folder, home, path)) return 'Your home directory lies in it.';
  const inside = workspaceFolders.some((each) => isAround(folder, each, path));
  return inside ? 'Your workspace lies in it.' : undefined;
}

function isAround(outer: string, inner: string, path: PlatformPath): boolean {
  const relative = path.relative(outer, inner);
  return (
    relative !== '' &&
    relative !== '..' &&
    !relative.startsWith(`..${path.sep}`) &&
    !path.isAbsolute(relative)
  );
}
