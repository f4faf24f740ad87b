import { window, type QuickPickItem } from 'vscode';
import { inputTitle } from '../../core/inputs/inputDefinition';
import { scopeText } from '../../core/servers/definition';
import { displayText } from '../../core/text';
import type { Host } from '../../node/host/host';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import { countOf } from '../tree/words';
import { withoutIcons } from '../withoutIcons';
import { sharedInputs, type SharedInput } from './inputFlow';

interface AnswerItem extends QuickPickItem {
  readonly shared: SharedInput | 'every answer';
}

/** Has the user pick among answers that were given before. No answer is shown. */
export class AnswerPicks {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Asks which answers of a server are to be changed; without a question when there is only one. */
  async pickToChange(server: DefinedGrantee): Promise<readonly SharedInput[]> {
    const {
      consent: { answers },
      supervisor: { defined },
    } = this.#host;
    const own = new Set(
      server.definition.inputs.map((input) => answers.nameOf(server.definition.scope, input)),
    );
    // Other servers that use such an input get the new answer too, and are named with it.
    const inputs = sharedInputs(answers, defined.all, ({ definition }) => definition.inputs).filter(
      ({ scope, input }) => own.has(answers.nameOf(scope, input)),
    );
    if (inputs.length < 2) return inputs;
    const picked = await window.showQuickPick(inputs.map(itemOf), {
      title: `Change Stored Inputs for “${displayText(server.name, 60)}”`,
      placeHolder: 'Which answers?',
      canPickMany: true,
      ignoreFocusOut: true,
    });
    return (picked ?? []).flatMap(({ shared }) => (shared === 'every answer' ? [] : shared));
  }

  /** Asks which answers are to be forgotten, and forgets them. Servers that run with a forgotten answer are stopped. */
  async forget(): Promise<void> {
    const {
      consent: { answers },
      supervisor: { defined },
    } = this.#host;
    const inputs = sharedInputs(answers, defined.all, ({ definition, missing }) =>
      definition.inputs.filter((input) => !missing.includes(input)),
    );
    const all: AnswerItem = {
      shared: 'every answer',
      label: 'Every answer',
      detail: 'Also those given in other workspaces, and those that nothing asks for any more.',
    };
    const picked = await window.showQuickPick([...inputs.map(itemOf), all], {
      title: 'Clear Stored Inputs',
      placeHolder: 'What runs with a cleared input is stopped.',
      canPickMany: true,
      ignoreFocusOut: true,
    });
    if (picked === undefined || picked.length === 0) return;
    const count = await this.#forget(picked.map(({ shared }) => shared));
    void window.showInformationMessage(`${countOf(count, 'stored input')} cleared.`);
  }

  async #forget(picked: readonly AnswerItem['shared'][]): Promise<number> {
    const {
      consent: { answers },
    } = this.#host;
    if (picked.includes('every answer')) return answers.forgetAll();
    const inputs = picked.filter((each) => each !== 'every answer');
    await Promise.all(inputs.map(({ scope, input }) => answers.forget(scope, input)));
    return inputs.length;
  }
}

function itemOf(shared: SharedInput): AnswerItem {
  const { scope, input, servers } = shared;
  const names = servers.map(({ name }) => `“${name}”`).join(', ');
  return {
    shared,
    label: withoutIcons(displayText(inputTitle(input), 100)),
    description: withoutIcons(displayText(input.id, 60)),
    detail: withoutIcons(displayText(`for ${names} of the ${scopeText(scope)}`, 200)),
  };
}
