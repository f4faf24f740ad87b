import { readPrivateFile } from '../stores/privateFile';

/** The folder of key files in the storage; the shim finds it from its own place. */
export const keyFolder = 'clients';

const largestKeyFile = 65_536;

/** A client that the user let in, and the key by which it and the window know each other. */
export interface KeyFile {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** What the user calls it. */
  readonly name: string;
  /** The names of the servers that it may open. */
  readonly servers: readonly string[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Whether a text can be the id of a client: it names a file. */
export function isClientId(id: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(id);
}

export function keyFileName(id: string): string {
  return `${id}.json`;
}

export function keyFileText({ key, ...others }: KeyFile): string {
  return JSON.stringify({ version: 1, ...others, key: Buffer.from(key).toString('base64url') });
}

/**
 * Reads a client's key file, which must be ours and open to nobody else.
 * @returns undefined when it is damaged or another client's
 * @throws {UnfitFile} when others could have written or read it; the system's error when it is missing
 */
export async function readKeyFile(path: string, id: string): Promise<KeyFile | undefined> {
  const { text } = await readPrivateFile(path, largestKeyFile);
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parse({ ...parsed }, id) : undefined;
  } catch {
    return undefined;
  }
}

function parse(file: Readonly<Record<string, unknown>>, expected: string): KeyFile | undefined {
  const { version, id, name, servers, createdAt, key } = file;
  if (version !== 1 || id !== expected || typeof name !== 'string' || typeof createdAt !== 'number')
    return undefined;
  if (!isListOfText(servers) || typeof key !== 'string') return undefined;
  const bytes = Buffer.from(key, 'base64url');
  return bytes.length === 32 ? { id: expected, key: bytes, name, servers, createdAt } : undefined;
}

function isListOfText(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
