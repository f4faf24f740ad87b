import { window, type QuickInputButton, type QuickPick, type QuickPickItem } from 'vscode';
import { Lifetime, toDisposable } from '../../core/lifecycle';

/** A line of a question: an answer, or only information. */
export interface AnswerItem<A> extends QuickPickItem {
  readonly answer?: A;
}

/** A question that a server or an agent caused: it can come at any moment, and be taken back. */
export interface Question<A> {
  readonly title: string;
  /** The only text of a question that wraps. */
  readonly prompt?: string;
  readonly placeholder: string;
  readonly items: readonly AnswerItem<A>[];
  readonly step?: { readonly at: number; readonly of: number };
  readonly buttons?: readonly { readonly button: QuickInputButton; readonly answer: A }[];
}

/**
 * Asks until the user answers, or leaves, or the signal is aborted. The question comes while the user may be typing
 * something else: so typing chooses nothing, and Enter alone takes the first line, which must do no harm.
 * @returns undefined when the user left it, or nobody waits for the answer any more
 */
export function askQuestion<A>(question: Question<A>, signal: AbortSignal): Promise<A | undefined> {
  const { title, prompt, placeholder, items, step, buttons = [] } = question;
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined);
    const lifetime = new Lifetime();
    const pick = lifetime.add(window.createQuickPick<AnswerItem<A>>());
    pick.ignoreFocusOut = true;
    pick.title = title;
    pick.placeholder = placeholder;
    if (prompt !== undefined) pick.prompt = prompt;
    if (step !== undefined) [pick.step, pick.totalSteps] = [step.at, step.of];
    pick.items = items;
    pick.buttons = buttons.map(({ button }) => button);
    const end = (answer: A | undefined) => {
      resolve(answer);
      lifetime.dispose();
    };
    lifetime.add(pick.onDidChangeValue(() => (pick.value = '')));
    lifetime.add(
      pick.onDidTriggerButton((pressed) => end(buttons.find(({ button }) => button === pressed)?.answer)),
    );
    lifetime.add(pick.onDidAccept(() => acceptFirst(pick, end)));
    lifetime.add(pick.onDidHide(() => end(undefined)));
    lifetime.add(onAbort(signal, () => end(undefined)));
    pick.show();
  });
}

function acceptFirst<A>(pick: QuickPick<AnswerItem<A>>, end: (answer: A) => void): void {
  const answer = pick.activeItems[0]?.answer;
  if (answer !== undefined) end(answer);
}

/** Runs something once the signal is aborted, unless disposed before; never, if it is aborted already. */
export function onAbort(signal: AbortSignal, run: () => void): { dispose(): void } {
  signal.addEventListener('abort', run, { once: true });
  return toDisposable(() => signal.removeEventListener('abort', run));
}
