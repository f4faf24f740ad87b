import type { LogLevel } from './logLevel';
import type { StopReason } from '../sampling/answerCutter';

/** The capabilities that are declared to a server. */
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
 * What the extension's own client does with requests and notifications of one server. Anything thrown other than
 * `RequestRefusal` is a bug of this side, and its text is not meant for the server.
 */
export interface ServerRequests {
  /** As the switches were when the run of the server was made. */
  readonly declares: DeclaredFeatures;
  /** From which level on the server is to send log messages; undefined: nothing is asked of it. */
  readonly logLevel: LogLevel | undefined;
  sample(params: unknown, signal: AbortSignal): Promise<SamplingResult>;
  elicit(params: unknown, signal: AbortSignal): Promise<ElicitationResult>;
  /** The parameters of `notifications/elicitation/complete`. */
  elicitationCompleted(params: unknown): void;
  /** The parameters of `notifications/message`. */
  logged(params: unknown): void;
  /**
   * To be called when a request has failed. If URLs have to be opened first (error -32042), offers them to the user.
   * @returns whether the user opened all of them, so that the request may succeed if made again; undefined when it
   * failed for another reason
   */
  offerAddresses(error: unknown, signal: AbortSignal): Promise<boolean | undefined>;
}
