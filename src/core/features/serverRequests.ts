import type { LogLevel } from './logLevel';
import type { StopReason } from '../sampling/answerCutter';

/** What is declared to a server of what it may ask. */
export interface DeclaredFeatures {
  readonly sampling: boolean;
  readonly elicitation: boolean;
}

/** The result of `sampling/createMessage`. */
export interface SamplingResult {
  readonly model: string;
  readonly stopReason: StopReason;
  readonly role: 'assistant';
  readonly content: { readonly type: 'text'; readonly text: string };
}

/** The result of `elicitation/create`. */
export interface ElicitationResult {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, string | number | boolean | string[]>>;
}

/**
 * What the extension's own client does with what one server asks and says. What it throws besides `RequestRefusal` is a
 * bug of ours, and none of the server's business.
 */
export interface ServerRequests {
  /** As it is at the moment of connecting. */
  readonly declares: DeclaredFeatures;
  /** From which level on the server is to send log messages; undefined: as it likes. */
  readonly logLevel: LogLevel | undefined;
  sample(params: unknown, signal: AbortSignal): Promise<SamplingResult>;
  elicit(params: unknown, signal: AbortSignal): Promise<ElicitationResult>;
  /** The parameters of `notifications/elicitation/complete`. */
  elicitationCompleted(params: unknown): void;
  /** The parameters of `notifications/message`. */
  logged(params: unknown): void;
  /**
   * A request has failed. Offers the addresses that must be opened first, if it is that (error -32042).
   * @returns whether the user opened all of them, so that the request may succeed when it is made again; undefined
   *   when it failed for something else
   */
  offerAddresses(error: unknown, signal: AbortSignal): Promise<boolean | undefined>;
}
