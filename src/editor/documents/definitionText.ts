import type { Program } from '../../core/approval/program';
import type { Exposure } from '../../core/consent/exposure';
import { scopeText, type ServerDefinition } from '../../core/servers/definition';
import { placedLines } from '../../core/servers/placeholders';
import { displayText, linesOrNone } from '../../core/text';
import type { Grantee } from '../../node/servers/grantee';
import type { PreparedServer } from '../../node/servers/prepareServer';

const untruncated = Number.MAX_SAFE_INTEGER;

/** What it means to run a definition of each kind, in one sentence. */
export const rightsText = {
  process: 'It runs with your privileges.',
  address: 'Connects to this URL.',
} as const;

const noFence = 'MCP Roots tells it of the folders that you allow; it does not fence it in.';

/** The whole definition as it would be started; nothing is cut. Values that look like secrets are not shown. */
export function definitionText({
  name,
  definition,
  prepared,
  approval,
  fault,
  named,
  exposure,
}: Grantee): string {
  if (prepared === undefined) {
    const why = fault === undefined ? [] : [`Cannot be used: ${whole(fault.why)}`];
    return [whole(name), `From: ${scopeText(definition.scope)}`, ...why, ...addressLines(definition)].join(
      '\n',
    );
  }
  return [
    prepared.shown,
    'Folders that the definition itself names:',
    ...linesOrNone(
      named.map(({ path, granted }) => `  ${whole(path)} (${granted ? 'allowed' : 'not allowed'})`),
    ),
    ...placedNow(definition, exposure.current),
    ...leadsTo(prepared.program),
    ...(approval === undefined ? [] : [`Approved: ${approvedText[approval.kind]}`]),
    '',
    rightsText[prepared.launch.kind],
    noFence,
  ].join('\n');
}

/** A definition to be approved: what is unusual about it, and the whole definition. */
export function approvalText(
  { shown, launch, definition, program }: Pick<PreparedServer, 'shown' | 'launch' | 'definition' | 'program'>,
  unusual: readonly string[],
  exposure: Exposure,
): string {
  return [
    'This definition was not approved yet. Nothing of it has been started.',
    rightsText[launch.kind],
    noFence,
    '',
    'Review before approving:',
    ...linesOrNone(unusual.map((sentence) => `  ${whole(sentence)}`)),
    '',
    shown,
    ...leadsTo(program),
    ...placedNow(definition, exposure),
  ].join('\n');
}

/** Where the name of a program leads, which is approved beside the definition. */
export function leadsTo(program: Program | undefined): readonly string[] {
  return program === undefined ? [] : [`The name of its program leads to: ${whole(program.leadsTo)}`];
}

/** What the placeholders of a definition would become now, with the folders that its server may see. */
export function placedNow({ transport }: ServerDefinition, { roots }: Exposure): readonly string[] {
  const lines = placedLines(transport, roots);
  if (lines.length === 0) return [];
  return [
    'With the folders that are allowed to it now, there would stand:',
    ...lines.map((each) => `  ${whole(each)}`),
  ];
}

const approvedText = {
  'not needed': 'not needed, it comes with the extension',
  approved: 'yes',
  new: 'not yet',
  changed: 'no, it has changed since it was approved',
  'other program': 'no, the name of its program leads to another file than when it was approved',
  'runs elsewhere': 'no, it ran in the first folder that it may see when it was approved',
} as const;

/** The URL of a server and the names of its headers, without their values; nothing for a server that is a process. */
function addressLines({ transport }: ServerDefinition): readonly string[] {
  if (transport.type === 'stdio') return [];
  const names = Object.keys(transport.headers).map((header) => `  ${whole(header)}`);
  return [`Address: ${whole(transport.url)}`, 'Headers:', ...linesOrNone(names)];
}

function whole(text: string): string {
  return displayText(text, untruncated);
}
