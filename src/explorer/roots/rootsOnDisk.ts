import { displayText } from '../../core/text';
import { isPinnedFolder } from '../../core/roots/containment';
import { isSameFolder } from '../../core/roots/folderStat';
import { pinInTime } from './pinInTime';
import type { ClientRoot, RootsAnswer } from './rootsAnswer';

/** What lies at a path now, as a text that differs for every other directory, and for a file. */
async function lyingAt(path: string): Promise<string> {
  const pinned = await pinInTime(path);
  return pinned === undefined || pinned === 'no answer' ? '' : JSON.stringify(pinned);
}

/** The answer as far as it is true now: a root whose directory or file is not there any more is dropped. */
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
 * What makes the answer worth another question: directories that lie where the client named others, or where nothing
 * was when it answered. Undefined when there are none; another text for others.
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
