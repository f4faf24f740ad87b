import type { InputDefinition } from '../../core/inputs/inputDefinition';
import type { Scope } from '../../core/servers/definition';
import type { InputAnswers } from '../../node/inputs/inputAnswers';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import type { OneQuestion } from '../consent/oneQuestion';
import { askForInput } from './askForInput';

/** An input with the servers that use it. */
export interface SharedInput {
  readonly scope: Scope;
  readonly input: InputDefinition;
  readonly servers: readonly DefinedGrantee[];
}

/** The one way in which the user is asked for the inputs that servers need at their start. */
export class InputFlow {
  readonly #answers: InputAnswers;
  readonly #questions: OneQuestion;

  constructor(answers: InputAnswers, questions: OneQuestion) {
    this.#answers = answers;
    this.#questions = questions;
  }

  /**
   * Asks for each answer that these servers lack, once for all of them. Nothing is kept before the last question is
   * answered.
   * @returns whether nothing is missing now; false when the user left a question, or another one is open
   * @throws {UserError} when an answer could not be kept
   */
  async askMissing(servers: readonly DefinedGrantee[]): Promise<boolean> {
    const missing = sharedInputs(this.#answers, servers, ({ missing }) => missing);
    return missing.length === 0 || this.ask(missing);
  }

  /**
   * Asks for these answers, also for those that were given before.
   * @returns false when the user left a question, or another one is open; nothing is kept then
   * @throws {UserError} when an answer could not be kept
   */
  async ask(inputs: readonly SharedInput[]): Promise<boolean> {
    const given = await this.#questions.put(() => this.#askEach(inputs));
    if (given === undefined) return false;
    for (const [{ scope, input }, value] of given) await this.#answers.keep(scope, input, value);
    const affected = new Set(inputs.flatMap(({ servers }) => servers));
    await Promise.all([...affected].map((server) => server.prepare()));
    return true;
  }

  async #askEach(
    inputs: readonly SharedInput[],
  ): Promise<readonly (readonly [SharedInput, string])[] | undefined> {
    const given: (readonly [SharedInput, string])[] = [];
    for (const [index, shared] of inputs.entries()) {
      const { scope, input, servers } = shared;
      const before = isMasked(input)
        ? undefined
        : (await this.#answers.of({ scope, inputs: [input] })).get(input.id);
      const value = await askForInput({
        servers: servers.map(({ name }) => name),
        input,
        step: { at: index + 1, of: inputs.length },
        ...(before !== undefined && { before }),
      });
      if (value === undefined) return undefined;
      given.push([shared, value]);
    }
    return given;
  }
}

/** The inputs of these servers, each once, with every server that uses it. */
export function sharedInputs(
  answers: InputAnswers,
  servers: readonly DefinedGrantee[],
  of: (server: DefinedGrantee) => readonly InputDefinition[],
): readonly SharedInput[] {
  const shared = new Map<string, SharedInput>();
  for (const server of servers) {
    const { scope } = server.definition;
    for (const input of of(server)) {
      const name = answers.nameOf(scope, input);
      const before = shared.get(name)?.servers ?? [];
      shared.set(name, { scope, input, servers: [...before, server] });
    }
  }
  return [...shared.values()];
}

function isMasked(input: InputDefinition): boolean {
  return input.kind === 'text' && input.password;
}
