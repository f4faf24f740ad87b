import { QuickInputButtons, window } from 'vscode';
import { choicesProblem, numberOf, textProblem } from '../../core/elicitation/fieldValue';
import type { ChoicesField, Field, FieldValue, Option } from '../../core/elicitation/form';
import { Lifetime } from '../../core/lifecycle';
import { askQuestion, onAbort, type AnswerItem } from '../questions/questionPick';
import { lineText, promptText } from '../questions/serverTexts';

/** The place of a field in a form, and its present value. */
export interface FieldStep {
  readonly title: string;
  readonly at: number;
  readonly of: number;
  /** What was answered before, or suggested by the server. */
  readonly present: FieldValue | undefined;
}

/** The user's answer to a field. */
export type FieldAnswer = { readonly value: FieldValue } | 'leave out' | 'back';

/** Asks one field. @returns undefined when the user left the form */
export function askField(
  field: Field,
  step: FieldStep,
  signal: AbortSignal,
): Promise<FieldAnswer | undefined> {
  const { takes } = field;
  switch (takes.kind) {
    case 'text':
    case 'number':
      return askText(field, step, signal, (text) => {
        if (takes.kind === 'number') return numberOf(takes, text);
        const problem = textProblem(takes, text);
        return problem === undefined ? { value: text } : { problem };
      });
    case 'boolean':
      return askOne(field, step, signal, [
        { value: true, title: 'Yes' },
        { value: false, title: 'No' },
      ]);
    case 'choice':
      return askOne(field, step, signal, takes.options);
    case 'choices':
      return askSome(field, takes, step, signal);
  }
}

function askText(
  field: Field,
  { title, at, of, present }: FieldStep,
  signal: AbortSignal,
  read: (text: string) => { readonly value: FieldValue } | { readonly problem: string },
): Promise<FieldAnswer | undefined> {
  return new Promise((resolve) => {
    const lifetime = new Lifetime();
    const input = lifetime.add(window.createInputBox());
    Object.assign(input, { title, step: at, totalSteps: of, ignoreFocusOut: true });
    input.prompt = promptOf(field);
    input.value = present === undefined ? '' : String(present);
    input.buttons = [QuickInputButtons.Back];
    const end = (answer: FieldAnswer | undefined) => {
      resolve(answer);
      lifetime.dispose();
    };
    const judge = () => (input.value === '' && !field.isRequired ? 'leave out' : read(input.value));
    lifetime.add(
      input.onDidChangeValue(() => {
        const judged = judge();
        input.validationMessage =
          typeof judged === 'object' && 'problem' in judged ? judged.problem : undefined;
      }),
    );
    lifetime.add(
      input.onDidAccept(() => {
        const judged = judge();
        if (typeof judged === 'object' && 'problem' in judged) input.validationMessage = judged.problem;
        else end(judged);
      }),
    );
    lifetime.add(input.onDidTriggerButton(() => end('back')));
    lifetime.add(input.onDidHide(() => end(undefined)));
    lifetime.add(onAbort(signal, () => end(undefined)));
    input.show();
  });
}

async function askOne(
  field: Field,
  { title, at, of, present }: FieldStep,
  signal: AbortSignal,
  options: readonly { readonly value: string | boolean; readonly title: string }[],
): Promise<FieldAnswer | undefined> {
  const lines = options.map((option): AnswerItem<FieldAnswer> => ({
    answer: { value: option.value },
    label: lineText(option.title, 100),
    ...(option.value === present && { description: 'current' }),
  }));
  // The present choice comes first, so that Enter alone keeps it.
  const items = [
    ...lines.filter((line) => line.description !== undefined),
    ...lines.filter((line) => line.description === undefined),
    ...(field.isRequired ? [] : [{ answer: 'leave out', label: 'Skip' } as const]),
  ];
  const buttons = [{ button: QuickInputButtons.Back, answer: 'back' as const }];
  const question = {
    title,
    prompt: promptOf(field),
    placeholder: 'Enter takes the first line.',
    items,
    buttons,
  };
  return askQuestion<FieldAnswer>({ ...question, step: { at, of } }, signal);
}

function askSome(
  field: Field,
  takes: ChoicesField,
  { title, at, of, present }: FieldStep,
  signal: AbortSignal,
): Promise<FieldAnswer | undefined> {
  return new Promise((resolve) => {
    const lifetime = new Lifetime();
    const pick = lifetime.add(window.createQuickPick<{ label: string; option: Option }>());
    Object.assign(pick, { title, step: at, totalSteps: of, ignoreFocusOut: true, canSelectMany: true });
    pick.prompt = promptOf(field);
    pick.placeholder = 'Tick what applies.';
    pick.buttons = [QuickInputButtons.Back];
    pick.items = takes.options.map((option) => ({ label: lineText(option.title, 100), option }));
    const chosen = typeof present === 'object' ? present : [];
    pick.selectedItems = pick.items.filter(({ option }) => chosen.includes(option.value));
    const end = (answer: FieldAnswer | undefined) => {
      resolve(answer);
      lifetime.dispose();
    };
    lifetime.add(
      pick.onDidAccept(() => {
        const value = pick.selectedItems.map(({ option }) => option.value);
        if (value.length === 0 && !field.isRequired) return end('leave out');
        const problem = choicesProblem(takes, value.length);
        if (problem === undefined) end({ value });
        else pick.placeholder = problem;
      }),
    );
    lifetime.add(pick.onDidTriggerButton(() => end('back')));
    lifetime.add(pick.onDidHide(() => end(undefined)));
    lifetime.add(onAbort(signal, () => end(undefined)));
    pick.show();
  });
}

function promptOf({ title, description, isRequired }: Field): string {
  const what = description === undefined ? title : `${title}: ${description}`;
  return `${promptText(what, 400)}${isRequired ? '' : ' (may be left out)'}`;
}
