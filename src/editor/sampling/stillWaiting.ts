import { window } from 'vscode';
import type { AskingServer } from '../../core/features/askingServer';
import { called } from '../questions/serverTexts';
import { onAbort } from '../questions/questionPick';
import { withoutLinks } from '../withoutLinks';

/**
 * A question can be left without meaning to, by opening another one. Then a notification says that the server still
 * waits.
 * @returns whether the question is to be put again
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
