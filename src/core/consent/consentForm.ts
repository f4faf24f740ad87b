import { diskRemark, grantableOf, type Availability } from '../roots/candidate';
import type { FolderIdentity } from '../roots/folderStat';
import type { Grantable } from '../roots/grantable';
import type { Noun } from './noun';
import type { NamedFolder } from '../roots/namedFolder';
import type { FolderStanding } from './consentState';
import type { Duration, Fingerprint } from './decision';

/** A folder that the definition names, and whether the server is granted it. */
export interface NamedStanding extends NamedFolder {
  readonly granted: boolean;
  /** For how long it is granted; undefined if it is not. */
  readonly duration: Duration | undefined;
}

/** A server that consent is asked for, as far as the question depends on it. */
export interface ConsentSubject {
  readonly name: string;
  readonly noun: Noun;
  readonly fingerprint: Fingerprint;
  readonly folders: readonly FolderStanding[];
  readonly named: readonly NamedStanding[];
  /** Was this folder granted before the definition changed? */
  readonly wasAllowed: (folder: Grantable) => boolean;
}

/** MCP says of roots that they must be `file:` (client/roots, "Root"). */
const addressRemark = 'not a folder: many servers reject their whole list for one such root';

const fileRemark = 'a single file: nothing around it is shared';

const allowedBefore = 'allowed before the definition changed';

/** In which section of the question a folder is listed. */
type ConsentSection = 'New' | 'Named by the definition' | 'Allowed' | 'Not allowed' | 'Cannot be shared';

/** One line of the question: one folder for one server. */
export interface ConsentRow {
  readonly section: ConsentSection;
  readonly server: Pick<ConsentSubject, 'name' | 'noun' | 'fingerprint'>;
  readonly name: string;
  readonly path: string;
  /** Missing for what cannot be shared. */
  readonly realPath: Grantable | undefined;
  /** For how long it is allowed; undefined if it is not. */
  readonly duration: Duration | undefined;
  /** The directory shown; an answer is about no other. Missing for what is no folder, or if its disk does not tell. */
  readonly identity?: FolderIdentity;
  /** The folder was put in the place of another. */
  readonly isMoved?: true;
  /** The folder around it whose consent covers it. */
  readonly coveredBy?: string;
  /** A note for the user, for instance why it cannot be shared. */
  readonly remark: string | undefined;
}

/** What the ticks of the user mean. */
export interface ConsentOutcome {
  readonly granted: readonly ConsentRow[];
  readonly withdrawn: readonly ConsentRow[];
  /** Rows that were asked about (new, or named by the definition) and left without a tick. */
  readonly left: readonly ConsentRow[];
}

const order: readonly ConsentSection[] = [
  'New',
  'Named by the definition',
  'Allowed',
  'Not allowed',
  'Cannot be shared',
];

/** Is a row ticked when the question is put? Nothing new ever is. */
export function isTicked({ section }: ConsentRow): boolean {
  return section === 'Allowed';
}

/** The rows of the question for one server, section by section, each in the order of the workspace. */
export function consentRows(subject: ConsentSubject): readonly ConsentRow[] {
  const ungranted = subject.named.filter(({ granted }) => !granted);
  const named = new Set<Grantable>(ungranted.flatMap(({ grantable }) => grantable ?? []));
  const rows = subject.folders.map((standing) => rowOf(subject, standing, named));
  const covered = new Set(rows.flatMap(({ realPath }) => realPath ?? []));
  const others = subject.named
    .filter(({ grantable }) => grantable === undefined || !covered.has(grantable))
    .map((folder) => namedRow(subject, folder));
  const all = [...rows, ...others];
  return order.flatMap((section) => all.filter((row) => row.section === section));
}

/** Reads the user's ticks. A tick on what cannot be shared means nothing. */
export function outcomeOf(rows: readonly ConsentRow[], ticked: ReadonlySet<ConsentRow>): ConsentOutcome {
  const possible = rows.filter(({ section }) => section !== 'Cannot be shared');
  return {
    granted: possible.filter((row) => ticked.has(row) && !isTicked(row)),
    withdrawn: possible.filter((row) => !ticked.has(row) && isTicked(row)),
    left: possible.filter(
      (row) => !ticked.has(row) && (row.section === 'New' || row.section === 'Named by the definition'),
    ),
  };
}

function rowOf(
  { name: serverName, noun, fingerprint, wasAllowed }: ConsentSubject,
  { candidate, consent }: FolderStanding,
  named: ReadonlySet<Grantable>,
): ConsentRow {
  const { availability } = candidate;
  const realPath = grantableOf(candidate);
  const path = candidate.path ?? candidate.uri;
  const server = { name: serverName, noun, fingerprint };
  const shown = { server, name: candidate.name, path, realPath, duration: undefined, remark: undefined };
  const row = { ...shown, ...shownFolder(availability) };
  const isNamed = realPath !== undefined && named.has(realPath);
  switch (consent.kind) {
    case 'cannot be shared':
      return { ...row, section: 'Cannot be shared', realPath: undefined, remark: consent.why };
    case 'undecided': {
      const isMoved = availability.kind === 'moved';
      const turned = candidate.ledTo === undefined ? undefined : `led to ${candidate.ledTo} before`;
      const before = realPath !== undefined && wasAllowed(realPath) ? allowedBefore : undefined;
      const about = remarkAbout(availability);
      const remark = isMoved
        ? 'another folder was put in its place'
        : (about ?? turned ?? before ?? diskRemark(candidate));
      const section = isNamed ? 'Named by the definition' : 'New';
      return { ...row, section, remark, ...(isMoved && { isMoved }) };
    }
    case 'denied':
      return {
        ...row,
        section: isNamed ? 'Named by the definition' : 'Not allowed',
        remark: consent.through && `not allowed with ${consent.through}`,
      };
    case 'allowed':
      return {
        ...row,
        section: 'Allowed',
        duration: consent.duration,
        ...(consent.through !== undefined && { coveredBy: consent.through }),
        remark: consent.through && `covered by ${consent.through}`,
      };
  }
}

function shownFolder(availability: Availability): Pick<ConsentRow, 'identity'> {
  switch (availability.kind) {
    case 'moved':
      return { identity: availability.identity };
    case 'available':
      return availability.hasUnstableNumbers ? {} : { identity: availability.identity };
    case 'missing':
    case 'not a directory':
    case 'not readable':
    case 'no address':
    case 'no answer':
    case 'scheme not supported':
    case 'file':
    case 'not a file':
    case 'address':
      return {};
  }
}

/** The remark about what is no folder. */
function remarkAbout({ kind }: Availability): string | undefined {
  if (kind === 'address') return addressRemark;
  return kind === 'file' ? fileRemark : undefined;
}

function namedRow(
  { name: serverName, noun, fingerprint, wasAllowed }: ConsentSubject,
  { name, path, grantable: realPath, granted, duration }: NamedStanding,
): ConsentRow {
  const server = { name: serverName, noun, fingerprint };
  const row = { server, name, path, realPath, duration: granted ? duration : undefined };
  if (realPath === undefined)
    return { ...row, section: 'Cannot be shared', remark: 'named by the definition, not available' };
  if (granted) return { ...row, section: 'Allowed', remark: 'named by the definition' };
  const remark = wasAllowed(realPath)
    ? `named by the definition, ${allowedBefore}`
    : 'named by the definition';
  return { ...row, section: 'Named by the definition', remark };
}
