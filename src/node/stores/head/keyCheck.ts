import { inParallel } from '../inParallel';
import type { PrivateFolder } from '../privateFolder';
import { parseRecordName } from '../recordName';
import { Signer } from '../signature';
import { headedKinds } from './survey';

const readAtATime = 32;
const largestRecord = 256 * 1024;
/** How many records of each kind are checked, so that nobody has to wait for ten thousand. */
const mostOfAKind = 32;

/**
 * Did this key sign what is kept? A few foreign files are no reason to doubt it; a key under which most files do not
 * verify was put there.
 * @throws {UserError} when a folder cannot be listed
 */
export async function signedUnder(key: Uint8Array, storage: PrivateFolder): Promise<boolean> {
  const signer = new Signer(key);
  const there = new Set(await storage.names());
  let verified = 0;
  let foreign = 0;
  for (const kind of headedKinds.filter((each) => there.has(each))) {
    const folder = await storage.child(kind);
    const files = (await folder.names()).filter((file) => parseRecordName(file) !== undefined);
    await inParallel(files.slice(0, mostOfAKind), readAtATime, async (file) => {
      const { text } = await folder.read(file, largestRecord);
      if (signer.open(`${kind}/${file}`, text) === undefined) foreign += 1;
      else verified += 1;
    });
  }
  return verified >= foreign;
}
