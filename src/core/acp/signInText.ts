import type { Launch } from '../servers/launch';
import { displayText } from '../text';
import type { AuthMethod } from './authMethod';
import { commandLine } from './command';

/** What a dialog surely shows whole, in characters and in lines. */
const mostCharacters = 1000;
const mostLines = 20;

/**
 * All of what runs for a user to sign in, nothing cut and nothing unseen: as the approved definition has it, with what
 * the method adds. Answers to inputs of the definition stand in what is really run, and are not shown.
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

/** Whether a dialog shows all of a text; what does not fit has to be read elsewhere before it is agreed to. */
export function fitsDialog(text: string): boolean {
  return text.length <= mostCharacters && text.split('\n').length <= mostLines;
}
