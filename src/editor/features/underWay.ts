import type { Progress as McpProgress } from '@modelcontextprotocol/sdk/types.js';
import { ProgressLocation, window, type Progress } from 'vscode';
import { UserError } from '../../core/errors';
import { protocolErrorText } from '../../core/features/protocolError';
import { displayText } from '../../core/text';
import { within } from '../../node/process/within';
import { withoutLinks } from '../withoutLinks';

/** Milliseconds before a notification shows that a request is under way: most are answered sooner. */
const progressDelay = 1000;

/**
 * Waits for the answer to a request. If that takes longer, a notification shows how far it is, and lets the user
 * cancel.
 * @param title names the request, in the notification and in an error
 * @returns undefined when the user cancelled it
 * @throws {UserError} when the server refuses, or does not answer
 */
export async function underWay<T>(
  title: string,
  request: (signal: AbortSignal, onProgress: (progress: McpProgress) => void) => Promise<T>,
): Promise<T | undefined> {
  const controller = new AbortController();
  const steps = new Steps();
  const answering = request(controller.signal, (progress) => steps.report(progress));
  try {
    if (!(await within(answering, progressDelay))) await showProgress(title, answering, controller, steps);
    return await answering;
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw new UserError(`${title} failed. ${protocolErrorText(error)}`, { cause: error });
  }
}

async function showProgress(
  title: string,
  answering: Promise<unknown>,
  controller: AbortController,
  steps: Steps,
): Promise<void> {
  const location = ProgressLocation.Notification;
  await window.withProgress(
    { location, title: withoutLinks(title), cancellable: true },
    async (shown, token) => {
      token.onCancellationRequested(() => controller.abort());
      steps.showOn(shown);
      await answering;
    },
  );
}

type Shown = Progress<{ readonly message: string; readonly increment?: number }>;

/** How far a request is, as its server says (MCP, basic/utilities/progress). */
class Steps {
  #shown: Shown | undefined;
  #latest: McpProgress | undefined;
  #percent = 0;

  report(progress: McpProgress): void {
    this.#latest = progress;
    if (this.#shown === undefined) return;
    const { progress: done, total, message } = progress;
    const percent = total !== undefined && total > 0 ? Math.min(100, Math.max(0, (done / total) * 100)) : 0;
    const text = withoutLinks(
      displayText(message ?? (total === undefined ? `${done}` : `${done} of ${total}`)),
    );
    const increment = percent - this.#percent;
    this.#shown.report(increment > 0 ? { message: text, increment } : { message: text });
    this.#percent = Math.max(percent, this.#percent);
  }

  showOn(shown: Shown): void {
    this.#shown = shown;
    if (this.#latest !== undefined) this.report(this.#latest);
  }
}
