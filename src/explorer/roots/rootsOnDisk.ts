import { displayText } from '../../core/text';
import { isPinnedFolder } from '../../core/roots/containment';
import { isSameFolder } from '../../core/roots/folderStat';
import { pinInTime } from './pinInTime';
import type { ClientRoot, RootsAnswer } from './rootsAnswer';

/**
 * What is at a path now, as a text that differs for each directory and for a file; empty if there is nothing, or no
 * answer.
 */
async function lyingAt(path: string): Promise<string> {
  const pinned = await pinInTime(path);
  return pinned === undefined || pinned === 'no answer' ? '' : JSON.stringify(pinned);
}

/** The answer without roots whose directory or file is not there any more. */
export async function readableNow({ roots, dropped }: RootsAnswer): Promise<RootsAnswer> {
  const faults = await Promise.all(roots.map(faultOf));
  const gone = roots.flatMap(({ uri }, i) => {
    const reason = faults[i];
    return reason === undefined ? [] : { entry: displayText(uri, 200), reason };
  });
  return { roots: roots.filter((_, i) => faults[i] === undefined), dropped: [...dropped, ...gone] };
}

async function faultOf({ pinned }: ClientRoot): Promise<string | undefined> {
  const now = await pinInTime(pinned.realPath);
  if (now === 'no answer') return 'the disk does not answer';
  if (!isPinnedFolder(pinned)) {
    if (now === undefined) return 'no file is there any more';
    const isThere = !isPinnedFolder(now) && now.realPath === pinned.realPath;
    return isThere ? undefined : 'something else was put in its place';
  }
  if (now === undefined) return 'no directory is there any more';
  const isSame = isPinnedFolder(now) && isSameFolder(now.identity, pinned.identity);
  return isSame ? undefined : 'another directory was put in its place';
}

/**
 * A reason to ask the client again: what is now at the path of a root instead of what the client named, or where there
 * was nothing when it answered. Undefined if there is no such thing. The text differs for different findings.
 */
export async function replacedIn({ roots, dropped }: RootsAnswer): Promise<string | undefined> {
  const named = await Promise.all(
    roots.map(async ({ pinned }) => {
      const now = await lyingAt(pinned.realPath);
      return now === JSON.stringify(pinned) ? '' : now;
    }),
  );
  const missing = dropped.flatMap(({ missing: path }) => path ?? []);
  const come = await Promise.all(missing.map(lyingAt));
  const found = [...named, ...come].filter((each) => each !== '');
  return found.length === 0 ? undefined : found.join('\n');
}
