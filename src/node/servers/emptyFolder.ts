import { UserError } from '../../core/errors';
import { remedyFor } from '../stores/diskError';
import type { PrivateFolder } from '../stores/privateFolder';

/**
 * The folder in which a server works that has no root to work in: its own, so that no server finds what another left
 * there, and emptied before each start (design rule 8).
 * @param name tells this server from all others, in this workspace
 * @returns its absolute path
 * @throws {UserError} when it cannot be made, or what lies in it cannot be removed
 */
export async function emptyFolder(storage: PrivateFolder, name: string): Promise<string> {
  const all = await storage.child('empty');
  const folder = await all.child(name);
  try {
    await folder.clear();
  } catch (cause) {
    const remedy = remedyFor(cause);
    throw new UserError(`The folder "${folder.path}" cannot be emptied. ${remedy}`, { cause });
  }
  return folder.path;
}
