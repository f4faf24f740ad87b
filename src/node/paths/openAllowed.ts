import { constants, existsSync } from 'node:fs';
import { open, readlink, type FileHandle } from 'node:fs/promises';
import { codeOf } from '../../core/errors';
import { judge } from '../../core/roots/containment';
import type { Denial, Judgement, Operation, PinnedRoot } from '../../core/roots/containment';
import { entryOf, nodeDisk } from './nodeDisk';

/** The roots that hold at this moment; asked again whenever something is judged. */
export type CurrentRoots = () => readonly PinnedRoot[] | Promise<readonly PinnedRoot[]>;

export type Allowed = Judgement & { readonly verdict: 'allow' };

/** What came of doing something at a path. `failed` carries the system's code and is only ever said of what is inside. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'denied'; readonly reason: Denial }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly code: string };

// Windows has none of the last three; what is not there counts as 0.
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_DIRECTORY } = constants;

/** Whether the kernel tells the path of an open file. */
export const descriptorsHavePaths = process.platform === 'linux' && existsSync('/proc/self/fd');

/**
 * Opens what was allowed, for reading, and judges what was opened before anyone uses it: between the judgement and the
 * opening a link may have been put in the way, the root replaced or its grant withdrawn (GHSA-53mr-w429-c597).
 * Where the kernel tells the path of a descriptor (Linux), that path is judged; elsewhere the judged path must, after
 * the opening, still lead to the very file that is open. Closes what it opened, whatever happens.
 */
export async function openAllowed<T>(
  allowed: Allowed,
  operation: Operation & ('read' | 'list'),
  roots: CurrentRoots,
  use: (handle: FileHandle) => Promise<T>,
): Promise<Outcome<T>> {
  const kind = operation === 'list' ? O_DIRECTORY : 0;
  let handle: FileHandle;
  try {
    handle = await open(allowed.realPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | kind);
  } catch (error) {
    return unopened(error);
  }
  try {
    const reason = await faultOf(handle, allowed, operation, await roots());
    if (reason !== undefined) return { kind: 'denied', reason };
    return { kind: 'done', value: await use(handle) };
  } finally {
    await handle.close();
  }
}

/** Why what is open must not be used; undefined when it may. Judges what is open, not the path that it was opened by. */
export async function faultOf(
  handle: FileHandle,
  allowed: Pick<Allowed, 'realPath'>,
  operation: Operation & ('read' | 'write' | 'list'),
  roots: readonly PinnedRoot[],
): Promise<Denial | undefined> {
  const told = descriptorsHavePaths
    ? await readlink(`/proc/self/fd/${handle.fd}`).catch(() => '')
    : undefined;
  const judgement = await judge(told ?? allowed.realPath, operation, roots, nodeDisk);
  if (judgement.verdict === 'deny') return judgement.reason;
  const opened = entryOf(await handle.stat({ bigint: true }));
  if (opened.kind !== (operation === 'list' ? 'directory' : 'file')) {
    return operation === 'list' ? 'not a directory' : 'not a regular file';
  }
  if (told !== undefined) return undefined;
  const { identity } = judgement.entry ?? {};
  const same = identity?.device === opened.identity.device && identity.inode === opened.identity.inode;
  return same ? undefined : 'outside';
}

/** What an error of the system at a path that was allowed means. */
export function unopened(error: unknown): Outcome<never> {
  const code = codeOf(error) ?? 'EIO';
  switch (code) {
    case 'ENOENT':
      return { kind: 'missing' };
    case 'ELOOP':
    case 'EMLINK':
    case 'ENOTDIR':
      // Something else now lies where this was judged.
      return { kind: 'denied', reason: 'outside' };
    default:
      return { kind: 'failed', code };
  }
}
