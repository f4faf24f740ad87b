import { window, type QuickPickItem } from 'vscode';
import { inputTitle, type InputDefinition } from '../../core/inputs/inputDefinition';
import { displayText } from '../../core/text';
import { askByQuickPick } from '../quickPick';
import { withoutIcons } from '../withoutIcons';
import { withoutLinks } from '../withoutLinks';

/** One question for an answer. */
export interface InputQuestion {
  /** The servers that get the answer. */
  readonly servers: readonly string[];
  readonly input: InputDefinition;
  /** What was answered before; never given for a password. */
  readonly before?: string;
  readonly step: { readonly at: number; readonly of: number };
}

interface OptionItem extends QuickPickItem {
  readonly value: string;
}

const kept = 'Your answer is kept in the secret storage of VS Code, not in settings.';

/** Asks for the answer to one input. @returns undefined when the user left it */
export function askForInput(question: InputQuestion): Promise<string | undefined> {
  const { input } = question;
  switch (input.kind) {
    case 'text':
      return askForText(question, input);
    case 'pick':
      return askForOption(question, input);
  }
}

async function askForText(
  { servers, before, step }: InputQuestion,
  input: Extract<InputDefinition, { kind: 'text' }>,
): Promise<string | undefined> {
  const value = before ?? input.default;
  return window.showInputBox({
    title: titleOf(servers, step),
    prompt: promptOf(input),
    password: input.password,
    ignoreFocusOut: true,
    ...(value !== undefined && { value }),
  });
}

function askForOption(
  { servers, before, step }: InputQuestion,
  input: Extract<InputDefinition, { kind: 'pick' }>,
): Promise<string | undefined> {
  const items = input.options.map(({ label, value }): OptionItem => ({
    value,
    label: withoutIcons(displayText(label, 100)),
    ...(label !== value && { description: withoutIcons(displayText(value, 100)) }),
  }));
  const usual = items.find(({ value }) => value === (before ?? input.default));
  return askByQuickPick<OptionItem, string>(
    (pick) => {
      pick.title = titleOf(servers, step);
      pick.prompt = promptOf(input);
      pick.placeholder = 'Choose one';
      pick.items = items;
      if (usual !== undefined) pick.activeItems = [usual];
    },
    ({ activeItems }) => activeItems[0]?.value,
  );
}

function promptOf(input: InputDefinition): string {
  return withoutLinks(`${displayText(inputTitle(input), 200)}. ${kept}`);
}

function titleOf(servers: readonly string[], { at, of }: InputQuestion['step']): string {
  const names = displayText(servers.map((name) => `“${name}”`).join(', '), 80);
  return `Answer for ${names}${of > 1 ? ` (${at}/${of})` : ''}`;
}
