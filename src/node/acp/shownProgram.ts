import type { Program } from '../../core/acp/command';
import type { Event } from '../../core/event';

/** How a program ended. */
export interface CommandExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** A program that runs for an agent, as it is shown to the user in a terminal. */
export interface RunningProgram extends Program {
  /** The agent's id of its terminal. */
  readonly id: string;
  /** Its output so far, as much as is kept. */
  readonly said: () => string;
  /** Fires with its output as it comes, never with parts of characters. */
  readonly onDidSay: Event<string>;
  /** Resolves once it has ended and its output is complete. */
  readonly exit: Promise<CommandExit>;
  /** Ends it; its output can still be read. Resolves when nothing of it is left. */
  readonly kill: () => Promise<void>;
}

/** A program, and the session that it runs for. */
export interface ShownProgram extends RunningProgram {
  /** As the user knows it. */
  readonly agent: string;
  readonly sessionId: string;
}

/** Shows a program to the user, who can watch it or end it. */
export type ShowProgram = (program: ShownProgram) => void;
