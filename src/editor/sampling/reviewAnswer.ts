import { ThemeIcon } from 'vscode';
import type { AskingServer } from '../../core/features/askingServer';
import type { CutAnswer, StopReason } from '../../core/sampling/answerCutter';
import type { OfferedModel } from '../../core/sampling/modelChoice';
import { holdsSecret } from '../../core/sampling/secretsIn';
import { belowQuestion, fromBelowQuestion } from '../documents/belowQuestion';
import type { EditedDocuments } from '../questions/editedDocuments';
import { askQuestion } from '../questions/questionPick';
import { called, lineText } from '../questions/serverTexts';
import { askAgainOrReject } from './stillWaiting';

/**
 * Shows what a model answered, in a document that can be edited, before it goes to the server.
 * @returns the text as the user lets it go; undefined when the user rejects it, or the signal is aborted
 */
export async function reviewAnswer(
  server: AskingServer,
  model: OfferedModel,
  { text, stopReason }: CutAnswer,
  documents: EditedDocuments,
  signal: AbortSignal,
): Promise<string | undefined> {
  const document = await documents.open('answer.txt', belowQuestion(text));
  try {
    await document.show();
    while (!signal.aborted) {
      const question = questionOf(server, model, stopReason, holdsSecret(document.text));
      const answer = await askQuestion(question, signal);
      if (answer === 'edit') await document.edit(signal);
      else if (answer === 'send') return fromBelowQuestion(document.text);
      else if (answer === 'reject' || !(await askAgainOrReject(server, signal))) return undefined;
    }
    return undefined;
  } finally {
    await document.close();
  }
}

function questionOf(
  server: AskingServer,
  model: OfferedModel,
  stopReason: StopReason,
  isSecret: boolean,
): Parameters<typeof askQuestion<'edit' | 'send' | 'reject'>>[0] {
  return {
    title: `Give the answer to ${called(server)}?`,
    placeholder: isSecret
      ? 'It holds what looks like a secret. The editor shows all of it; the server has not seen it yet.'
      : 'The editor shows the whole answer. The server has not seen it yet.',
    items: [
      {
        answer: 'edit',
        label: 'Read and Edit the Answer',
        detail: 'Goes to the editor. Save the answer to come back here.',
        iconPath: new ThemeIcon('edit'),
      },
      {
        answer: 'send',
        label: `Give It to ${called(server)}`,
        detail: `What ${lineText(model.name, 60)} said, as it stands in the editor. It ended ${endText(stopReason)}.`,
        iconPath: new ThemeIcon('send'),
      },
      {
        answer: 'reject',
        label: 'Reject',
        detail: 'The server is told that you rejected its request.',
        iconPath: new ThemeIcon('circle-slash'),
      },
    ],
  };
}

function endText(stopReason: StopReason): string {
  switch (stopReason) {
    case 'endTurn':
      return 'by itself';
    case 'maxTokens':
      return 'because it had the most tokens that are allowed';
    case 'stopSequence':
      return 'where the server asked it to stop';
  }
}
