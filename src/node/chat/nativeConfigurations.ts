import path from 'node:path';
import { nativeServers, type NativePlace, type NativeServer } from '../../core/chat/nativeServer';
import type { Machine } from '../../core/clients/knownClient';
import { knownClients } from '../../core/clients/knownClients';
import { readForeign } from '../files/readForeign';
import { allProfileFolders, profileFolder } from './profileFolders';

/** Larger than any such file; what is larger is not read. */
const largestBytes = 4 * 1024 * 1024;

/** What VS Code's settings say of the files of other clients: its `chat.mcp.discovery.enabled` names them so. */
export type DiscoverySource = 'claude-desktop' | 'windsurf' | 'cursor-global' | 'cursor-workspace';

/** Where VS Code looks for servers of its own. All are absolute paths of this machine. */
export interface NativePlaces {
  readonly folders: readonly string[];
  readonly workspaceFile: string | undefined;
  /** The folder of the user's settings, as far as it lies on this machine. */
  readonly userFolder: string;
  /** The URI of the workspace file or the one folder, by which VS Code keeps the profile of a window. */
  readonly workspace: string | undefined;
  /** Servers of the workspace may be started. */
  readonly isTrusted: boolean;
  /** VS Code starts MCP servers at all. */
  readonly isAllowed: boolean;
  /** VS Code reads `.mcp.json` of a folder. */
  readonly readsRootFile: boolean;
  readonly discovers: (source: DiscoverySource) => boolean;
  /** Where the files of other clients lie. */
  readonly machine: Machine;
}

/**
 * Every server of VS Code's own configuration, as far as it lies on this machine: those of workspace folders
 * (`.vscode/mcp.json`, `.mcp.json`, `.cursor/mcp.json`), of the workspace file, of the user, and of the clients that it
 * discovers. Files that it does not read in this window are there too, marked so: the user may switch at any time.
 * Files that cannot be read have none. Never throws.
 */
export async function readNativeServers(places: NativePlaces): Promise<readonly NativeServer[]> {
  const found = await Promise.all((await nativeFiles(places)).map(read));
  return found.flat();
}

/** Every file with servers that VS Code reads, whether it is there or not. Never throws. */
export async function nativeFiles(places: NativePlaces): Promise<readonly NativePlace[]> {
  const { folders, workspaceFile, userFolder, workspace, isTrusted, isAllowed, discovers, machine } = places;
  const [known, all] = await Promise.all([
    profileFolder(userFolder, workspace),
    allProfileFolders(userFolder),
  ]);
  const inFolder = (
    folder: string,
    names: readonly string[],
    isRead: boolean,
    sharedWith?: string,
  ): NativePlace => ({
    file: path.join(folder, ...names),
    at: [sharedWith === undefined ? 'servers' : 'mcpServers'],
    folder,
    sharedWith,
    isRead: isRead && isTrusted && isAllowed,
  });
  return [
    ...folders.flatMap((folder) => [
      inFolder(folder, ['.vscode', 'mcp.json'], true),
      inFolder(folder, ['.mcp.json'], places.readsRootFile, 'Claude Code'),
      inFolder(folder, ['.cursor', 'mcp.json'], discovers('cursor-workspace'), 'Cursor'),
    ]),
    ...(workspaceFile === undefined
      ? []
      : [
          {
            file: workspaceFile,
            at: ['settings', 'mcp', 'servers'],
            folder: undefined,
            sharedWith: undefined,
            isRead: isTrusted && isAllowed,
          },
        ]),
    ...all.map((folder) => ({
      file: path.join(folder, 'mcp.json'),
      at: ['servers'],
      folder: undefined,
      sharedWith: undefined,
      // Without knowing the profile, a mark too many is better than a server that is told of folders unseen.
      isRead: isAllowed && (known === undefined || known === folder),
    })),
    ...discoverable.flatMap(([source, id]) => {
      const client = knownClients.find((each) => each.id === id);
      const file = client?.userFile(machine);
      const isRead = isAllowed && discovers(source);
      return file === undefined
        ? []
        : [{ file, at: ['mcpServers'], folder: undefined, sharedWith: client?.label, isRead }];
    }),
  ];
}

const discoverable: readonly (readonly [DiscoverySource, string])[] = [
  ['claude-desktop', 'claude-desktop'],
  ['windsurf', 'windsurf'],
  ['cursor-global', 'cursor'],
];

async function read(place: NativePlace): Promise<readonly NativeServer[]> {
  const text = await readForeign(place.file, largestBytes);
  try {
    return text.kind === 'text' ? nativeServers(text.text, place) : [];
  } catch {
    // Nested so deep that the parser gives up: VS Code's own does too.
    return [];
  }
}
