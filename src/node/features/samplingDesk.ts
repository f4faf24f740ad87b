import { Emitter } from '../../core/event';
import type { SamplingFace } from '../../core/features/hostFeatures';
import { RequestLimit } from '../../core/features/requestLimit';
import { RequestRefusal } from '../../core/session/requestRefusal';
import type { Sampling } from '../../core/features/serverSwitches';
import type { SamplingResult } from '../../core/features/serverRequests';
import { AnswerCutter, type CutAnswer } from '../../core/sampling/answerCutter';
import { chooseModel, type ModelChoice, type OfferedModel } from '../../core/sampling/modelChoice';
import { samplingNotes } from '../../core/sampling/samplingNotes';
import { SamplingTally } from '../../core/sampling/samplingTally';
import { holdsSecret, requestHoldsSecret } from '../../core/sampling/secretsIn';
import {
  countOfContent,
  parseSamplingRequest,
  type SamplingRequest,
} from '../../core/sampling/samplingRequest';
import type { AskingSession, FeatureDeps } from './featureDeps';
import { withinTime } from './withinTime';

/** The result of one request. */
interface Answered {
  readonly model: OfferedModel;
  readonly answer: CutAnswer;
}

/**
 * Answers `sampling/createMessage` (MCP, client/sampling). The user is asked about each request and each answer, unless
 * the server may sample without asking; if either seems to contain a secret, the user is asked in any case. The limits
 * hold for all servers.
 */
export class SamplingDesk {
  readonly tally = new SamplingTally();
  readonly #around: FeatureDeps;
  readonly #counted = new Emitter<string>();
  readonly #limit = new RequestLimit('sampling');

  /** Fires with the id of a server after a model has answered for it. */
  readonly onDidCount = this.#counted.event;

  constructor(around: FeatureDeps) {
    this.#around = around;
  }

  /**
   * @throws {RequestRefusal} with the reason; or the signal's reason, when the request was cancelled or its session has
   * ended
   */
  async sample(session: AskingSession, params: unknown, signal: AbortSignal): Promise<SamplingResult> {
    const { face, clock } = this.#around;
    if (face === undefined || this.#standing(session) === 'off') throw switchedOff();
    const request = this.#capped(parseSamplingRequest(params));
    const end = this.#limit.begin(session.server.fingerprint, clock.now());
    try {
      const { model, answer } = await this.#answered(session, face.sampling, request, signal);
      const { text, stopReason } = answer;
      return { model: model.id, stopReason, role: 'assistant', content: { type: 'text', text } };
    } catch (error) {
      const why = signal.aborted ? 'its request was taken back, or its session ended' : whyRefused(error);
      if (why !== undefined) session.record({ event: 'sampling refused', why });
      throw error;
    } finally {
      end();
    }
  }

  async #answered(
    session: AskingSession,
    face: SamplingFace,
    asked: SamplingRequest,
    signal: AbortSignal,
  ): Promise<Answered> {
    const models = await face.models();
    const choice = chooseModel(models, asked.modelPreferences);
    if (choice === undefined) {
      throw new RequestRefusal('notPossible', 'There is no language model in this editor.');
    }
    const { request, model } = await this.#reviewed(session, face, asked, models, choice, signal);
    this.#mustStillBeOn(session, signal);
    mustBeTakeable(request);
    const answer = await this.#ask(session, face, model, request, signal);
    const text = await this.#reviewedAnswer(session, face, model, answer, signal);
    this.#mustStillBeOn(session, signal);
    return { model, answer: { ...answer, text } };
  }

