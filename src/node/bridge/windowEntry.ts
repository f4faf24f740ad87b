import type { ProcessIdentity } from '../stores/processIdentity';

/** The folder in the storage in which every window says where it listens; the shim finds it from its own place. */
export const windowFolder = 'windows';

/** The variable of the environment that names one window's address. */
export const addressVariable = 'MCP_ROOTS_SOCKET';

export const largestWindowEntry = 262_144;

/** Where one window listens, and for which folders. */
export interface WindowEntry {
  /** The path of its socket, or the name of its pipe. */
  readonly address: string;
  /** The real paths of its workspace folders. */
  readonly folders: readonly string[];
  /** Its extension host. */
  readonly owner: ProcessIdentity;
}

/** @returns undefined for what is no entry of this version */
export function parseWindowEntry(text: string): WindowEntry | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const { version, address, folders, owner } = { ...parsed } as Record<string, unknown>;
    if (version !== 1 || typeof address !== 'string' || !isIdentity(owner)) return undefined;
    if (!Array.isArray(folders) || !folders.every((folder) => typeof folder === 'string')) return undefined;
    return { address, folders, owner };
  } catch {
    return undefined;
  }
}

export function windowEntryText(entry: WindowEntry): string {
  return JSON.stringify({ version: 1, ...entry });
}

/** Whether a value read from a file identifies a process. */
export function isIdentity(value: unknown): value is ProcessIdentity {
  const { machine, pid, started } = { ...(value as object | undefined) } as Record<string, unknown>;
  return typeof machine === 'string' && typeof pid === 'number' && typeof started === 'string';
}
