import type { RealPath } from '../roots/realPath';
import { displayText } from '../text';

/** What a program is, before it is run: whatever of this differs is another program. */
export interface Program {
  /** The absolute path of what is executed. */
  readonly executable: string;
  readonly args: readonly string[];
  /** What the agent adds to the minimal environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: RealPath;
}

/** A program that an agent wants this window to run, for the user who is asked. */
export interface CommandQuestion extends Program {
  /** As the agent names it: nothing is looked for on the disk before the user has answered. */
  readonly executable: string;
  readonly agent: string;
  readonly sessionId: string;
  /** The folder of the session that it lies in. */
  readonly root: RealPath;
}

/** `session`: this one, and the very same again in this session without being asked. */
export type CommandAnswer = 'once' | 'session' | 'no';

/** Asks the user. A program can do whatever the user can: no folder bounds it. @param signal aborts when it is too late */
export type AskCommand = (question: CommandQuestion, signal: AbortSignal) => Promise<CommandAnswer>;

/** What tells programs apart. */
export function programKey({ executable, args, env, cwd }: Program): string {
  const variables = Object.entries(env).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([executable, args, variables, cwd]);
}

/**
 * A program and its arguments in one line, fit to be shown: an argument that does not stand for itself is in quotes, so
 * that it can be seen where each one ends. It is for eyes, not for a shell.
 */
export function commandLine(
  { executable, args }: Pick<Program, 'executable' | 'args'>,
  length = 500,
): string {
  const parts = [executable, ...args].map((each) => (plain.test(each) ? each : JSON.stringify(each)));
  return displayText(parts.join(' '), length);
}

/**
 * Whether a line of so many characters shows all of a program. Variables have no place in a line, whatever its length.
 * @param length characters, once what is unseen is escaped
 */
export function fitsLine(program: Pick<Program, 'executable' | 'args' | 'env'>, length: number): boolean {
  return (
    Object.keys(program.env).length === 0 && commandLine(program, Number.POSITIVE_INFINITY).length <= length
  );
}

const plain = /^[\p{L}\p{N}_@%+=:,./\\~^-]+$/u;
