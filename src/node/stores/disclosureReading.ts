import { setImmediate as endOfTurn } from 'node:timers/promises';
import { isUserError, messageOf } from '../../core/errors';
import type { Log } from '../../core/log';
import type { RecordEntry } from '../../core/record/recordEntry';
import { parseLine, type Gap, type RecordLine } from './disclosureLines';
import { windowOfFile } from './disclosureNames';
import type { PrivateFolder } from './privateFolder';
import { UnfitFile } from './privateFile';
import { hasEnded } from './processIdentity';
import type { Signer } from './signature';

/** An entry that some window of this workspace has left. */
export interface KeptEntry extends RecordEntry {
  readonly window: string;
}

/** What is on disk of the record of a workspace. */
export interface KeptRecord {
  /** Oldest first. */
  readonly entries: readonly KeptEntry[];
  readonly gaps: readonly Gap[];
  /** Windows whose extension host is known to have ended: nothing that they started runs any more. */
  readonly ended: ReadonlySet<string>;
  /** Lines and whole files that were passed over: foreign, edited, or unreadable. */
  readonly passedOver: number;
}

/** How many lines are verified, in a millisecond or two, before other work has its turn. */
const linesAtATime = 100;
/** No file of ours grows to this. */
const maximumBytes = 16 * 1024 * 1024;

interface WindowFile {
  readonly window: string;
  readonly lines: readonly RecordLine[];
  readonly passedOver: number;
}

/** Reads what all windows of a workspace have left and merges it by time. Never throws: passes over what is unfit. */
export async function readDisclosures(
  open: () => Promise<PrivateFolder>,
  signer: Signer,
  log: Log,
): Promise<KeptRecord> {
  const files: WindowFile[] = [];
  try {
    const folder = await open();
    // One after the other: a long record must not keep everything else waiting.
    for (const name of (await folder.names()).toSorted()) {
      const window = windowOfFile(name);
      if (window !== undefined) files.push({ window, ...(await readFile(folder, name, signer, log)) });
    }
  } catch (error) {
    log.warn(`The record of what servers were told cannot be read. ${messageOf(error)}`);
    return { entries: [], gaps: [], ended: new Set(), passedOver: 1 };
  }
  return merge(files);
}

async function readFile(
  folder: PrivateFolder,
  name: string,
  signer: Signer,
  log: Log,
): Promise<Omit<WindowFile, 'window'>> {
  const bytes = await folder.readBytes(name, maximumBytes).catch((error: unknown) => {
    const why = error instanceof UnfitFile || isUserError(error) ? error.message : messageOf(error);
    log.warn(`"${name}" in "${folder.path}" is passed over: ${why}.`);
    return undefined;
  });
  if (bytes === undefined) return { lines: [], passedOver: 1 };
  // What follows the last line break was being written when its writer ended, or still is.
  const texts = bytes
    .subarray(0, bytes.lastIndexOf('\n') + 1)
    .toString('utf8')
    .split('\n')
    .slice(0, -1);
  const sealedAs = `${folder.name}/${name}`;
  const lines: RecordLine[] = [];
  for (const [index, text] of texts.entries()) {
    if (index % linesAtATime === 0) await endOfTurn();
    const fields = signer.open(sealedAs, `${text}\n`);
    const line = fields && parseLine(fields);
    if (line !== undefined) lines.push(line);
  }
  return { lines, passedOver: texts.length - lines.length };
}

/** By time, each entry once, as it was written last. */
export function merged(entries: readonly KeptEntry[]): readonly KeptEntry[] {
  const byPlace = new Map<string, KeptEntry>();
  for (const entry of entries) {
    const key = `${entry.window} ${entry.place}`;
    if (entry.times >= (byPlace.get(key)?.times ?? 0)) byPlace.set(key, entry);
  }
  return [...byPlace.values()].sort((a, b) => a.at - b.at || a.place - b.place);
}

async function merge(files: readonly WindowFile[]): Promise<KeptRecord> {
  const entries: KeptEntry[] = [];
  const gaps: Gap[] = [];
  const ended = new Set<string>();
  for (const { window, lines } of files) {
    for (const line of lines) {
      switch (line.kind) {
        case 'entry':
          entries.push({ ...line.entry, window });
          break;
        case 'gap':
          gaps.push(line.gap);
          break;
        case 'window':
          if (await hasEnded(line.host)) ended.add(window);
      }
    }
  }
  return {
    entries: merged(entries),
    gaps: gaps.sort((a, b) => a.from - b.from),
    ended,
    passedOver: files.reduce((sum, { passedOver }) => sum + passedOver, 0),
  };
}
