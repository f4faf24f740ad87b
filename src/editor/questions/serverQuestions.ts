import type { HostFeatures } from '../../core/features/hostFeatures';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import type { OneQuestion } from '../consent/oneQuestion';
import { fillForm } from '../elicitation/fillForm';
import { openAddress, tellCompleted } from '../elicitation/openAddress';
import { answerOf, countTokensOf, offeredModels } from '../sampling/languageModels';
import { reviewAnswer } from '../sampling/reviewAnswer';
import { reviewRequest } from '../sampling/reviewRequest';
import { EditedDocuments } from './editedDocuments';

export { chooseLogLevel, chooseQuestions, chooseSampling } from './switchPicks';

/** Puts what servers ask to the user, and to language models. Loaded when the first server asks. */
export class ServerQuestions implements HostFeatures, Disposable {
  readonly sampling: HostFeatures['sampling'];
  readonly elicitation: HostFeatures['elicitation'];
  readonly #lifetime = new Lifetime();

  constructor(questions: OneQuestion, log: Log) {
    const documents = this.#lifetime.add(new EditedDocuments());
    this.sampling = {
      models: offeredModels,
      review: (review, signal) => questions.inTurn(() => reviewRequest(review, documents, signal), signal),
      answer: (model, request, signal) => answerOf(model, request, log, signal),
      countTokens: countTokensOf,
      reviewAnswer: (server, model, answer, signal) =>
        questions.inTurn(() => reviewAnswer(server, model, answer, documents, signal), signal),
    };
    this.elicitation = {
      fillForm: (server, form, signal) => questions.inTurn(() => fillForm(server, form, signal), signal),
      openAddress: (server, address, signal) =>
        questions.inTurn(() => openAddress(server, address, signal), signal),
      completed: tellCompleted,
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
