import { window } from 'vscode';
import type { AskingServer } from '../../core/features/askingServer';
import { called } from '../questions/serverTexts';
import { onAbort } from '../questions/questionPick';
import { withoutLinks } from '../withoutLinks';

/**
 * Called when the user left a question, perhaps without meaning to, by opening another one. A notification says that
 * the server still waits.
 * @returns whether the question is to be put again; false means that it is rejected, or over
 */
export async function askAgainOrReject(server: AskingServer, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const answer = 'Answer';
  const choice = window.showInformationMessage(
    withoutLinks(`${called(server)} still waits for your answer.`),
    answer,
    'Reject',
  );
  const over = new Promise<undefined>((resolve) => onAbort(signal, () => resolve(undefined)));
  return (await Promise.race([choice, over])) === answer;
}
