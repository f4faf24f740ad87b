import { LineEditor, type Typed } from './lineEditor';

/** The result of what the user typed where a question of the agent can be open. */
export type TypedOrAnswer<A> =
  | Typed
  /** The option by its place in the question, from 0. */
  | { readonly kind: 'answer'; readonly asked: A; readonly option: number }
  /** A line that is no answer; it comes back later, as part of the draft of the message. */
  | { readonly kind: 'kept' };

/** An open question, with the options that it offers. */
interface Answerable {
  readonly question: { readonly options: readonly unknown[] };
}

/**
 * The line that the user types in a conversation: a message to the agent, or the answer to its question. An answer is
 * one whole line, a number and Enter, whose typing began in an empty line while this question was open. Everything else
 * that is typed while a question is open becomes part of the draft of the message. So nothing that was typed ahead, or
 * for another question, counts as an answer.
 */
export class AnswerLine<A extends Answerable> {
  readonly #editor = new LineEditor();
  #asked: A | undefined;
  /** The question that was open when the typing of this line began; only this one can be answered by the line. */
  #answers: A | undefined;
  readonly #draft: string[] = [];

  get text(): string {
    return this.#editor.text;
  }

  /** The text before the cursor. */
  get beforeCursor(): string {
    return this.#editor.beforeCursor;
  }

  /** Whether this line, as far as it is typed, can become an answer. */
  get isAnswer(): boolean {
    return this.#answers !== undefined;
  }

  /** Sets the question that is open now. Undefined: none is; then the draft is put back into the line. */
  ask(asked: A | undefined): void {
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#answers = this.#editor.isEmpty ? asked : undefined;
    if (asked !== undefined) return;
    const lines = this.#draft.splice(0);
    if (lines.length > 0 && !this.#editor.isEmpty) lines.push('');
    this.#editor.putBefore(lines.join('\n'));
  }

  /** Takes what the terminal sends. Gives at most one answer. */
  type(data: string): readonly TypedOrAnswer<A>[] {
    const asked = this.#asked;
    const typed = this.#editor.type(data);
    if (asked === undefined) return typed;
    let answers = this.#answers;
    const outcomes = typed.map((each): TypedOrAnswer<A> => {
      if (each.kind !== 'line') return each;
      const option = answers === undefined ? undefined : optionOf(answers, each.text);
      answers = undefined;
      if (option !== undefined) return { kind: 'answer', asked, option };
      if (each.text !== '') this.#draft.push(each.text);
      return { kind: 'kept' };
    });
    if (this.#editor.isEmpty) this.#answers = asked;
    else if (typed.length > 0) this.#answers = undefined;
    return outcomes;
  }
}

function optionOf({ question }: Answerable, text: string): number | undefined {
  const option = /^[1-9]\d?$/u.test(text.trim()) ? Number(text) - 1 : -1;
  return option >= 0 && option < question.options.length ? option : undefined;
}
