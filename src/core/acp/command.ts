import type { RealPath } from '../roots/realPath';
import { displayText } from '../text';

/** Everything that identifies a program to run: two that differ in any of it are two programs. */
export interface Program {
  /** The absolute path of what is executed. */
  readonly executable: string;
  readonly args: readonly string[];
  /** Variables that the agent adds to the minimal environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: RealPath;
}

/** A program that an agent asks this window to run, as the user is asked about it. */
export interface CommandQuestion extends Program {
  /** As the agent names it: nothing is looked up on the disk before the user has answered. */
  readonly executable: string;
  readonly agent: string;
  readonly sessionId: string;
  /** The folder of the session in which the working directory lies. */
  readonly root: RealPath;
}

/** `session`: run it now, and exactly the same program again in this session without asking. */
export type CommandAnswer = 'once' | 'session' | 'no';

/**
 * Asks the user. A program can do whatever the user can: no folder limits it.
 * @param signal aborts when the answer comes too late
 */
export type AskCommand = (question: CommandQuestion, signal: AbortSignal) => Promise<CommandAnswer>;

/** A text that is equal for equal programs only. */
export function programKey({ executable, args, env, cwd }: Program): string {
  const variables = Object.entries(env).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([executable, args, variables, cwd]);
}

/**
 * A program and its arguments in one line, fit to be shown. An argument with special characters is quoted, so that it
 * can be seen where each one ends. For people to read, not for a shell.
 */
export function commandLine(
  { executable, args }: Pick<Program, 'executable' | 'args'>,
  length = 500,
): string {
  const parts = [executable, ...args].map((each) => (plain.test(each) ? each : JSON.stringify(each)));
  return displayText(parts.join(' '), length);
}

/**
 * Whether a line of this length shows a program completely. Environment variables are not part of the line: a program
 * that has some never fits.
 * @param length characters, after invisible ones are escaped
 */
export function fitsLine(program: Pick<Program, 'executable' | 'args' | 'env'>, length: number): boolean {
  return (
    Object.keys(program.env).length === 0 && commandLine(program, Number.POSITIVE_INFINITY).length <= length
  );
}

const plain = /^[\p{L}\p{N}_@%+=:,./\\~^-]+$/u;
