import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isRecord } from '../../core/clients/entry';
import { readForeign } from '../files/readForeign';

/** VS Code keeps the state of its windows there as well. */
const largestBytes = 16 * 1024 * 1024;

const defaultProfile = '__default__profile__';

/**
 * The folder of user configuration that this window reads, as VS Code's own `globalStorage/storage.json` has it:
 * a workspace that is bound to a profile reads that one, unless the profile takes its MCP servers from the default one.
 * @param workspace the URI of the workspace file or the one folder
 * @returns undefined where it cannot be told, as in a remote window: then it is any of `allProfileFolders`
 */
export async function profileFolder(
  userFolder: string,
  workspace: string | undefined,
): Promise<string | undefined> {
  const file = path.join(userFolder, 'globalStorage', 'storage.json');
  const read = await readForeign(file, largestBytes);
  if (read.kind !== 'text' || workspace === undefined) return undefined;
  const state = parsed(read.text);
  const associations = at(at(state, 'profileAssociations'), 'workspaces');
  const id = at(associations, workspace);
  if (typeof id !== 'string') return undefined;
  if (id === defaultProfile) return userFolder;
  const profiles = at(state, 'userDataProfiles');
  const own: unknown = Array.isArray(profiles)
    ? profiles.find((profile: unknown) => at(profile, 'location') === id)
    : undefined;
  if (own === undefined) return undefined;
  return at(at(own, 'useDefaultFlags'), 'mcp') === true ? userFolder : path.join(userFolder, 'profiles', id);
}

/** Every folder of user configuration: the default profile's first. */
export async function allProfileFolders(userFolder: string): Promise<readonly string[]> {
  const profiles = path.join(userFolder, 'profiles');
  const others = await readdir(profiles).catch(() => []);
  return [userFolder, ...others.map((profile) => path.join(profiles, profile))];
}

function at(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
