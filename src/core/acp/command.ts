import type { RealPath } from '../roots/realPath';

/** A program that an agent wants this window to run, for the user who is asked. */
export interface CommandQuestion {
  readonly agent: string;
  readonly sessionId: string;
  /** The program by its absolute path, and its arguments, fit to be shown. */
  readonly commandLine: string;
  readonly cwd: RealPath;
  /** The folder of the session that it lies in. */
  readonly root: RealPath;
}

/** `session`: this one, and every other of this session without being asked. */
export type CommandAnswer = 'once' | 'session' | 'no';

/** Asks the user. A program can do whatever the user can: no folder bounds it. @param signal aborts when it is too late */
export type AskCommand = (question: CommandQuestion, signal: AbortSignal) => Promise<CommandAnswer>;
