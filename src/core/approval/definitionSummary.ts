import { addressStaysHere, leavesText } from '../servers/address';
import { scopeText, type OAuthClient, type ServerDefinition } from '../servers/definition';
import type { Launch } from '../servers/launch';
import { placeholderOf } from '../servers/placeholders';
import { displayText, linesOrNone } from '../text';
import { definitionFacts, type DefinitionFacts, type MarkOf } from './definitionFacts';
import { valueText } from './valueText';

/** A definition as kept with its approval: facts; a text where these are too long, and by versions until 0.2.0. */
export type KeptDefinition = DefinitionFacts | string;

/** Characters: a record of an approval has to stay readable for its store. */
const longestSummary = 60_000;

/** The text behind the mark of a variable, which tells its value. */
type ValueOf = (variable: string) => string;

const variablesHeading = 'Environment variables besides the minimal ones';
/** The heading in texts that are kept; version 0.2.0 wrote it too. */
const keptHeading = `${variablesHeading} (a value is not shown; its mark changes with it):`;
const shownHeading = `${variablesHeading} (a value that looks like a secret is not shown; its mark changes with it):`;

/**
 * Everything that the fingerprint covers, in words, for whoever approves it: with the values of variables that do not
 * look like secrets. Never to be kept.
 */
export function definitionSummary(definition: ServerDefinition, launch: Launch, markOf: MarkOf): string {
  const { transport } = definition;
  const written = transport.type === 'stdio' ? transport.env : {};
  const values = launch.kind === 'process' ? launch.env : {};
  const shown = factsText(
    definitionFacts(definition, launch, markOf),
    (variable) => `  ${whole(valueText(variable, values[variable] ?? '', written[variable] ?? ''))}`,
  );
  return shown.replace(keptHeading, shownHeading);
}

/**
 * What is kept with an approval, in the words of this version, to be shown beside a later one: line by line as
 * `definitionSummary`, with only marks of values.
 */
export function keptText(kept: KeptDefinition): string {
  return typeof kept === 'string' ? kept : factsText(kept, () => '');
}

/** As much of a definition as is kept with an approval. */
export function toKeep(given: KeptDefinition): KeptDefinition {
  if (typeof given !== 'string' && JSON.stringify(given).length <= longestSummary) return given;
  const text = keptText(given);
  if (text.length <= longestSummary) return text;
  return `${text.slice(0, longestSummary)}\n… (longer than what is kept with an approval)`;
}

/**
 * The definition as it is now, to be shown beside the approved one. Values stand only in lines that are new, since no
 * values of the approved one are known.
 * @param before the approved one, as it was kept
 * @param now this one, as it would be kept
 * @param shown this one, with values
 */
export function besideBefore(before: string, now: string, shown: string): string {
  const known = new Set(before.split('\n'));
  const withValues = shown.split('\n');
  const lines = now.split('\n').map((line, at) => (known.has(line) ? line : (withValues[at] ?? line)));
  const hasValues = lines.some((line) => line !== keptHeading && !now.includes(line));
  return lines.map((line) => (hasValues && line === keptHeading ? shownHeading : line)).join('\n');
}

type FactsOf<K> = Extract<DefinitionFacts['launch'], { readonly kind: K }>;

function factsText({ name, scope, launch, late, roots, agent }: DefinitionFacts, valueOf: ValueOf): string {
  return [
    `${agent === undefined ? 'Server' : 'Agent'}: ${whole(name)}`,
    `From: ${scopeText(scope)}`,
    ...(launch.kind === 'process' ? processLines(launch, valueOf) : addressLines(launch)),
    ...lateLines(late),
    ...(agent === undefined ? rootsLines(roots, launch) : agentLines(roots, agent)),
  ].join('\n');
}

function rootsLines(roots: DefinitionFacts['roots'], launch: DefinitionFacts['launch']): readonly string[] {
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
  { primary }: DefinitionFacts['roots'],
  { readsFiles, writesFiles, missingIsEmpty }: NonNullable<DefinitionFacts['agent']>,
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

function processLines(
  { executable, args, cwd, env }: FactsOf<'process'>,
  valueOf: ValueOf,
): readonly string[] {
  return [
    `Program: ${whole(executable)}`,
    'Arguments:',
    ...linesOrNone(args.map((arg) => `  ${whole(arg)}`)),
    keptHeading,
    ...linesOrNone(marked(env, valueOf)),
    `Working directory: ${cwd === undefined ? 'an empty one of its own' : whole(cwd)}`,
  ];
}

function addressLines({ type, url, headers, oauth }: FactsOf<'address'>): readonly string[] {
  return [
    `Address: ${whole(url)}`,
    `Spoken to by: ${type === 'http' ? 'Streamable HTTP' : 'HTTP with server-sent events, as before 2025'}`,
    `Where it is: ${addressStaysHere(url) ? 'on this machine' : `elsewhere. ${leavesText}.`}`,
    'Headers (a value is not shown; its mark changes with it):',
    ...linesOrNone(marked(headers, () => '')),
    ...(oauth === undefined ? [] : signInLines(oauth)),
  ];
}

function lateLines(late: DefinitionFacts['late']): readonly string[] {
  if (late.length === 0) return [];
  const what = ({ name, asks }: DefinitionFacts['late'][number]) => {
    if (asks !== undefined) return `  your answer to “${whole(asks)}”`;
    const placeholder = placeholderOf(name);
    return placeholder === undefined ? '' : `  ${placedText[placeholder.kind]}`;
  };
  return [
    'Put in at each start, and not a part of what is approved:',
    ...late.map((each) => `  ${whole(each.at)}  \${${whole(each.name)}}${what(each)}`),
  ];
}

const placedText = {
  each: 'the folders that it may see then, an argument for each',
  joined: 'the folders that it may see then, in one text',
  named: 'the folder of this name, if it may see it then',
  primary: 'the first folder that it may see then',
} as const;

function signInLines({ clientId, clientSecret, scopes }: OAuthClient): readonly string[] {
  return [
    `Signs in as: ${clientId === undefined ? 'an application that it registers' : whole(clientId)}`,
    ...(clientSecret === undefined ? [] : [`Secret of that application: ${markText(clientSecret)}`]),
    ...(scopes === undefined ? [] : [`Asks for: ${whole(scopes.join(' '))}`]),
  ];
}

function marked(marks: Readonly<Record<string, string | null>>, valueOf: ValueOf): readonly string[] {
  return Object.entries(marks)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([key, mark]) =>
        `  ${whole(key)}  ${mark === null ? '(taken away)' : `${markText(mark)}${valueOf(key)}`}`,
    );
}

function markText(mark: string): string {
  return `(mark ${mark})`;
}

function whole(text: string): string {
  return displayText(text, Number.MAX_SAFE_INTEGER);
}
