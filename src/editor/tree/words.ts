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
  new: 'needs approval',
  changed: 'definition changed, review',
  'other program': 'program changed, review',
  'runs elsewhere': 'runs in an empty folder now, review',
} as const;

/** Whether a running server knows its present list, in a few words. */
export function syncText(
  sync: SyncState,
  { definition, exposure }: Pick<Grantee, 'definition' | 'exposure'>,
): string {
  switch (sync.kind) {
    case 'undeclared':
      return placesRoots(definition.transport) ? 'notified of folders at start' : 'not notified of folders';
    case 'never asked':
      return sync.mayBeUnable ? 'hasn’t requested folders, and may be unable to' : 'hasn’t requested folders';
    case 'in sync':
      return `up to date, ${knownText(sync.count, exposure.current)}`;
    case 'faulty':
      return 'internal error when it requested folders, see its log';
    case 'stale':
      return 'out of date';
  }
}

/** The same with the time that belongs to it. */
export function syncLine(sync: SyncState, server: Pick<Grantee, 'definition' | 'exposure'>): string {
  const words = syncText(sync, server);
  switch (sync.kind) {
    case 'undeclared':
    case 'never asked':
      return words;
    case 'in sync':
    case 'faulty':
      return `${words}, requested ${minuteText(sync.at)}`;
    case 'stale':
      return `${words} since ${minuteText(sync.since)}`;
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
    ...(addresses > 0 ? [countOf(addresses, 'URL')] : []),
  ].join(' and ');
}

/** What was decided about a folder for a server, in words. */
export function consentText(consent: ConsentState, isPostponed = false): string {
  switch (consent.kind) {
    case 'undecided':
      return isPostponed ? 'ask later' : 'new';
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

/** How many folders wait for a decision; empty if none does. */
export function newText(waiting: number): readonly string[] {
  return waiting === 0 ? [] : [countOf(waiting, 'new folder')];
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function withParent(text: string, through: string | undefined): string {
  return through === undefined ? text : `${text} with ${through}`;
}
