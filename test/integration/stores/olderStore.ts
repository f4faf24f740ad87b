import { chmod, cp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { answersInMemory, type AnswerSecrets } from '../../../src/node/inputs/answerSecrets';
import type { Surroundings } from '../../unit/stores/surroundings';

const stores = path.join(__dirname, '..', '..', '..', '..', 'test', 'fixtures', 'stores');

/** A copy of what a released version left, to be opened and changed. */
export interface OlderStore {
  readonly storage: string;
  /** The secret storage as it was left, with the key. */
  readonly secrets: AnswerSecrets;
  /** Where the key file is put for a host without secret storage. */
  readonly keyFile: { readonly from: string; readonly to: string };
}

/** What the stores of that version said themselves, as JSON. */
export async function expectedOf(version: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(stores, version, 'expected.json'), 'utf8'));
}

/** The versions of which there is a store. */
export async function olderVersions(): Promise<readonly string[]> {
  const entries = await readdir(stores, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Copies the store of a version, open to our account alone, as it was written. */
export async function copyStore(surroundings: Surroundings, version: string): Promise<OlderStore> {
  const directory = await surroundings.directory();
  const storage = path.join(directory, 'storage');
  await cp(path.join(stores, version, 'storage'), storage, { recursive: true });
  await chmod(storage, 0o700);
  for (const entry of await readdir(storage, { withFileTypes: true, recursive: true }))
    await chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  const secrets = answersInMemory();
  const kept: unknown = JSON.parse(await readFile(path.join(stores, version, 'secrets.json'), 'utf8'));
  for (const [name, value] of Object.entries(Object(kept))) await secrets.store(name, String(value));
  const keyFile = {
    from: path.join(stores, version, 'install-key.json'),
    to: path.join(storage, 'install-key.json'),
  };
  return { storage, secrets, keyFile };
}
