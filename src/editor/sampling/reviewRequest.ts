import { ThemeIcon } from 'vscode';
import { messageOf } from '../../core/errors';
import type { RequestReview, ReviewedRequest } from '../../core/features/hostFeatures';
import type { OfferedModel } from '../../core/sampling/modelChoice';
import { draftOf, requestOf } from '../../core/sampling/requestDraft';
import type { SamplingRequest } from '../../core/sampling/samplingRequest';
import { belowQuestion } from '../documents/belowQuestion';
import type { EditedDocument, EditedDocuments } from '../questions/editedDocuments';
import { askQuestion, type AnswerItem } from '../questions/questionPick';
import { called, lineText } from '../questions/serverTexts';
import { countOf } from '../tree/words';
import { askAgainOrReject } from './stillWaiting';

type Answer = 'edit' | 'send' | 'model' | 'reject' | { readonly image: number };

/**
 * Shows what a server asks of a language model, all of it in a document that can be edited, and asks what is to happen.
 * @returns undefined when the user rejects it, or the signal is aborted
 */
export async function reviewRequest(
  review: RequestReview,
  documents: EditedDocuments,
  signal: AbortSignal,
): Promise<ReviewedRequest | undefined> {
  const notes = [
    `${called(review.server)} asks for the answer of a language model. Nothing was sent yet.`,
    'Edit what you like, then save to go back to the question.',
    ...review.notes,
  ];
  const document = await documents.open('request.jsonc', belowQuestion(draftOf(review.request, notes)));
  try {
    await document.show();
    return await decide(review, document, signal);
  } finally {
    await document.close();
  }
}

async function decide(
  review: RequestReview,
  document: EditedDocument,
  signal: AbortSignal,
): Promise<ReviewedRequest | undefined> {
  let { model, why } = review.choice;
  while (!signal.aborted) {
    const request = readDraft(document.text, review.request);
    const answer = await askQuestion(questionOf(review, request, model, why), signal);
    switch (answer) {
      case 'edit':
        await document.edit(signal);
        break;
      case 'send':
        if (typeof request !== 'string') return { request, model };
        break;
      case 'model': {
        const chosen = await pickModel(review.models, model, signal);
        if (chosen !== undefined) [model, why] = [chosen, 'you chose it'];
        break;
      }
      case 'reject':
        return undefined;
      case undefined:
        if (!(await askAgainOrReject(review.server, signal))) return undefined;
        break;
      default:
        await showImage(review.request, answer.image, document);
    }
  }
  return undefined;
}

/** The request as it is edited, or what is wrong with it. */
function readDraft(text: string, original: SamplingRequest): SamplingRequest | string {
  try {
    return requestOf(text, original);
  } catch (error) {
    return messageOf(error);
  }
}

function questionOf(
  { server, request: original, models }: RequestReview,
  request: SamplingRequest | string,
  model: OfferedModel,
  why: string,
): Parameters<typeof askQuestion<Answer>>[0] {
  const images = original.messages.flatMap(({ content }) => content).filter(({ type }) => type === 'image');
  const send: AnswerItem<Answer> =
    typeof request === 'string'
      ? {
          answer: 'edit',
          label: 'Cannot be sent as it is',
          detail: lineText(request),
          iconPath: new ThemeIcon('error'),
        }
      : {
          answer: 'send',
          label: `Send to ${lineText(model.name, 60)}`,
          detail: `${countOf(request.messages.length, 'message')}, at most ${countOf(request.maxTokens, 'token')} back; ${lineText(why, 100)}`,
          iconPath: new ThemeIcon('send'),
        };
  return {
    title: `${called(server)} asks a language model`,
    placeholder: 'The editor shows the whole request. Nothing was sent yet.',
    items: [
      {
        answer: 'edit',
        label: 'Read and Edit the Request',
        detail: 'Goes to the editor. Save the request to come back here.',
        iconPath: new ThemeIcon('edit'),
      },
      send,
      ...(models.length > 1
        ? [
            {
              answer: 'model',
              label: 'Choose Another Model…',
              iconPath: new ThemeIcon('list-selection'),
            } as const,
          ]
        : []),
      ...images.slice(0, 5).map((_, image) => ({
        answer: { image },
        label: `Show Image ${image + 1}`,
        iconPath: new ThemeIcon('file-media'),
      })),
      {
        answer: 'reject',
        label: 'Reject',
        detail: 'The server is told that you rejected its request.',
        iconPath: new ThemeIcon('circle-slash'),
      },
    ],
  };
}

function pickModel(
  models: readonly OfferedModel[],
  present: OfferedModel,
  signal: AbortSignal,
): Promise<OfferedModel | undefined> {
  const items = models.map((model) => ({
    answer: model,
    label: lineText(model.name, 80),
    description: lineText(`${model.vendor} ${model.family}${model.id === present.id ? ', current' : ''}`),
    detail: `Takes ${countOf(model.maxInputTokens, 'token')}`,
  }));
  const question = { title: 'Which model answers?', placeholder: 'Enter takes the first.', items };
  return askQuestion<OfferedModel>(question, signal);
}

async function showImage(
  { messages }: SamplingRequest,
  index: number,
  document: EditedDocument,
): Promise<void> {
  const image = messages.flatMap(({ content }) => content).filter(({ type }) => type === 'image')[index];
  if (image === undefined || image.type === 'text') return;
  const [, ending = 'png'] = /^image\/(png|jpeg|gif|webp|bmp)$/.exec(image.mimeType) ?? [];
  await document.showBeside(`image ${index + 1}.${ending}`, Buffer.from(image.data, 'base64'));
}
