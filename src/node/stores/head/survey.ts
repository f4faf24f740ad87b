import { createHash } from 'node:crypto';
import { inParallel } from '../inParallel';
import type { PrivateFolder } from '../privateFolder';
import { parseRecordName } from '../recordName';
import type { Signer } from '../signature';
import type { Marks } from './mark';

/** Folders of the records that a head is kept of: to delete or restore one of these could widen access. */
export const headedKinds = [
  'decisions',
  'approvals',
  'switches',
  'agent-servers',
  'sharing',
  'admissions',
] as const;

export type HeadedKind = (typeof headedKinds)[number];

export function isHeaded(folder: string): folder is HeadedKind {
  return headedKinds.some((kind) => kind === folder);
}

/** The folder of the clients' key files, which 0.2.0 did not sign. */
const clientFolder = 'clients';

/** What is in a store whose head is not known. */
export interface Survey {
  /** The sequence that the records about each subject have reached. */
  readonly marks: ReadonlyMap<HeadedKind, Marks>;
  readonly isEmpty: boolean;
  /** No record was written by a version that keeps a head. */
  readonly isOld: boolean;
  /** Digests of the key files of clients, by their names. */
  readonly clients: Readonly<Record<string, string>>;
}

const readAtATime = 32;
const largestRecord = 256 * 1024;

/** Looks through all records that verify, once for a store. @throws {UserError} when a folder cannot be listed */
export async function surveyRecords(storage: PrivateFolder, signer: Signer): Promise<Survey> {
  const there = new Set(await storage.names());
  let isEmpty = true;
  let isOld = true;
  const marks = new Map<HeadedKind, Marks>();
  for (const kind of headedKinds) {
    const found: Marks = new Map();
    marks.set(kind, found);
    if (!there.has(kind)) continue;
    const folder = await storage.child(kind);
    await inParallel(await folder.names(), readAtATime, async (file) => {
      const name = parseRecordName(file);
      if (name === undefined) return;
      const fields = signer.open(`${kind}/${file}`, (await folder.read(file, largestRecord)).text);
      if (fields === undefined) return;
      isEmpty = false;
      if ('store' in fields) isOld = false;
      const reached = found.get(name.subject)?.sequence ?? 0;
      if (name.sequence > reached)
        found.set(name.subject, { sequence: name.sequence, caution: 0, chance: '' });
    });
  }
  const clients = there.has(clientFolder) ? await digestsIn(await storage.child(clientFolder)) : {};
  return { marks, isEmpty, isOld, clients };
}

/** What tells one state of a key file from another. */
export function digestOfFile(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function digestsIn(folder: PrivateFolder): Promise<Readonly<Record<string, string>>> {
  const names = (await folder.names()).filter((name) => name.endsWith('.json'));
  const found = await inParallel(names, readAtATime, async (name) => {
    return [name, digestOfFile((await folder.read(name, largestRecord)).text)] as const;
  });
  return Object.fromEntries(found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
}