  /** The request as the user has approved it, where that is needed. */
  async #reviewed(
    session: AskingSession,
    face: SamplingFace,
    request: SamplingRequest,
    models: readonly OfferedModel[],
    choice: ModelChoice,
    signal: AbortSignal,
  ): Promise<{ readonly request: SamplingRequest; readonly model: OfferedModel }> {
    if (this.#standing(session) !== 'ask' && !requestHoldsSecret(request))
      return { request, model: choice.model };
    const { server } = session;
    const review = { server, request, models, choice, notes: samplingNotes(request) };
    const reviewed = await this.#byUser((within) => face.review(review, within), signal);
    return { ...reviewed, request: this.#capped(reviewed.request) };
  }

  async #reviewedAnswer(
    session: AskingSession,
    face: SamplingFace,
    model: OfferedModel,
    answer: CutAnswer,
    signal: AbortSignal,
  ): Promise<string> {
    if (this.#standing(session) !== 'ask' && !holdsSecret(answer.text)) return answer.text;
    return this.#byUser((within) => face.reviewAnswer(session.server, model, answer, within), signal);
  }

  async #byUser<T>(ask: (signal: AbortSignal) => Promise<T | undefined>, signal: AbortSignal): Promise<T> {
    const { userTime } = this.#around.settings();
    const said = await withinTime(ask, signal, userTime, 'The user did not answer in time.');
    if (said === undefined) throw new RequestRefusal('rejectedByUser', 'User rejected sampling request');
    return said;
  }

  async #ask(
    { server, record }: AskingSession,
    face: SamplingFace,
    model: OfferedModel,
    request: SamplingRequest,
    signal: AbortSignal,
  ): Promise<CutAnswer> {
    const { modelTime } = this.#around.settings();
    return withinTime(
      async (within) => {
        const inputTokens = await face.countTokens(model, request, within);
        // What a model answers costs the user something: it is not asked where nobody waits any more.
        within.throwIfAborted();
        if (inputTokens > model.maxInputTokens) throw tooLong(inputTokens, model);
        const answer = await completed(face, model, request, within);
        const outputTokens = await face.countTokens(model, answer.text, within);
        this.tally.count(server.fingerprint, inputTokens, outputTokens);
        this.#counted.fire(server.id);
        record({ event: 'sampled', model: model.id, inputTokens, outputTokens });
        return answer;
      },
      signal,
      modelTime,
      'The language model did not answer in time.',
    );
  }

  #standing({ server }: AskingSession): Sampling {
    return this.#around.switches.of(server.fingerprint).sampling;
  }

  /** It may have been switched off while the user or the model took their time. */
  #mustStillBeOn(session: AskingSession, signal: AbortSignal): void {
    signal.throwIfAborted();
    if (this.#standing(session) === 'off') throw switchedOff();
  }

  #capped(request: SamplingRequest): SamplingRequest {
    return { ...request, maxTokens: Math.min(request.maxTokens, this.#around.settings().maxTokens) };
  }
}

/** The answer of the model, cut where it must end; then the model is told to stop. */
async function completed(
  face: SamplingFace,
  model: OfferedModel,
  request: SamplingRequest,
  signal: AbortSignal,
): Promise<CutAnswer> {
  const cutter = new AnswerCutter(request, (text) => face.countTokens(model, text, signal));
  const broken = new AbortController();
  const giveUp = () => broken.abort(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    for await (const chunk of face.answer(model, request, broken.signal)) {
      const cut = await cutter.take(chunk);
      if (cut !== undefined) return cut;
    }
    return await cutter.end();
  } finally {
    signal.removeEventListener('abort', giveUp);
    broken.abort();
  }
}

function mustBeTakeable(request: SamplingRequest): void {
  if (countOfContent(request, 'audio') === 0) return;
  throw new RequestRefusal('notPossible', 'No language model of this editor takes audio.');
}

function tooLong(tokens: number, { name, maxInputTokens }: OfferedModel): RequestRefusal {
  const why = `The request has ${tokens} tokens; the model ${name} takes ${maxInputTokens}.`;
  return new RequestRefusal('notPossible', why);
}

function whyRefused(error: unknown): string | undefined {
  return error instanceof RequestRefusal ? error.message : undefined;
}

function switchedOff(): RequestRefusal {
  return new RequestRefusal('notOffered', 'Sampling is switched off for this server.');
}
