import { addressStaysHere, leavesText } from '../servers/address';
import { inputTitle } from '../inputs/inputDefinition';
import type { AgentSwitches } from '../servers/agentSwitches';
import { scopeText, type OAuthClient, type RootsOptions, type ServerDefinition } from '../servers/definition';
import type { AddressLaunch, Launch, ProcessLaunch } from '../servers/launch';
import { lateVariables, type LateVariable } from '../servers/lateVariables';
import { placeholderOf } from '../servers/placeholders';
import { displayText, linesOrNone } from '../text';
import { valueText } from './valueText';

/** Characters: a record of an approval has to stay readable for its store. */
const longestSummary = 60_000;

/** A keyed mark of a value that is not shown, another one for another value. */
type MarkOf = (variable: string, value: string) => string;

/** What is said of the value of a variable behind its mark. */
type ValueOf = (variable: string, value: string) => string;

const variablesHeading = 'Environment variables besides the minimal ones';
/** As it is kept, also by version 0.2.0. */
const keptHeading = `${variablesHeading} (a value is not shown; its mark changes with it):`;
const shownHeading = `${variablesHeading} (a value that looks like a secret is not shown; its mark changes with it):`;

/**
 * Everything that the fingerprint covers, in words, for whoever approves it: with the values of variables that do not look like
 * secrets. Never to be kept.
 */
export function definitionSummary(definition: ServerDefinition, launch: Launch, markOf: MarkOf): string {
  const { transport } = definition;
  const written = transport.type === 'stdio' ? transport.env : {};
  const shown = summary(
    definition,
    launch,
    markOf,
    (variable, value) => `  ${whole(valueText(variable, value, written[variable] ?? ''))}`,
  );
  return shown.replace(keptHeading, shownHeading);
}

/**
 * The same as it may be kept with an approval, and laid beside a later one: line by line as `definitionSummary`, with
 * nothing of a value but its mark.
 */
export function summaryToKeep(definition: ServerDefinition, launch: Launch, markOf: MarkOf): string {
  return summary(definition, launch, markOf, () => '');
}

/**
 * The definition as it is now, to be laid beside the one that was approved: values stand only in lines that are new, since of the
 * one before none is known.
 * @param before as it was kept
 * @param now as it would be kept
 * @param shown the same with values
 */
export function besideBefore(before: string, now: string, shown: string): string {
  const known = new Set(before.split('\n'));
  const withValues = shown.split('\n');
  const lines = now.split('\n').map((line, at) => (known.has(line) ? line : (withValues[at] ?? line)));
  const hasValues = lines.some((line) => line !== keptHeading && !now.includes(line));
  return lines.map((line) => (hasValues && line === keptHeading ? shownHeading : line)).join('\n');
}

function summary(
  { name, scope, transport, roots, inputs, agent }: ServerDefinition,
  launch: Launch,
  markOf: MarkOf,
  valueOf: ValueOf,
): string {
  return [
    `${agent === undefined ? 'Server' : 'Agent'}: ${whole(name)}`,
    `From: ${scopeText(scope)}`,
    ...(launch.kind === 'process'
      ? processLines(
          launch,
          (variable, value) => `${markText(markOf(variable, value))}${valueOf(variable, value)}`,
        )
      : addressLines(launch, markOf)),
    ...lateLines(transport, inputs),
    ...(agent === undefined ? rootsLines(roots, launch) : agentLines(roots, agent)),
  ].join('\n');
}

function rootsLines(roots: RootsOptions, launch: Launch): readonly string[] {
  return [
    `Told of roots: ${roots.declare ? 'yes' : 'no'}`,
    `Folder that goes first: ${roots.primary === undefined ? 'the first of the workspace' : whole(roots.primary)}`,
    ...(roots.files === undefined ? [] : ['Takes single files: yes']),
    ...(roots.schemes === undefined ? [] : [`Takes addresses of: ${roots.schemes.map(whole).join(', ')}`]),
    `When a folder is withdrawn: ${roots.onRevoke === 'restart' ? withdrawnText[launch.kind] : 'notified'}`,
    `With no folder allowed: ${roots.whenEmpty === 'start' ? 'starts' : 'waits for the first one'}`,
  ];
}

