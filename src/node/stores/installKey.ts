import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, messageOf, UserError } from '../../core/errors';
import type { Log } from '../../core/log';
import { diskError } from './diskError';
import type { PrivateFolder } from './privateFolder';
import { signedUnder } from './head/keyCheck';
import { UnfitFile } from './privateFile';
import { identify, isSameProcess, type ProcessIdentity } from './processIdentity';

/** Where an editor keeps secrets, as far as it is needed here. */
export interface Secrets {
  get(name: string): PromiseLike<string | undefined>;
  store(name: string, value: string): PromiseLike<void>;
}

/** The key under which everything that this installation keeps is signed. */
export interface InstallKey {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** `file`: a key file of mode 0600 beside what it signs; to be said to the user (rule 6). */
  readonly keptIn: 'secrets' | 'file';
}

export interface InstallKeyOptions {
  readonly storage: PrivateFolder;
  /** Left out where the host has none: the key is then kept in the file alone. */
  readonly secrets?: Secrets;
  readonly log: Log;
  /** The process that started this one: secrets that outlive it have been kept. Default: the real one. */
  readonly parent?: ProcessIdentity;
}

interface KeyFile {
  readonly key: string;
  /** The parent of the host that last gave the key to the secrets. */
  readonly storedUnder: ProcessIdentity;
}

const fileName = 'install-key.json';
const secretName = 'mcpRoots.installKey';

/**
 * The key of this installation, made where there is none; windows that start at the same time all get the same one.
 * Some hosts keep secrets in memory only, so the key is in a file as well, until a host under another parent process
 * finds it among the secrets. That proves that secrets persist, and the file is removed.
 * @throws {UserError} when a key may exist but cannot be read, or the one in the file did not sign what is kept. No new
 * key is made then: it would void every decision.
 */
export async function openInstallKey(options: InstallKeyOptions): Promise<InstallKey> {
  const { storage, secrets, log } = options;
  const parent = options.parent ?? (await identify(process.ppid));
  const secret = await readSecret(secrets, log);
  const file = await readKeyFile(storage, secret.key !== undefined, log);

  if (secret.key !== undefined) {
    if (file === undefined) return known(secret.key, 'secrets');
    if (file.key !== secret.key) {
      log.warn(
        `"${fileName}" in "${storage.path}" holds another key than the secret storage. It is not used.`,
      );
      return known(secret.key, 'secrets');
    }
    if (isSameProcess(file.storedUnder, parent)) return known(secret.key, 'file');
    await storage.remove(fileName);
    return known(secret.key, 'secrets');
  }
  if (file === undefined && !secret.readable) {
    throw new UserError(
      'The key that signs decisions is in the secret storage, which cannot be read. Unlock it, then reload the window.',
    );
  }
  if (file !== undefined) {
    if (!(await signedUnder(Buffer.from(file.key, 'base64'), storage))) {
      throw new UserError(
        `The key file "${fileName}" in "${storage.path}" is not the one that signed what is kept there. Put the right one back, or move that folder away: then every folder is asked for again.`,
      );
    }
    await storeSecret(options, { key: file.key, storedUnder: parent }, file);
    return known(file.key, 'file');
  }
  return makeKey(options, parent);
}

async function makeKey(options: InstallKeyOptions, parent: ProcessIdentity): Promise<InstallKey> {
  const { storage, secrets, log } = options;
  const made: KeyFile = { key: randomBytes(32).toString('base64'), storedUnder: parent };
  try {
    const isFirst = await storage.create(fileName, JSON.stringify(made));
    await storage.sync();
    if (!isFirst) return await openInstallKey({ ...options, parent });
  } catch (cause) {
    throw diskError(`The key that signs decisions could not be written to "${storage.path}"`, cause);
  }
  const meanwhile = await readSecret(secrets, log);
  if (meanwhile.key !== undefined && meanwhile.key !== made.key) {
    await storage.remove(fileName);
    return known(meanwhile.key, 'secrets');
  }
  await storeSecret(options, made, made);
  return known(made.key, 'file');
}

/** Writes to the file under which parent the secrets get the key, and only then stores the secret. */
async function storeSecret({ storage, secrets, log }: InstallKeyOptions, next: KeyFile, before: KeyFile) {
  if (secrets === undefined) return;
  try {
    if (!isSameProcess(next.storedUnder, before.storedUnder)) {
      await storage.replace(fileName, JSON.stringify(next));
      await storage.sync();
    }
    await secrets.store(secretName, next.key);
  } catch (error) {
    log.warn(`The key that signs decisions stays in "${storage.path}": ${messageOf(error)}`);
  }
}

async function readSecret(secrets: Secrets | undefined, log: Log) {
  try {
    const key = await secrets?.get(secretName);
    return { readable: true, key: key !== undefined && isKey(key) ? key : undefined };
  } catch (error) {
    log.warn(`The secret storage cannot be read: ${messageOf(error)}`);
    return { readable: false, key: undefined };
  }
}

/** Where the file system has no hard links, another window's file may be incomplete for a moment. */
async function readKeyFile(storage: PrivateFolder, isSpare: boolean, log: Log): Promise<KeyFile | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      const file = parseKeyFile((await storage.read(fileName, 4096)).text);
      if (file !== undefined) return file;
      if (attempt >= 10) throw new UnfitFile('is damaged');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      const reason = error instanceof UnfitFile ? error.message : messageOf(error);
      if (isSpare) {
        log.warn(`"${fileName}" in "${storage.path}" is not used: ${reason}.`);
        return undefined;
      }
      throw new UserError(
        `The key file "${fileName}" in "${storage.path}" cannot be used: ${reason}. Repair that, or delete it: then every folder is asked for again.`,
        { cause: error },
      );
    }
    await pause(50);
  }
}

function parseKeyFile(text: string): KeyFile | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isKeyFile(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isKeyFile(value: unknown): value is KeyFile {
  if (typeof value !== 'object' || value === null || !('key' in value) || !('storedUnder' in value))
    return false;
  const { key, storedUnder: parent } = value;
  if (typeof key !== 'string' || !isKey(key) || typeof parent !== 'object' || parent === null) return false;
  return 'machine' in parent && 'pid' in parent && 'started' in parent;
}

function isKey(text: string): boolean {
  return Buffer.from(text, 'base64').length === 32;
}

function known(key: string, keptIn: InstallKey['keptIn']): InstallKey {
  return { key: Buffer.from(key, 'base64'), keptIn };
}
