import { basename } from 'node:path';
import type { PinnedRoot } from '../../core/roots/containment';
import { parseFileUri } from '../../core/roots/fileUri';
import { displayText, rootName } from '../../core/text';
import { nodeDisk } from '../../node/paths/nodeDisk';
import { pinInTime } from './pinInTime';

/** A directory or a single file that the client shares, as it was on the disk when the client named it. */
export interface ClientRoot {
  readonly uri: string;
  readonly name: string;
  readonly pinned: PinnedRoot;
}

/** An entry of the client's answer that cannot be used. `entry` and `reason` are fit to be shown. */
export interface DroppedEntry {
  readonly entry: string;
  readonly reason: string;
  /** The path, if there was nothing at it or the disk did not answer; something may be there later. */
  readonly missing?: string;
}

export interface RootsAnswer {
  readonly roots: readonly ClientRoot[];
  readonly dropped: readonly DroppedEntry[];
}

/** More roots than any person shares. */
const mostRoots = 1000;

/**
 * Reads the answer to `roots/list` entry by entry: unusable entries are dropped with a reason, the others stay in
 * order. The SDK's own schema would reject the whole list for one bad entry. Each root is pinned as it is now.
 * @returns undefined when the answer has no list at all
 */
export async function readRootsAnswer(answer: unknown): Promise<RootsAnswer | undefined> {
  const entries = isRecord(answer) ? answer['roots'] : undefined;
  if (!Array.isArray(entries)) return undefined;
  const read = await Promise.all(entries.slice(0, mostRoots).map(readEntry));
  const roots: ClientRoot[] = [];
  const dropped: DroppedEntry[] = [];
  for (const [index, root] of read.entries()) {
    const entry = shown(entries[index]);
    if ('reason' in root) dropped.push({ entry, ...root });
    else if (roots.some((other) => other.pinned.realPath === root.pinned.realPath)) {
      dropped.push({ entry, reason: 'listed twice' });
    } else roots.push(root);
  }
  const more = entries.length - mostRoots;
  if (more > 0) dropped.push({ entry: `${more} more entries`, reason: `more than ${mostRoots} roots` });
  return { roots, dropped };
}

async function readEntry(entry: unknown): Promise<ClientRoot | Omit<DroppedEntry, 'entry'>> {
  if (!isRecord(entry)) return { reason: 'not an object' };
  const { uri, name } = entry;
  if (typeof uri !== 'string') return { reason: 'its uri is not text' };
  const meaning = parseFileUri(uri, nodeDisk.flavour);
  if (meaning.kind === 'refused') return { reason: meaning.reason };
  const pinned = await pinInTime(meaning.path);
  if (pinned === 'no answer') return { reason: 'the disk does not answer', missing: meaning.path };
  if (pinned === undefined) return { reason: 'no directory or file is there', missing: meaning.path };
  const title = rootName(typeof name === 'string' && name !== '' ? name : basename(pinned.realPath));
  return { uri: new URL(uri).href, name: title, pinned };
}

function shown(entry: unknown): string {
  const text = isRecord(entry) && typeof entry['uri'] === 'string' ? entry['uri'] : JSON.stringify(entry);
  return displayText(text, 200);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
