import type { Program } from '../../core/acp/command';
import type { Event } from '../../core/event';

/** How a program ended. */
export interface CommandExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** A program that runs for an agent, for a terminal in which the user looks on. */
export interface RunningProgram extends Program {
  /** As the agent knows its terminal. */
  readonly id: string;
  /** What it has said so far, as much as is kept. */
  readonly said: () => string;
  /** Fires with what it says, as it comes, whole characters only. */
  readonly onDidSay: Event<string>;
  /** Resolves once it has ended, and has said all. */
  readonly exit: Promise<CommandExit>;
  /** Ends it; what it said can still be read. Resolves when nothing of it is left. */
  readonly kill: () => Promise<void>;
}

/** A program of a session. */
export interface ShownProgram extends RunningProgram {
  /** As the user knows it. */
  readonly agent: string;
  readonly sessionId: string;
}

/** Shows a program to the user, who only looks on, or ends it. */
export type ShowProgram = (program: ShownProgram) => void;
