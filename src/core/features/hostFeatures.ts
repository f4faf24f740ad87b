import type { Address } from '../elicitation/address';
import type { FieldValue, Form } from '../elicitation/form';
import type { CutAnswer } from '../sampling/answerCutter';
import type { ModelChoice, OfferedModel } from '../sampling/modelChoice';
import type { SamplingRequest } from '../sampling/samplingRequest';
import type { AskingServer } from './askingServer';

/**
 * What a host without a face cannot do for a server: ask its user, and reach a language model. Every method gives up,
 * and takes away what it shows, once the signal is aborted.
 */
export interface HostFeatures {
  readonly sampling: SamplingFace;
  readonly elicitation: ElicitationFace;
}

/** A request as the user is asked about it. */
export interface RequestReview {
  readonly server: AskingServer;
  readonly request: SamplingRequest;
  readonly models: readonly OfferedModel[];
  readonly choice: ModelChoice;
  /** What of the request is not heeded, a sentence each. */
  readonly notes: readonly string[];
}

/** A request as the user lets it go. */
export interface ReviewedRequest {
  readonly request: SamplingRequest;
  readonly model: OfferedModel;
}

/** Language models, and the user's word about what they are asked. */
export interface SamplingFace {
  /** Every model that is there now. */
  models(): Promise<readonly OfferedModel[]>;
  /** @returns undefined for the user's no */
  review(review: RequestReview, signal: AbortSignal): Promise<ReviewedRequest | undefined>;
  /**
   * The model's answer, piece by piece.
   * @throws {RequestRefusal} with the reason, when the model cannot or may not answer
   */
  answer(model: OfferedModel, request: SamplingRequest, signal: AbortSignal): AsyncIterable<string>;
  /** As the model counts; of a request, all of its messages. */
  countTokens(model: OfferedModel, of: string | SamplingRequest, signal: AbortSignal): Promise<number>;
  /** @returns the text that goes to the server; undefined for the user's no */
  reviewAnswer(
    server: AskingServer,
    model: OfferedModel,
    answer: CutAnswer,
    signal: AbortSignal,
  ): Promise<string | undefined>;
}

/** What the user does with a question: sends an answer, declines to, or leaves it (MCP, client/elicitation). */
export type FormAnswer =
  | { readonly action: 'accept'; readonly values: ReadonlyMap<string, FieldValue> }
  | { readonly action: 'decline' | 'cancel' };

/** The user, for the questions of servers. */
export interface ElicitationFace {
  fillForm(server: AskingServer, form: Form, signal: AbortSignal): Promise<FormAnswer>;
  /** Shows where it leads, and opens it if the user says so. */
  openAddress(
    server: AskingServer,
    address: Address,
    signal: AbortSignal,
  ): Promise<'accept' | 'decline' | 'cancel'>;
  /** The server says that what the address was for is done. */
  completed(server: AskingServer, address: Address): void;
}
