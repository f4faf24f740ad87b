import { listedRoots } from '../../core/consent/exposure';
import type { SessionKnowledge } from '../../core/record/knowledge';
import { wayText } from '../../core/record/wayText';
import type { Candidate } from '../../core/roots/candidate';
import { placeText } from '../../core/servers/serverPlace';
import { nounOf, type ServerDefinition } from '../../core/servers/definition';
import { hearsOfRoots } from '../../core/servers/placeholders';
import type { SyncState } from '../../core/session/syncState';
import { displayText, linesOrNone } from '../../core/text';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import { consentText, stateText, syncLine } from '../tree/words';
import { agentIsNotFenced } from './fenceText';
import { clockText } from '../moments';

/**
 * What a server may see now, and what its running processes know.
 * @param waiting folders that wait for a decision and were not put off
 */
export function accessText(
  server: DefinedGrantee,
  sync: SyncState | undefined,
  waiting: readonly Candidate[],
  knowledge: readonly SessionKnowledge[],
): string {
  const { name, state, exposure, folders, definition } = server;
  const roots = listedRoots(exposure.current).map((root) => `  ${root.name}  ${displayText(root.uri, 500)}`);
  const standings = folders.map(({ candidate, consent }) => {
    const words = consentText(consent, !waiting.some(({ uri }) => uri === candidate.uri));
    const where = displayText(candidate.path ?? candidate.uri, 300);
    return `  ${displayText(candidate.name, 80)}  ${where}: ${displayText(words, 300)}`;
  });
  return [
    `What “${displayText(name, 80)}” sees`,
    '',
    `State: ${displayText(stateText(state, nounOf(definition)), 500)}${sync === undefined ? '' : `, ${syncLine(sync, server)}`}`,
    '',
    headingOf(definition),
    ...(hearsOfRoots(definition) ? linesOrNone(roots) : []),
    '',
    'Folders and your decisions:',
    ...linesOrNone(standings),
    '',
    ...knowledge.flatMap(knowledgeLines),
    ...closing[nounOf(definition)],
  ].join('\n');
}

const closing = {
  server: [
    'Everything that it was told so far: “Show History”.',
    'Roots inform a server. They do not keep it from reading other files of your account.',
  ],
  agent: ['Everything that it was told so far: “Show History”.', agentIsNotFenced],
} as const;

function headingOf(definition: ServerDefinition): string {
  if (nounOf(definition) === 'agent') return 'Folders that its sessions may be told of now, in this order:';
  if (definition.roots.declare) return 'Roots that it may have now, in this order:';
  if (!hearsOfRoots(definition)) return 'It is not told of roots.';
  return 'Folders that its launch may name now, in this order; it is not told of roots:';
}

function knowledgeLines({ place, since, told, who }: SessionKnowledge): readonly string[] {
  const client = typeof who === 'string' ? '' : ` for the client “${displayText(who.client, 80)}”`;
  const lines = [...told].map(([uri, { at, by }]) => {
    return `  ${displayText(uri, 500)}  ${wayText(by)}, ${clockText(at)}`;
  });
  return [
    `What ${displayText(placeText(place), 500)}${client}, started ${clockText(since)}, was told of:`,
    ...linesOrNone(lines),
    '',
  ];
}
