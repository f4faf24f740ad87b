import { QuickInputButtons, ThemeIcon, type QuickInput, type QuickInputButton } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import { displayText } from '../../core/text';

/** What the user did with one question of several. */
export type StepAnswer =
  { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'left out' | 'back' | 'as JSON' };

/** Where a question stands among several. */
export interface StepPlace {
  readonly title: string;
  readonly at: number;
  readonly of: number;
  /** What was answered before, when the user came back. */
  readonly before: unknown;
  /** Whether the user can write all arguments as JSON instead. */
  readonly offersJson: boolean;
}

/** The icon for leaving an argument out. */
export const leaveOutIcon = new ThemeIcon('debug-step-over');

const leaveOut: QuickInputButton = { iconPath: leaveOutIcon, tooltip: 'Skip' };
const asJson: QuickInputButton = { iconPath: new ThemeIcon('json'), tooltip: 'Write All Arguments as JSON' };

type SteppedInput = QuickInput & {
  buttons: readonly QuickInputButton[];
  readonly onDidTriggerButton: (listener: (button: QuickInputButton) => void) => Disposable;
};

/**
 * Sets up what all questions have in common: title, step, buttons, and the end.
 * @param resolve gets the answer, or undefined when the user left; only its first call counts
 */
export function stepInput(
  input: SteppedInput,
  isRequired: boolean,
  { title, at, of, offersJson }: StepPlace,
  resolve: (answer: StepAnswer | undefined) => void,
) {
  const lifetime = new Lifetime();
  lifetime.add(input);
  const give = (answer: StepAnswer) => {
    resolve(answer);
    lifetime.dispose();
  };
  input.title = title;
  input.step = at;
  input.totalSteps = of;
  input.ignoreFocusOut = true;
  input.buttons = [
    ...(at > 1 ? [QuickInputButtons.Back] : []),
    ...(isRequired ? [] : [leaveOut]),
    ...(offersJson ? [asJson] : []),
  ];
  lifetime.add(
    input.onDidTriggerButton((button) => {
      give({ kind: button === leaveOut ? 'left out' : button === asJson ? 'as JSON' : 'back' });
    }),
  );
  lifetime.add(
    input.onDidHide(() => {
      resolve(undefined);
      lifetime.dispose();
    }),
  );
  return { give, add: (owned: Disposable) => lifetime.add(owned) };
}

/** The prompt of a question; the description is hostile. */
export function stepPrompt(called: string, description: string | undefined, isRequired: boolean): string {
  const said = description === undefined ? '' : `: ${displayText(description, 300)}`;
  return `${called}${isRequired ? '' : ', optional'}${said}`;
}

/**
 * Asks one question after the other, with a way back to each.
 * @param values gets the answers, by name
 * @param ask puts the question of this index; undefined when the user left
 * @returns `as JSON` when the user would rather write all at once; undefined when the user left
 */
export async function askInOrder(
  names: readonly string[],
  values: Map<string, unknown>,
  ask: (index: number) => Promise<StepAnswer | undefined>,
): Promise<'answered' | 'as JSON' | undefined> {
  for (let at = 0; at < names.length;) {
    const name = names[at] ?? '';
    const answer = await ask(at);
    if (answer === undefined) return undefined;
    switch (answer.kind) {
      case 'value':
        values.set(name, answer.value);
        at += 1;
        break;
      case 'left out':
        values.delete(name);
        at += 1;
        break;
      case 'back':
        at -= 1;
        break;
      case 'as JSON':
        return 'as JSON';
    }
  }
  return 'answered';
}
