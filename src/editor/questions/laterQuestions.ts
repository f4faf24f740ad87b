import type { HostFeatures } from '../../core/features/hostFeatures';
import type { Lifetime } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import type { OneQuestion } from '../consent/oneQuestion';

/**
 * What the editor does for servers that ask: `ServerQuestions`, loaded when the first one asks.
 * @param own ends what was loaded
 */
export function laterQuestions(questions: OneQuestion, log: Log, own: Lifetime): HostFeatures {
  let loading: Promise<HostFeatures> | undefined;
  const load = () =>
    (loading ??= import('./serverQuestions.js').then(({ ServerQuestions }) =>
      own.add(new ServerQuestions(questions, log)),
    ));
  return {
    sampling: {
      models: async () => (await load()).sampling.models(),
      review: async (...asked) => (await load()).sampling.review(...asked),
      answer: async function* (...asked) {
        yield* (await load()).sampling.answer(...asked);
      },
      countTokens: async (...asked) => (await load()).sampling.countTokens(...asked),
      reviewAnswer: async (...asked) => (await load()).sampling.reviewAnswer(...asked),
    },
    elicitation: {
      fillForm: async (...asked) => (await load()).elicitation.fillForm(...asked),
      openAddress: async (...asked) => (await load()).elicitation.openAddress(...asked),
      completed: (...told) => void load().then(({ elicitation }) => elicitation.completed(...told)),
    },
  };
}
