import { scopeText, type ServerDefinition } from '../servers/definition';
import type { Launch } from '../servers/launch';
import { displayText } from '../text';

/** Characters: a record of an approval has to stay readable for its store. */
const longestSummary = 60_000;

/**
 * Everything that the fingerprint covers, in words, a line each, so that two of them can be laid side by side.
 * @param markOf a keyed mark of a value that is not shown, another one for another value
 */
export function definitionSummary(
  { name, scope, roots }: ServerDefinition,
  { executable, args, cwd, env }: Launch,
  markOf: (variable: string, value: string) => string,
): string {
  const variables = Object.entries(env)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([key, value]) =>
        `  ${whole(key)}  ${value === null ? '(taken away)' : `(mark ${markOf(key, value)})`}`,
    );
  return [
    `Server: ${whole(name)}`,
    `From: ${scopeText(scope)}`,
    `Program: ${whole(executable)}`,
    'Arguments:',
    ...listed(args.map((arg) => `  ${whole(arg)}`)),
    'Environment variables besides the minimal ones (a value is not shown; its mark changes with it):',
    ...listed(variables),
    `Working directory: ${cwd === undefined ? 'the first folder that it may see, else an empty one' : whole(cwd)}`,
    `Told of roots: ${roots.declare ? 'yes' : 'no'}`,
    `Folder that goes first: ${roots.primary === undefined ? 'the first of the workspace' : whole(roots.primary)}`,
    `When a folder is withdrawn: ${roots.onRevoke === 'restart' ? 'started again' : 'notified'}`,
    `With no folder allowed: ${roots.whenEmpty === 'start' ? 'starts' : 'waits for the first one'}`,
  ].join('\n');
}

/** As much of a summary as is kept with an approval. */
export function keptSummary(summary: string): string {
  if (summary.length <= longestSummary) return summary;
  return `${summary.slice(0, longestSummary)}\n… (longer than what is kept with an approval)`;
}

function whole(text: string): string {
  return displayText(text, Number.MAX_SAFE_INTEGER);
}

function listed(lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? lines : ['  none'];
}
