import { window, type QuickPickItem } from 'vscode';
import { displayText } from '../../core/text';
import { readField, writtenField, type Field } from '../../core/tools/formField';
import type { FormStep } from '../../core/tools/formSteps';
import { withoutIcons } from '../withoutIcons';
import { withoutLinks } from '../withoutLinks';
import { leaveOutIcon, stepInput, stepPrompt, type StepAnswer, type StepPlace } from './stepInput';

/** The place of a question in a form, and the closer check of its answer. */
interface FormPlace extends StepPlace {
  /** @returns what is wrong with a value that could be read */
  readonly check: (value: unknown) => Promise<string | undefined>;
}

/** Asks for one argument. @returns undefined when the user left */
export function askStep(step: FormStep, place: FormPlace): Promise<StepAnswer | undefined> {
  const { field } = step;
  switch (field.kind) {
    case 'choice':
      return pickValue(step, place, field.choices);
    case 'yes or no':
      return pickValue(step, place, [
        { value: true, label: 'Yes' },
        { value: false, label: 'No' },
      ]);
    case 'number':
    case 'text':
    case 'json':
      return writeValue(step, place, field);
  }
}

interface ValueItem extends QuickPickItem {
  readonly answer: StepAnswer;
}

function pickValue(
  step: FormStep,
  place: FormPlace,
  choices: readonly { readonly value: unknown; readonly label: string }[],
): Promise<StepAnswer | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<ValueItem>();
    const answer = stepInput(pick, step.isRequired, place, resolve);
    pick.placeholder = withoutLinks(promptOf(step));
    const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
    const values = choices.map(({ value, label }): ValueItem => ({
      answer: { kind: 'value', value },
      label: withoutIcons(displayText(label, 200)),
      ...(isSame(value, step.initial) && { description: 'default' }),
    }));
    const without: ValueItem = {
      answer: { kind: 'left out' },
      label: 'Skip',
      iconPath: leaveOutIcon,
    };
    pick.items = step.isRequired ? values : [...values, without];
    const chosen = place.before ?? step.initial;
    const first = chosen === undefined ? -1 : choices.findIndex(({ value }) => isSame(value, chosen));
    const active = pick.items[first] ?? (step.isRequired ? undefined : without);
    if (active !== undefined) pick.activeItems = [active];
    answer.add(
      pick.onDidAccept(() => {
        const [item] = pick.activeItems;
        if (item !== undefined) answer.give(item.answer);
      }),
    );
    pick.show();
  });
}

function writeValue(
  step: FormStep,
  place: FormPlace,
  field: Exclude<Field, { kind: 'choice' | 'yes or no' }>,
): Promise<StepAnswer | undefined> {
  return new Promise((resolve) => {
    const box = window.createInputBox();
    const answer = stepInput(box, step.isRequired, place, resolve);
    box.prompt = withoutLinks(promptOf(step));
    box.placeholder = displayText(kindText(field), 120);
    box.value = writtenField(field, place.before ?? step.initial);
    const isEmpty = () => box.value === '' && !step.isRequired;
    const look = () => {
      const read = isEmpty() || box.value === '' ? undefined : readField(field, box.value);
      box.validationMessage = read !== undefined && 'problem' in read ? read.problem : undefined;
    };
    answer.add(box.onDidChangeValue(look));
    const accept = async () => {
      if (isEmpty()) return answer.give({ kind: 'left out' });
      const written = box.value;
      const read = readField(field, written);
      if ('problem' in read) return void (box.validationMessage = read.problem);
      box.busy = true;
      const problem = await place.check(read.value);
      box.busy = false;
      if (box.value !== written) return;
      if (problem === undefined) answer.give({ kind: 'value', value: read.value });
      else box.validationMessage = withoutLinks(displayText(problem, 300));
    };
    answer.add(box.onDidAccept(() => void accept()));
    box.show();
  });
}

function promptOf({ name, title, description, isRequired }: FormStep): string {
  const called = title === undefined || title === name ? '' : ` (${displayText(title, 80)})`;
  return stepPrompt(`${displayText(name, 80)}${called}`, description, isRequired);
}

function kindText(field: Exclude<Field, { kind: 'choice' | 'yes or no' }>): string {
  switch (field.kind) {
    case 'number': {
      const bounds = [
        ...(field.least === undefined ? [] : [`at least ${field.least}`]),
        ...(field.most === undefined ? [] : [`at most ${field.most}`]),
      ];
      return [field.isWhole ? 'a whole number' : 'a number', ...bounds].join(', ');
    }
    case 'text':
      return field.format === undefined ? 'a text' : `a text of the kind ${field.format}`;
    case 'json':
      return field.note;
  }
}
