import {
  CancellationTokenSource,
  LanguageModelChatMessage,
  LanguageModelDataPart,
  LanguageModelTextPart,
  lm,
  ProgressLocation,
  window,
  type LanguageModelChat,
} from 'vscode';
import { messageOf } from '../../core/errors';
import { RequestRefusal } from '../../core/session/requestRefusal';
import type { Log } from '../../core/log';
import type { OfferedModel } from '../../core/sampling/modelChoice';
import {
  countOfContent,
  type SamplingContent,
  type SamplingMessage,
  type SamplingRequest,
} from '../../core/sampling/samplingRequest';
import { displayText } from '../../core/text';
import { onAbort } from '../questions/questionPick';

/** Milliseconds before a notification shows that a model is at work. */
const progressDelay = 1000;

/** Every language model that the editor has now. */
export async function offeredModels(): Promise<readonly OfferedModel[]> {
  const models = await lm.selectChatModels({});
  return models.map(({ id, name, vendor, family, maxInputTokens }) => {
    return { id, name, vendor, family, maxInputTokens };
  });
}

/**
 * The answer of a model to a request, piece by piece; a notification lets the user end it. The temperature is passed
 * on. Whoever reads the answer has to keep to the most tokens and to the stop sequences, since no model promises to.
 * @throws {RequestRefusal} saying why there is no answer; the signal's reason, if it is aborted before the model is asked
 */
export async function* answerOf(
  model: OfferedModel,
  request: SamplingRequest,
  log: Log,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const chat = await find(model);
  signal.throwIfAborted();
  const source = new CancellationTokenSource();
  const listening = onAbort(signal, () => source.cancel());
  const showing = showProgress(model, () => source.cancel());
  try {
    const { temperature } = request;
    const options = {
      justification: 'A server that you allowed to asks for an answer of a language model.',
      ...(temperature !== undefined && { modelOptions: { temperature } }),
    };
    const { text } = await chat.sendRequest([...messagesOf(request)], options, source.token);
    yield* text;
    mustGoOn(showing.isEnded);
  } catch (error) {
    mustGoOn(showing.isEnded);
    log.warn(`${displayText(model.name, 80)} did not answer: ${displayText(messageOf(error), 1000)}`);
    throw refusalFor(error, request);
  } finally {
    showing.close();
    listening.dispose();
    source.cancel();
    source.dispose();
  }
}

/** How many tokens a text has, or all messages of a request, as the model counts. */
export async function countTokensOf(model: OfferedModel, of: string | SamplingRequest): Promise<number> {
  const chat = await find(model);
  if (typeof of === 'string') return chat.countTokens(of);
  const counts = await Promise.all(messagesOf(of).map((message) => chat.countTokens(message)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function find({ id, vendor, name }: OfferedModel): Promise<LanguageModelChat> {
  const [chat] = await lm.selectChatModels({ id, vendor });
  if (chat !== undefined) return chat;
  throw new RequestRefusal(
    'notPossible',
    `The language model ${displayText(name, 80)} is not there any more.`,
  );
}

function messagesOf({ systemPrompt, messages }: SamplingRequest): readonly LanguageModelChatMessage[] {
  return [
    ...(systemPrompt === undefined ? [] : [LanguageModelChatMessage.User(systemPrompt)]),
    ...messages.map(messageFor),
  ];
}

function messageFor({ role, content }: SamplingMessage): LanguageModelChatMessage {
  const parts = content.map(partFor);
  return role === 'user' ? LanguageModelChatMessage.User(parts) : LanguageModelChatMessage.Assistant(parts);
}

function partFor(content: SamplingContent): LanguageModelTextPart | LanguageModelDataPart {
  if (content.type === 'text') return new LanguageModelTextPart(content.text);
  return new LanguageModelDataPart(Buffer.from(content.data, 'base64'), content.mimeType);
}

function showProgress(
  { name }: OfferedModel,
  cancel: () => void,
): { readonly isEnded: () => boolean; readonly close: () => void } {
  let close = () => {};
  let isEnded = false;
  const closed = new Promise<void>((resolve) => (close = resolve));
  const title = `${displayText(name, 60)} answers for a server`;
  // Delayed: most answers are there before anybody could read the notification.
  const due = setTimeout(() => {
    const location = ProgressLocation.Notification;
    void window.withProgress({ location, title, cancellable: true }, (_, token) => {
      token.onCancellationRequested(() => {
        isEnded = true;
        cancel();
      });
      return closed;
    });
  }, progressDelay);
  void closed.then(() => clearTimeout(due));
  return { isEnded: () => isEnded, close };
}

function mustGoOn(isEnded: () => boolean): void {
  if (isEnded()) throw new RequestRefusal('rejectedByUser', 'User rejected sampling request');
}

/**
 * What the server is told when a model fails. The provider's own words may tell something of this side: they go to our
 * log only.
 */
function refusalFor(error: unknown, request: SamplingRequest): RequestRefusal {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'NoPermissions':
      return new RequestRefusal('notPossible', 'The user has not allowed the use of this language model.');
    case 'Blocked':
      return new RequestRefusal('notPossible', 'The language model is blocked, or its quota is used up.');
    case 'NotFound':
      return new RequestRefusal('notPossible', 'The language model is not there any more.');
    default: {
      const perhaps = countOfContent(request, 'image') > 0 ? ' It may not take images.' : '';
      return new RequestRefusal('notPossible', `The language model failed.${perhaps}`);
    }
  }
}
