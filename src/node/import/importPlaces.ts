import path from 'node:path';
import { knownClients } from '../../core/clients/knownClients';
import type { Machine } from '../../core/clients/knownClient';
import type { ImportPlace, PlaceFolder } from '../../core/import/importPlace';
import { readPlace, type PlaceReading } from '../../core/import/readPlace';
import { allProfileFolders, profileFolder } from '../chat/profileFolders';
import { readForeign } from '../files/readForeign';

/** In bytes. A file of a workspace may be made to keep its reader busy; nobody writes more by hand. */
const largestOfWorkspace = 4 * 1024 * 1024;
/** In bytes. Claude Code keeps its history in the same file as its servers. */
const largestOfUser = 32 * 1024 * 1024;

/** Where to look for servers of other clients. All paths are absolute and on this machine. */
export interface ImportGround {
  /** Empty while the workspace is not trusted: then nothing of it is read. */
  readonly folders: readonly PlaceFolder[];
  readonly workspaceFile: string | undefined;
  /** The folder of VS Code's user settings, if it is on this machine. */
  readonly userFolder: string;
  /** The URI of the workspace file or of the only folder, by which VS Code finds the profile of a window. */
  readonly workspace: string | undefined;
  readonly machine: Machine;
}

/**
 * Reads every place where servers may be. Files that do not exist are left out; those that cannot be read are reported.
 */
export async function readImportPlaces(ground: ImportGround): Promise<readonly PlaceReading[]> {
  const places = await importPlaces(ground);
  // Several places can be in one file, which is read once.
  const texts = new Map(
    places.map(({ file, isOfWorkspace }) => [
      file,
      readForeign(file, isOfWorkspace ? largestOfWorkspace : largestOfUser),
    ]),
  );
  const readings = await Promise.all(
    places.map(async (place): Promise<readonly PlaceReading[]> => {
      const read = await texts.get(place.file);
      if (read === undefined || read.kind === 'missing') return [];
      if (read.kind === 'unreadable') return [{ kind: 'unreadable', place, why: read.why }];
      return [readPlace(read.text, place)];
    }),
  );
  return onceForEachFile(readings.flat());
}

/** Reports each file that cannot be read only once, however many places are in it. */
function onceForEachFile(readings: readonly PlaceReading[]): readonly PlaceReading[] {
  const said = new Set<string>();
  return readings.filter((reading) => {
    if (reading.kind === 'servers') return true;
    const isNew = !said.has(reading.place.file);
    said.add(reading.place.file);
    return isNew;
  });
}

async function importPlaces(ground: ImportGround): Promise<readonly ImportPlace[]> {
  const { folders, workspaceFile, userFolder, workspace, machine } = ground;
  const [known, all] = await Promise.all([
    profileFolder(userFolder, workspace),
    allProfileFolders(userFolder),
  ]);
  return [
    ...folders.flatMap(placesOfFolder),
    ...(workspaceFile === undefined
      ? []
      : [
          {
            ...vscode,
            title: 'VS Code',
            file: workspaceFile,
            at: ['settings', 'mcp', 'servers'],
            inputsAt: ['settings', 'mcp', 'inputs'],
            isOfWorkspace: true,
          },
        ]),
    ...(known === undefined ? all : [known]).map((folder) => ({
      ...vscode,
      title: folder === userFolder ? 'VS Code' : 'VS Code, a profile',
      file: path.join(folder, 'mcp.json'),
    })),
    ...placesOfUser(folders, machine),
  ];
}

const vscode = {
  at: ['servers'],
  inputsAt: ['inputs'],
  variables: 'vscode',
  folder: undefined,
  isOfWorkspace: false,
} as const;

const others = { at: ['mcpServers'], inputsAt: undefined } as const;

function placesOfFolder(folder: PlaceFolder): readonly ImportPlace[] {
  const own = { folder, isOfWorkspace: true } as const;
  const file = (...names: readonly string[]) => path.join(folder.path, ...names);
  return [
    {
      ...vscode,
      ...own,
      title: 'VS Code',
      file: file('.vscode', 'mcp.json'),
    },
    {
      ...others,
      ...own,
      title: 'Claude Code',
      file: file('.mcp.json'),
      variables: 'claude-code',
    },
    {
      ...others,
      ...own,
      title: 'Cursor',
      file: file('.cursor', 'mcp.json'),
      variables: 'vscode',
    },
  ];
}

/** Other clients' files for all projects, and the places for these folders in Claude Code's file of the user. */
function placesOfUser(folders: readonly PlaceFolder[], machine: Machine): readonly ImportPlace[] {
  const of = (id: string, variables: ImportPlace['variables']): readonly ImportPlace[] => {
    const client = knownClients.find((each) => each.id === id);
    const file = client?.userFile(machine);
    if (client === undefined || file === undefined) return [];
    const place = { ...others, file, variables, folder: undefined, isOfWorkspace: false } as const;
    return [{ ...place, title: client.label }];
  };
  const claudeCode = of('claude-code', 'claude-code');
  return [
    ...of('cursor', 'vscode'),
    ...of('claude-desktop', 'none'),
    ...of('windsurf', 'vscode'),
    ...claudeCode,
    ...claudeCode.flatMap((place) =>
      folders.map((folder) => ({
        ...place,
        title: `Claude Code, yours in ${folder.name}`,
        at: ['projects', folder.path, 'mcpServers'],
        folder,
      })),
    ),
  ];
}
