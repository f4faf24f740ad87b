import { ProgressLocation, window } from 'vscode';
import { within } from '../../node/process/within';
import { withoutLinks } from '../withoutLinks';

/** Milliseconds before a notification shows that an agent is waited for: most answer sooner. */
const progressDelay = 1000;

/**
 * Waits for an agent. If that takes longer, a notification shows it, and lets the user stop waiting.
 * @returns undefined when the user stopped waiting
 * @throws what the request throws
 */
export async function waitForAgent<T>(
  title: string,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const controller = new AbortController();
  const answering = request(controller.signal);
  const location = ProgressLocation.Notification;
  try {
    if (!(await within(answering, progressDelay))) {
      await window.withProgress(
        { location, title: withoutLinks(title), cancellable: true },
        async (_, token) => {
          token.onCancellationRequested(() => controller.abort());
          await answering;
        },
      );
    }
    return await answering;
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw error;
  }
}
