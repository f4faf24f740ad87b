import type { FolderIdentity, FolderStat } from './folderStat';
import type { RealPath } from './realPath';
import { fileKey, type AddressKey, type FileKey, type Grantable } from './grantable';

/**
 * Where a candidate comes from: the workspace itself, a folder inside it, or one added by hand from elsewhere. A single
 * `file` and an `address` were added by hand too, and are no folders.
 */
type CandidateOrigin = 'workspace' | 'inside' | 'added' | 'file' | 'address';

/** A folder as its source names it, before anyone looked at the disk. */
export interface FolderEntry {
  /** The URI as the source gives it; entries are told apart by it. */
  readonly uri: string;
  /** The path for `file:` addresses; undefined for any other scheme. */
  readonly path: string | undefined;
  readonly name: string;
  readonly origin: CandidateOrigin;
}

/** Whether a candidate can be exposed at all, and if not, why. */
export type Availability =
  | Exclude<FolderStat, { kind: 'file' }>
  | { readonly kind: 'scheme not supported'; readonly scheme: string }
  /** A single file, by its real path: sent to servers that ask for files. It stays, whatever is written into it. */
  | { readonly kind: 'file'; readonly key: FileKey; readonly file: RealPath }
  /** Something else lies where a single file was added. */
  | { readonly kind: 'not a file' }
  /** It is no folder at all: sent as it is, to servers that ask for its scheme. */
  | { readonly kind: 'address'; readonly key: AddressKey; readonly scheme: string }
  /** For one server: another directory lies there than the one that was consented to (rule 5). */
  | MovedFolder;

/** A directory that lies where another one was consented to. */
interface MovedFolder {
  readonly kind: 'moved';
  readonly realPath: RealPath;
  readonly identity: FolderIdentity;
}

/** A folder, a single file or an address that could become a root. */
export interface Candidate extends FolderEntry {
  readonly availability: Availability;
  /** Where its path led to before a link in it was changed, while this window looked on. */
  readonly ledTo?: RealPath;
  /** Other entries that lead to the same folder; one root, one decision, one URI. */
  readonly aliases: readonly FolderEntry[];
}

/** Turns the result of a look into an availability. A folder never becomes a single file, nor the other way round. */
export function availabilityOf(stat: FolderStat, wanted: 'folder' | 'file'): Availability {
  const wantsFile = wanted === 'file';
  switch (stat.kind) {
    case 'file':
      return wantsFile ? { ...stat, key: fileKey(stat.file) } : { kind: 'not a directory' };
    case 'available':
    case 'not a directory':
      return wantsFile ? { kind: 'not a file' } : stat;
    case 'missing':
    case 'not readable':
    case 'no address':
    case 'no answer':
      return stat;
  }
}

/** What a decision about this candidate is kept under; undefined where there is nothing to decide about. */
export function grantableOf({ availability }: Pick<Candidate, 'availability'>): Grantable | undefined {
  if ('key' in availability) return availability.key;
  return 'realPath' in availability ? availability.realPath : undefined;
}

/** The real path of a folder that can be exposed. */
export function availablePath(candidate: Candidate): RealPath | undefined {
  return candidate.availability.kind === 'available' ? candidate.availability.realPath : undefined;
}

/** A remark for a folder on a disk that cannot tell one folder from another (rule 5); undefined for any other. */
export function diskRemark({ availability }: Pick<Candidate, 'availability'>): string | undefined {
  const isUnstable = availability.kind === 'available' && availability.hasUnstableNumbers === true;
  return isUnstable
    ? 'goes by its path alone: this disk does not show when another folder takes its place'
    : undefined;
}

/** Why a candidate cannot be shared, for people; undefined when it can. */
export function whyUnavailable({
  availability,
  origin,
}: Pick<Candidate, 'availability'> & Partial<Pick<Candidate, 'origin'>>): string | undefined {
  const what = origin === 'file' ? 'file' : 'folder';
  switch (availability.kind) {
    case 'available':
    case 'file':
    case 'address':
      return undefined;
    case 'missing':
      return `the ${what} does not exist`;
    case 'not a directory':
      return 'it is a file, not a folder';
    case 'not a file':
      return 'it is no regular file';
    case 'not readable':
      return `the ${what} cannot be read`;
    case 'no address':
      return 'its name cannot be written as an address';
    case 'no answer':
      return 'the disk does not answer';
    case 'scheme not supported':
      return `"${availability.scheme}:" folders have no path that a server could open`;
    case 'moved':
      return 'another folder was put in its place';
  }
}
