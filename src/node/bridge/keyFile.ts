import { readPrivateFile } from '../stores/privateFile';
import type { ProcessIdentity } from '../stores/processIdentity';
import { isIdentity } from './windowEntry';
import { areTexts } from '../../core/recordOf';

/** The folder of key files in the storage; the shim finds it from its own place. */
export const keyFolder = 'clients';

export const largestKeyFile = 65_536;

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
  /**
   * Only for a session of an agent: the extension host whose session it is. No other window lets it in, and it ends
   * with that process. Left out: every window lets the client in, until it is revoked.
   */
  readonly owner?: ProcessIdentity;
}

/** Whether a text can be the id of a client: it names a file. */
export function isClientId(id: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(id);
}

/** What the id of every agent session begins with, so that the id alone tells what the client was. */
export const sessionPrefix = 'agent-';

/** Why nobody with this id is let in, with what to do. */
export function notLetInText(id: string): string {
  return id.startsWith(sessionPrefix)
    ? 'The session of the agent that this connection was made for is over. Open the session again in VS Code.'
    : `VS Code has let in no client "${id}", or it was revoked. Run "MCP Roots: Use from Another Client…" in VS Code and copy its configuration again.`;
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
  const { version, id, name, servers, createdAt, key, owner } = file;
  if (version !== 1 || id !== expected || typeof name !== 'string' || typeof createdAt !== 'number')
    return undefined;
  if (!areTexts(servers) || typeof key !== 'string') return undefined;
  if (owner !== undefined && !isIdentity(owner)) return undefined;
  const bytes = Buffer.from(key, 'base64url');
  if (bytes.length !== 32) return undefined;
  return { id: expected, key: bytes, name, servers, createdAt, ...(owner !== undefined && { owner }) };
}
