import type { PlatformPath } from 'node:path';
import { containsWritten } from '../roots/containment';
import type { ProcessLaunch } from '../servers/launch';
import { displayText } from '../text';

/** How many are shown: more would hide the rest. */
const mostPaths = 8;

/**
 * The paths in arguments, working directory and environment that lie in no workspace folder, as they are written.
 * Only text is looked at: where a link leads is not known here.
 */
export function pathsOutside(
  { args, cwd, env }: ProcessLaunch,
  workspaceFolders: readonly string[],
  path: PlatformPath,
): readonly string[] {
  const values = Object.values(env).filter((value) => value !== null);
  const texts = [...args, ...(cwd === undefined ? [] : [cwd]), ...values];
  const outside = texts
    .flatMap((text) => pathsIn(text, path))
    .filter((each) => !workspaceFolders.some((folder) => containsWritten(folder, each, path)));
  const all = [...new Set(outside)];
  const shown = all.slice(0, mostPaths).map((each) => displayText(each, 300));
  return all.length > mostPaths ? [...shown, `and ${all.length - mostPaths} more`] : shown;
}

/** Absolute paths, those of the home directory, and those that go up; alone, behind an option, or in a list. */
function pathsIn(text: string, path: PlatformPath): readonly string[] {
  const local = text.replaceAll(/\bfile:\/\/(localhost)?(?=\/)/giu, ' ');
  const withoutAddresses = local.replaceAll(/\b[a-z][a-z\d+.-]+:\/\/\S*/giu, ' ');
  const pattern =
    path.sep === '\\'
      ? /(?<![^\s=,;"'])(?:[a-z]:[\\/]|\\\\|~[\\/]|\.\.(?=[\\/]|$))[^\s=,;"']*/giu
      : /(?<![^\s=:,;"'])(?:\/|~\/|\.\.(?=\/|$))[^\s=:,;"']*/gu;
  return [...withoutAddresses.matchAll(pattern)].map(([found]) => found);
}
