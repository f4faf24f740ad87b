import type { FolderIdentity } from '../../core/roots/folderStat';
import type { Fields, Json } from './signature';

/** The directory that a grant is for, among the fields of its record; no field where it does not say. */
export function identityFields({ identity }: { readonly identity?: FolderIdentity }): Fields {
  return identity === undefined ? {} : { identity: { device: identity.device, inode: identity.inode } };
}

/** Reads it back; nothing when it is there and is anything else. Earlier versions wrote none. */
export function parseIdentity(json: Json | undefined): { readonly identity?: FolderIdentity } | undefined {
  if (json === undefined) return {};
  if (typeof json !== 'object' || json === null || !('device' in json)) return undefined;
  const { device, inode } = json;
  return typeof device === 'string' && typeof inode === 'string'
    ? { identity: { device, inode } }
    : undefined;
}