function agentLines(
  { primary }: RootsOptions,
  { readsFiles, writesFiles, missingIsEmpty }: AgentSwitches,
): readonly string[] {
  return [
    `Folder that goes first: ${primary === undefined ? 'the first of the workspace' : whole(primary)}`,
    `Is given files by this window: ${readsFiles ? 'yes' : 'no'}`,
    `Has this window write files: ${writesFiles ? 'yes' : 'no'}`,
    `A file that is not there: ${missingIsEmpty ? 'given as an empty text' : 'said to be missing'}`,
  ];
}

const withdrawnText = {
  process: 'started again',
  address: 'its session is ended and another begun; what it was told cannot be untold',
} as const;

function processLines({ executable, args, cwd, env }: ProcessLaunch, textOf: ValueOf): readonly string[] {
  return [
    `Program: ${whole(executable)}`,
    'Arguments:',
    ...linesOrNone(args.map((arg) => `  ${whole(arg)}`)),
    keptHeading,
    ...linesOrNone(marked(env, textOf)),
    `Working directory: ${cwd === undefined ? 'an empty one of its own' : whole(cwd)}`,
  ];
}

function addressLines({ type, url, headers, oauth }: AddressLaunch, markOf: MarkOf): readonly string[] {
  return [
    `Address: ${whole(url)}`,
    `Spoken to by: ${type === 'http' ? 'Streamable HTTP' : 'HTTP with server-sent events, as before 2025'}`,
    `Where it is: ${addressStaysHere(url) ? 'on this machine' : `elsewhere. ${leavesText}.`}`,
    'Headers (a value is not shown; its mark changes with it):',
    ...linesOrNone(marked(headers, (header, value) => markText(markOf(header, value)))),
    ...(oauth === undefined ? [] : signInLines(oauth, markOf)),
  ];
}

/** What is put in only at a start, which is no part of what is approved; where it is put in is. */
function lateLines(
  transport: ServerDefinition['transport'],
  inputs: ServerDefinition['inputs'],
): readonly string[] {
  const late = lateVariables(transport);
  if (late.length === 0) return [];
  const what = ({ name }: LateVariable) => {
    const input = inputs.find(({ id }) => `input:${id}` === name);
    if (input !== undefined) return `  your answer to “${whole(inputTitle(input))}”`;
    const placeholder = placeholderOf(name);
    return placeholder === undefined ? '' : `  ${placedText[placeholder.kind]}`;
  };
  return [
    'Put in at each start, and not a part of what is approved:',
    ...late.map((each) => `  ${whole(each.at.join('.'))}  \${${whole(each.name)}}${what(each)}`),
  ];
}

const placedText = {
  each: 'the folders that it may see then, an argument for each',
  joined: 'the folders that it may see then, in one text',
  named: 'the folder of this name, if it may see it then',
  primary: 'the first folder that it may see then',
} as const;

function signInLines({ clientId, clientSecret, scopes }: OAuthClient, markOf: MarkOf): readonly string[] {
  return [
    `Signs in as: ${clientId === undefined ? 'an application that it registers' : whole(clientId)}`,
    ...(clientSecret === undefined
      ? []
      : [`Secret of that application: (mark ${markOf('clientSecret', clientSecret)})`]),
    ...(scopes === undefined ? [] : [`Asks for: ${whole(scopes.join(' '))}`]),
  ];
}

/** As much of a summary as is kept with an approval. */
export function keptSummary(summary: string): string {
  if (summary.length <= longestSummary) return summary;
  return `${summary.slice(0, longestSummary)}\n… (longer than what is kept with an approval)`;
}

function marked(values: Readonly<Record<string, string | null>>, textOf: ValueOf): readonly string[] {
  return Object.entries(values)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `  ${whole(key)}  ${value === null ? '(taken away)' : textOf(key, value)}`);
}

function markText(mark: string): string {
  return `(mark ${mark})`;
}

function whole(text: string): string {
  return displayText(text, Number.MAX_SAFE_INTEGER);
}
