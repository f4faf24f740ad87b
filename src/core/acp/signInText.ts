import type { Launch } from '../servers/launch';
import { displayText } from '../text';
import type { AuthMethod } from './authMethod';
import { commandLine } from './command';

/** What a dialog can show without cutting it. */
const mostCharacters = 1000;
const mostLines = 20;

/**
 * The complete command with which a user signs in, nothing cut and nothing invisible: the launch of the approved
 * definition with what the sign-in method adds. Answers to inputs of the definition are not shown; only the real
 * command has them.
 */
export function signInText(
  launch: Launch | undefined,
  { args, env }: Pick<AuthMethod & { readonly kind: 'terminal' }, 'args' | 'env'>,
): string {
  const whole = (text: string) => displayText(text, Number.POSITIVE_INFINITY);
  const { executable, args: own, cwd } = launch?.kind === 'process' ? launch : nothing;
  const where = cwd === undefined ? 'an empty folder of this extension' : whole(cwd);
  return [
    commandLine({ executable, args: [...own, ...args] }, Number.POSITIVE_INFINITY),
    ...Object.entries(env).map(([key, value]) => whole(`with ${key}=${value}`)),
    '',
    `It works in ${where}, and can do whatever you can.`,
  ].join('\n');
}

const nothing = { executable: '', args: [], cwd: undefined };

/** Whether a dialog can show the whole text; else the user has to read it elsewhere before agreeing. */
export function fitsDialog(text: string): boolean {
  return text.length <= mostCharacters && text.split('\n').length <= mostLines;
}
