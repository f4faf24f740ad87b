import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { nativeServers, type NativePlace, type NativeServer } from '../../core/chat/nativeServer';

/** Larger than any such file; what is larger is not read. */
const largestBytes = 4 * 1024 * 1024;

/** Where VS Code looks for servers of its own. All are absolute paths of this machine. */
export interface NativePlaces {
  readonly folders: readonly string[];
  readonly workspaceFile: string | undefined;
  /** The folder of the user's settings, as far as it lies on this machine. */
  readonly userFolder: string;
}

/**
 * Every server of VS Code's own configuration, as far as it lies on this machine: those of workspace folders
 * (`.vscode/mcp.json`, `.mcp.json`, `.cursor/mcp.json`), of the workspace file, and of the user in every profile, since
 * nothing tells which profile this window has. Files that cannot be read have none. Never throws.
 */
export async function readNativeServers(places: NativePlaces): Promise<readonly NativeServer[]> {
  const found = await Promise.all((await filesOf(places)).map(read));
  return found.flat();
}

async function filesOf({
  folders,
  workspaceFile,
  userFolder,
}: NativePlaces): Promise<readonly NativePlace[]> {
  const profiles = path.join(userFolder, 'profiles');
  const others = await readdir(profiles).catch(() => []);
  const own = [userFolder, ...others.map((profile) => path.join(profiles, profile))];
  return [
    ...folders.flatMap((folder) => [
      { file: path.join(folder, '.vscode', 'mcp.json'), at: ['servers'] },
      { file: path.join(folder, '.mcp.json'), at: ['mcpServers'] },
      { file: path.join(folder, '.cursor', 'mcp.json'), at: ['mcpServers'] },
    ]),
    ...(workspaceFile === undefined ? [] : [{ file: workspaceFile, at: ['settings', 'mcp', 'servers'] }]),
    ...own.map((folder) => ({ file: path.join(folder, 'mcp.json'), at: ['servers'] })),
  ];
}

async function read(place: NativePlace): Promise<readonly NativeServer[]> {
  try {
    const handle = await open(place.file, 'r');
    try {
      const stats = await handle.stat();
      if (!stats.isFile() || stats.size > largestBytes) return [];
      return nativeServers(await handle.readFile('utf8'), place);
    } finally {
      await handle.close();
    }
  } catch {
    return [];
  }
}
