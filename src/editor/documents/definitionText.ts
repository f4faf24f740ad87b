import { scopeText } from '../../core/servers/definition';
import { displayText } from '../../core/text';
import type { ManagedServer } from '../../node/servers/managedServer';

const untruncated = Number.MAX_SAFE_INTEGER;

/** The whole definition as it would be started; nothing is cut. Values of the environment are not shown. */
export function definitionText({ name, definition, prepared, fault, named }: ManagedServer): string {
  const whole = (text: string) => displayText(text, untruncated);
  const head = [whole(name), `From: ${scopeText(definition.scope)}`];
  if (fault !== undefined) head.push(`Cannot be used: ${whole(fault.why)}`);
  if (prepared === undefined) return head.join('\n');
  const { executable, args, env, cwd } = prepared.launch;
  const variables = Object.entries(env).map(
    ([key, value]) => `  ${whole(key)}${value === null ? ' (taken away)' : ''}`,
  );
  return [
    ...head,
    '',
    'It runs with your privileges.',
    'MCP Roots tells it of the folders that you allow; it does not fence it in.',
    '',
    `Program: ${whole(executable)}`,
    'Arguments:',
    ...listed(args.map((arg) => `  ${whole(arg)}`)),
    'Environment variables besides the minimal ones:',
    ...listed(variables),
    `Working directory: ${cwd === undefined ? 'the first folder that it may see, else an empty one' : whole(cwd)}`,
    'Folders that the definition itself names:',
    ...listed(named.map(({ path, granted }) => `  ${whole(path)} (${granted ? 'allowed' : 'not allowed'})`)),
    `Told of roots: ${definition.roots.declare ? 'yes' : 'no'}`,
    `When a folder is withdrawn: ${definition.roots.onRevoke === 'restart' ? 'started again' : 'notified'}`,
  ].join('\n');
}

function listed(lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? lines : ['  none'];
}
