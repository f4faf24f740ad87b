import { placeText } from '../../core/servers/serverPlace';
import { wayText } from '../../core/record/wayText';
import { displayText } from '../../core/text';
import type { ServerReport, SessionReport, AccessReport } from '../../node/host/accessReport';
import { countOf } from '../tree/words';
import { callEndsText } from './callEndsText';
import { agentIsNotFenced } from './fenceText';
import { wholeMomentText } from '../moments';

/** The report as Markdown: what others wrote in it is text, and never a link, an image or HTML (rule 9). */
export function reportText(report: AccessReport): string {
  const { servers, otherWindows, otherDecisions } = report;
  return [
    '# Who can see what',
    '',
    `${moment(report.at)}. ${conditionText(report)}`,
    '',
    ...overview(report),
    ...servers.flatMap((server) => ['', ...serverLines(server)]),
    ...(otherWindows.length === 0
      ? []
      : ['', '## Other windows of this workspace', '', ...otherWindows.flatMap(sessionLines)]),
    '',
    '---',
    '',
    ...(otherDecisions === 0
      ? []
      : [`${countOf(otherDecisions, 'decision')} besides: about servers that are not configured here.`, '']),
    ...(servers.some(({ kind }) => kind === 'agent') ? [`${agentIsNotFenced}  `] : []),
    'Roots inform a server. They do not keep it from reading other files of your account.',
    '',
  ].join('\n');
}

function conditionText({ sharing, trusted, servers }: AccessReport): string {
  const who = servers.some(({ kind }) => kind === 'agent') ? 'server or agent' : 'server';
  if (!trusted) return `This workspace is not trusted: no ${who} is started and no folder is shared.`;
  return sharing ? 'Sharing is on.' : `Sharing is paused: no ${who} sees any folder.`;
}

/** One row for each folder, one column for each server. */
function overview({ folders, servers }: AccessReport): readonly string[] {
  if (folders.length === 0) return ['No folder is open: there is nothing to share.'];
  if (servers.length === 0) return ['No server is configured.'];
  const rows = folders.map(({ name, path }) => [
    plain(name),
    ...servers.map(({ cannotSee }) => (cannotSee.some((each) => each.path === path) ? 'no' : '**yes**')),
  ]);
  const head = ['Folder', ...servers.map(titleOf)];
  return aligned([head, head.map(() => '---'), ...rows]).map((cells) => `| ${cells.join(' | ')} |`);
}

/** Pads the cells of a table, so that it can be read as text, too. */
function aligned(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0, cell === '---' ? '-' : ' ')),
  );
}

/** The name; an agent is marked as one, since a server can have the same name. */
function titleOf({ name, kind }: ServerReport): string {
  return kind === 'agent' ? `${plain(name)} (agent)` : plain(name);
}

function serverLines(server: ServerReport): readonly string[] {
  const { from, state, approval, canSee, cannotSee, namedByDefinition, running, called } = server;
  return [
    `## ${titleOf(server)}`,
    '',
    `From: ${plain(from)}. State: ${state}. Definition: ${approvalText[approval]}.`,
    ...section(
      'Can see, in this order:',
      canSee.map(({ name: folder, uri, allowed, since, through }) => {
        const whole = through === undefined ? '' : `, with ${code(through)}, in which it lies`;
        const howLong = allowed === 'session' ? 'allowed in this session' : 'always allowed';
        return `${plain(folder)} ${code(uri)}: ${howLong}, since ${moment(since)}${whole}`;
      }),
    ),
    ...section(
      'Cannot see:',
      cannotSee.map(({ folder, path, why }) => `${plain(folder)} ${code(path)}: ${plain(why)}`),
    ),
    ...section(
      'Its definition itself names, and so its launch tells it of:',
      namedByDefinition.map(({ path, allowed }) => `${code(path)} (${allowed ? 'allowed' : 'not allowed'})`),
    ),
    ...(running.length === 0 ? [] : ['', 'Was told, and still runs:', '', ...running.flatMap(sessionLines)]),
    ...section('Its tools that were called in this window:', called.map(calledLine)),
  ];
}

function calledLine({ tool, times, last, ends }: ServerReport['called'][number]): string {
  const how = ends === undefined ? '' : `: ${callEndsText(ends)}`;
  return `${code(tool)} ${countOf(times, 'time')}, last ${moment(last)}${how}`;
}

const approvalText = {
  'not needed': 'comes with the extension',
  approved: 'approved',
  new: 'not approved yet',
  changed: 'changed since it was approved',
  'other program': 'its program changed since it was approved',
  'runs elsewhere': 'approved when it ran in another folder',
  'cannot be used': 'cannot be used',
} as const;

function sessionLines({ server, client, place, since, told }: SessionReport): readonly string[] {
  const whose = client === 'this window' ? '' : ` for ${plain(client)}`;
  const lines = told.map(({ uri, by, at }) => `  - ${code(uri)} ${wayText(by)}, ${moment(at)}`);
  return [
    `- ${plain(server)}, ${plain(placeText(place))}${whose}, since ${moment(since)}${told.length === 0 ? ': of no folder' : ':'}`,
    ...lines,
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, '', ...lines.map((line) => `- ${line}`)];
}

function moment(iso: string): string {
  return wholeMomentText(Date.parse(iso));
}

/** Text of others that stays text in Markdown. */
function plain(text: string): string {
  return displayText(text, 300).replaceAll(/[\\`*_{}[\]<>|#~&]/g, '\\$&');
}

/** Text of others in a code span, which no backtick in it can end. */
function code(text: string): string {
  return `\`${displayText(text, 500).replaceAll('`', 'ˋ').replaceAll('|', '¦')}\``;
}
