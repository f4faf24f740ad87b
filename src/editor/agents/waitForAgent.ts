import { setTimeout as delay } from 'node:timers/promises';
import { ProgressLocation, window } from 'vscode';
import { withoutLinks } from '../withoutLinks';

/** Milliseconds after which it is shown that an agent is waited for: most have an answer before. */
const progressDelay = 1000;

/**
 * Waits for an agent; where it takes longer that is shown, with a way not to wait for it any more.
 * @returns undefined when the user did not wait
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
    if (await Promise.race([answering.then(() => false), delay(progressDelay, true)])) {
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
