import type { ConsentState } from '../../core/consent/consentState';
import type { Exposure } from '../../core/consent/exposure';
import type { Noun } from '../../core/consent/noun';
import { fileOf } from '../../core/roots/grantable';
import { placesRoots } from '../../core/servers/placeholders';
import type { ServerState } from '../../core/servers/serverState';
import type { ToolChange } from '../../core/servers/toolMemory';
import type { SyncState } from '../../core/session/syncState';
import type { Grantee } from '../../node/servers/grantee';
import { minuteText } from '../moments';

/** The state of a server or an agent in a few words. */
export function stateText(state: ServerState, noun: Noun = 'server'): string {
  switch (state.kind) {
    case 'stopped':
      return state.why === undefined ? 'stopped' : `stopped: ${state.why}`;
    case 'failed':
      return state.mustSignIn ? `sign in first: ${state.why}` : `failed: ${state.why}`;
    case 'waiting for a grant':
      return 'waits for the first folder';
    case 'asleep':
      return 'idle, starts at the next request';
    case 'starting':
    case 'running':
    case 'restarting':
    case 'stopping':
      return state.kind;
    case 'stopped by the server':
      return `stopped by the ${noun}`;
  }
}

/** Why a definition does not run before somebody looks at it, in a few words. */
export const unapprovedWords = {
  new: 'not approved yet',
  changed: 'changed since it was approved',
  'other program': 'program changed, review',
  'runs elsewhere': 'runs in an empty folder now, approve it again',
} as const;

/** Whether a running server knows its present list, in words. */
export function syncText(
  sync: SyncState,
  { definition, exposure }: Pick<Grantee, 'definition' | 'exposure'>,
): string {
  switch (sync.kind) {
    case 'undeclared':
      return placesRoots(definition.transport) ? 'told of folders at its start' : 'is not told of roots';
    case 'never asked':
      return sync.mayBeUnable ? 'has not asked, and may be unable to' : 'has not asked';
    case 'in sync':
      return `in sync, ${knownText(sync.count, exposure.current)}, asked ${minuteText(sync.at)}`;
    case 'faulty':
      return `internal error when it asked ${minuteText(sync.at)}, look into its log`;
    case 'stale':
      return `stale since ${minuteText(sync.since)}`;
  }
}

/** How many folders, files and URLs a list of so many roots has. */
function knownText(count: number, { others = [] }: Exposure): string {
  const files = others.filter(({ key }) => fileOf(key) !== undefined).length;
  const addresses = others.length - files;
  const folders = count - others.length;
  return [
    ...(folders > 0 || count === 0 ? [countOf(folders, 'folder')] : []),
    ...(files > 0 ? [countOf(files, 'file')] : []),
    ...(addresses > 0 ? [`${addresses} ${addresses === 1 ? 'address' : 'addresses'}`] : []),
  ].join(' and ');
}

/** What was decided about a folder for a server, in words. */
export function consentText(consent: ConsentState, isPostponed = false): string {
  switch (consent.kind) {
    case 'undecided':
      return isPostponed ? 'not now' : 'waits for your decision';
    case 'allowed':
      return withParent(
        consent.duration === 'session' ? 'allowed in this session' : 'allowed',
        consent.through,
      );
    case 'denied':
      return withParent(
        consent.duration === 'session' ? 'not allowed in this session' : 'not allowed',
        consent.through,
      );
    case 'cannot be shared':
      return `cannot be shared: ${consent.why}`;
  }
}

/** How many tools of a server have changed since they were first used; empty if none has. */
export function toolsText(changes: readonly ToolChange[]): readonly string[] {
  return changes.length === 0 ? [] : [`${countOf(changes.length, 'tool')} changed since first use`];
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function withParent(text: string, through: string | undefined): string {
  return through === undefined ? text : `${text} with ${through}`;
}
