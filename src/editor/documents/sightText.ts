import type { Disclosure, DisclosureEvent } from '../../core/consent/disclosure';
import type { Candidate } from '../../core/roots/candidate';
import { displayText } from '../../core/text';
import type { ManagedServer } from '../../node/servers/managedServer';
import { consentText, stateText, syncText } from '../tree/words';

/** What a server may see now, and what it was told in this window, newest first. `waiting`: not put off. */
export function sightText(
  server: ManagedServer,
  waiting: readonly Candidate[],
  disclosures: readonly Disclosure[],
): string {
  const { name, state, sync, exposure, folders, definition } = server;
  const roots = exposure.current.roots.map((root) => `  ${root.name}  ${displayText(root.uri, 500)}`);
  const standings = folders.map(({ candidate, consent }) => {
    const words = consentText(consent, !waiting.some(({ uri }) => uri === candidate.uri));
    const where = displayText(candidate.path ?? candidate.uri, 300);
    return `  ${displayText(candidate.name, 80)}  ${where}: ${displayText(words, 300)}`;
  });
  return [
    `What “${displayText(name, 80)}” sees`,
    '',
    `State: ${displayText(stateText(state), 500)}${sync === undefined ? '' : `, ${syncText(sync)}`}`,
    '',
    definition.roots.declare ? 'Roots that it may have now, in this order:' : 'It is not told of roots.',
    ...(definition.roots.declare ? listed(roots) : []),
    '',
    'Folders and your decisions:',
    ...listed(standings),
    '',
    'What happened in this window, newest first:',
    ...listed(
      disclosures
        .map(({ at, what }) => `  ${new Date(at).toLocaleString()}  ${eventText(what)}`)
        .toReversed(),
    ),
    '',
    'Roots inform a server. They do not keep it from reading other files of your account.',
  ].join('\n');
}

/** One fact of the record in words. */
export function eventText(what: DisclosureEvent): string {
  switch (what.event) {
    case 'spawned':
      return `started as process ${what.pid} in ${displayText(what.cwd, 300)}; its launch told it: ${uris(what.told)}`;
    case 'initialised':
      return `initialised with MCP ${displayText(what.protocolVersion, 20)}, calls itself ${what.serverInfo}`;
    case 'asked':
      return 'asked for its roots';
    case 'answered':
      return `was told: ${uris(what.uris)}`;
    case 'list_changed':
      return 'was told that its list has changed';
    case 'held':
      return `a request was held: ${displayText(what.method, 80)}`;
    case 'released':
      return `held requests were let go: ${what.count}`;
    case 'replaced':
      return `was started again: ${what.why}`;
    case 'refused':
      return `was refused: ${displayText(what.why, 300)}`;
    case 'failed':
      return `failed: ${displayText(what.why, 500)}`;
    case 'exited':
      return `ended: ${displayText(what.how, 500)}`;
  }
}

function uris(list: readonly string[]): string {
  return list.length > 0 ? displayText(list.join(', '), 2000) : 'nothing';
}

function listed(lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? lines : ['  none'];
}
