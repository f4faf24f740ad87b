import type { Address } from '../elicitation/address';
import type { FieldValue, Form } from '../elicitation/form';
import type { CutAnswer } from '../sampling/answerCutter';
import type { ModelChoice, OfferedModel } from '../sampling/modelChoice';
import type { SamplingRequest } from '../sampling/samplingRequest';
import type { AskingServer } from './askingServer';

/**
 * What a host needs a user interface for: asking the user, and using a language model. When the signal is aborted,
 * every method ends, and removes what it shows.
 */
export interface HostFeatures {
  readonly sampling: SamplingFace;
  readonly elicitation: ElicitationFace;
}

/** A sampling request as the user is asked about it. */
export interface RequestReview {
  readonly server: AskingServer;
  readonly request: SamplingRequest;
  readonly models: readonly OfferedModel[];
  readonly choice: ModelChoice;
  /** Sentences on parts of the request that are not followed. */
  readonly notes: readonly string[];
}

/** A sampling request that the user has approved, maybe after changing it. */
export interface ReviewedRequest {
  readonly request: SamplingRequest;
  readonly model: OfferedModel;
}

/** Language models, and the user's approval of what they are asked. */
export interface SamplingFace {
  /** Every model that is available now. */
  models(): Promise<readonly OfferedModel[]>;
  /** @returns undefined when the user rejects it */
  review(review: RequestReview, signal: AbortSignal): Promise<ReviewedRequest | undefined>;
  /**
   * The model's answer, piece by piece.
   * @throws {RequestRefusal} with the reason, when the model cannot or may not answer
   */
  answer(model: OfferedModel, request: SamplingRequest, signal: AbortSignal): AsyncIterable<string>;
  /** Tokens as the model counts them; for a request, of all its messages. */
  countTokens(model: OfferedModel, of: string | SamplingRequest, signal: AbortSignal): Promise<number>;
  /** @returns the text to send to the server; undefined when the user rejects it */
  reviewAnswer(
    server: AskingServer,
    model: OfferedModel,
    answer: CutAnswer,
    signal: AbortSignal,
  ): Promise<string | undefined>;
}

/** What the user does with a question: answers it, declines, or closes it (MCP, client/elicitation). */
export type FormAnswer =
  | { readonly action: 'accept'; readonly values: ReadonlyMap<string, FieldValue> }
  | { readonly action: 'decline' | 'cancel' };

/** Puts the questions of servers to the user. */
export interface ElicitationFace {
  fillForm(server: AskingServer, form: Form, signal: AbortSignal): Promise<FormAnswer>;
  /** Shows the URL, and opens it if the user agrees. */
  openAddress(
    server: AskingServer,
    address: Address,
    signal: AbortSignal,
  ): Promise<'accept' | 'decline' | 'cancel'>;
  /** The server reports that what the URL was opened for is done. */
  completed(server: AskingServer, address: Address): void;
}
