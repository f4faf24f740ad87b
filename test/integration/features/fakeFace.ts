import type { Address } from '../../../src/core/elicitation/address';
import type { Form } from '../../../src/core/elicitation/form';
import type { FormAnswer, HostFeatures, RequestReview } from '../../../src/core/features/hostFeatures';
import type { CutAnswer } from '../../../src/core/sampling/answerCutter';
import type { OfferedModel } from '../../../src/core/sampling/modelChoice';
import type { SamplingRequest } from '../../../src/core/sampling/samplingRequest';

export function model(name: string, maxInputTokens = 1000): OfferedModel {
  return { id: name.toLowerCase(), name, vendor: 'test', family: name, maxInputTokens };
}

/** A host's face that does what a test says. A token is a word, or a space. */
export class FakeFace implements HostFeatures {
  models: readonly OfferedModel[] = [model('Large', 1000), model('Tiny mini', 100)];
  /** What the user says of a request: as it is, unless a test says otherwise. */
  review: (review: RequestReview) => Promise<SamplingRequest | undefined> = ({ request }) =>
    Promise.resolve(request);
  /** What the user says of an answer. */
  reviewAnswer: (answer: CutAnswer) => Promise<string | undefined> = ({ text }) => Promise.resolve(text);
  /** What the model says, piece by piece. */
  answer: (request: SamplingRequest) => AsyncIterable<string> = () => said('Hello', ' there');
  /** Waits before the model counts tokens. */
  beforeCount: () => Promise<void> = () => Promise.resolve();
  fillForm: (form: Form) => Promise<FormAnswer> = () => Promise.resolve({ action: 'cancel' });
  openAddress: (address: Address) => Promise<'accept' | 'decline' | 'cancel'> = () =>
    Promise.resolve('decline');
  /** Everything that was asked of the user and the model, in order. */
  readonly seen: unknown[] = [];
  /** How often something was taken away again because nobody waits for it. */
  taken = 0;

  readonly sampling: HostFeatures['sampling'] = {
    models: () => Promise.resolve(this.models),
    review: async (review, signal) => {
      this.seen.push(['review', review.choice.model.name, review.notes]);
      this.#watch(signal);
      const request = await this.review(review);
      return request && { request, model: review.choice.model };
    },
    answer: (by, request, signal) => {
      this.seen.push(['asked', by.name, request.messages, request.maxTokens]);
      this.#watch(signal);
      return this.answer(request);
    },
    countTokens: async (_, of) => {
      await this.beforeCount();
      return wordsOf(typeof of === 'string' ? of : textOf(of));
    },
    reviewAnswer: (_server, _model, answer, signal) => {
      this.seen.push(['answer', answer]);
      this.#watch(signal);
      return this.reviewAnswer(answer);
    },
  };

  readonly elicitation: HostFeatures['elicitation'] = {
    fillForm: (server, form, signal) => {
      this.seen.push(['form', server.name, form.message]);
      this.#watch(signal);
      return this.fillForm(form);
    },
    openAddress: (server, address, signal) => {
      this.seen.push(['address', server.name, address.url]);
      this.#watch(signal);
      return this.openAddress(address);
    },
    completed: (server, { url }) => void this.seen.push(['completed', server.name, url]),
  };

  #watch(signal: AbortSignal): void {
    signal.addEventListener('abort', () => (this.taken += 1), { once: true });
  }
}

/** A model that says this. */
export async function* said(...chunks: readonly string[]): AsyncGenerator<string> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

function textOf({ messages }: SamplingRequest): string {
  return messages
    .flatMap(({ content }) => content)
    .map((each) => (each.type === 'text' ? each.text : 'media'))
    .join(' ');
}

function wordsOf(text: string): number {
  return text.match(/\S+|\s/g)?.length ?? 0;
}
