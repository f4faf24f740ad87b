import { window, type QuickPickItem } from 'vscode';
import { displayText } from '../../core/text';
import type { PromptDescription } from '../../core/features/prompt';
import { withoutIcons } from '../withoutIcons';
import { withoutLinks } from '../withoutLinks';
import { askStep } from './askStep';
import { askInOrder, stepInput, stepPrompt, type StepAnswer, type StepPlace } from './stepInput';

/** One text to ask for. Its name and description come from the server, and are hostile. */
type TextStep = PromptDescription['arguments'][number];

/** Gives the server's proposals for completing a text. @param known the texts that were answered already */
export type Complete = (
  argument: { readonly name: string; readonly value: string },
  known: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<readonly string[]>;

/**
 * Asks for texts, one by one.
 * @param complete left out where the server completes nothing
 * @returns undefined when the user left
 */
export async function askTexts(
  title: string,
  steps: readonly TextStep[],
  complete: Complete | undefined,
): Promise<Readonly<Record<string, string>> | undefined> {
  const values = new Map<string, unknown>();
  const known = () =>
    Object.fromEntries(
      [...values].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
    );
  const names = steps.map(({ name }) => name);
  const how = await askInOrder(names, values, async (index) => {
    const step = steps[index];
    if (step === undefined) return undefined;
    const before = values.get(step.name);
    const place = { title, at: index + 1, of: steps.length, before, offersJson: false };
    if (complete !== undefined) return askCompleted(step, place, complete, known());
    const field = {
      kind: 'text',
      shortest: step.isRequired ? 1 : 0,
      longest: undefined,
      format: undefined,
    } as const;
    const form = { ...step, title: undefined, field, initial: undefined };
    return askStep(form, { ...place, check: () => Promise.resolve(undefined) });
  });
  return how === 'answered' ? known() : undefined;
}

interface TextItem extends QuickPickItem {
  readonly text: string;
}

/** Asks for one text. The first line is what the user has typed, the others are the server's proposals. */
function askCompleted(
  step: TextStep,
  place: StepPlace,
  complete: Complete,
  known: Readonly<Record<string, string>>,
): Promise<StepAnswer | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<TextItem>();
    const answer = stepInput(pick, step.isRequired, place, resolve);
    pick.prompt = withoutLinks(stepPrompt(displayText(step.name, 80), step.description, step.isRequired));
    pick.placeholder = 'Type, or choose what the server proposes.';
    pick.value = typeof place.before === 'string' ? place.before : '';
    let asking = new AbortController();
    const show = (proposals: readonly string[]) => {
      const { value } = pick;
      const others = proposals.filter((text) => text !== value);
      pick.items = [
        ...(value === '' ? [] : [itemOf(value, 'as written')]),
        ...others.map((text) => itemOf(text, undefined)),
      ];
    };
    const propose = async () => {
      asking.abort();
      const own = (asking = new AbortController());
      const { value } = pick;
      pick.busy = true;
      // Without proposals the user types all of it.
      const proposals = await complete({ name: step.name, value }, known, own.signal).catch(() => []);
      if (own.signal.aborted) return;
      pick.busy = false;
      show(proposals);
    };
    answer.add({ dispose: () => asking.abort() });
    answer.add(
      pick.onDidChangeValue(() => {
        show([]);
        void propose();
      }),
    );
    answer.add(
      pick.onDidAccept(() => {
        const text = pick.activeItems[0]?.text ?? pick.value;
        if (text !== '') answer.give({ kind: 'value', value: text });
        else if (!step.isRequired) answer.give({ kind: 'left out' });
      }),
    );
    show([]);
    void propose();
    pick.show();
  });
}

function itemOf(text: string, description: string | undefined): TextItem {
  const label = withoutIcons(displayText(text, 200));
  return { text, label, alwaysShow: true, ...(description !== undefined && { description }) };
}
