import { LineEditor, type Typed } from './lineEditor';

/** What came of what the user typed where a question may stand. */
export type TypedOrAnswer<A> =
  | Typed
  /** The option with this place in the question, from 0. */
  | { readonly kind: 'answer'; readonly asked: A; readonly option: number }
  /** A line that answers nothing; it comes back as the draft of the message. */
  | { readonly kind: 'kept' };

/** A question that stands, with what it offers. */
interface Answerable {
  readonly question: { readonly options: readonly unknown[] };
}

/**
 * The line that the user types in a conversation, for the agent or to answer what it asks. An answer is a whole line, a
 * number and Enter, that was begun empty after the very question came. Whatever else is typed while a question stands is
 * the draft of the message: nothing typed ahead answers, nor what was typed for another question.
 */
export class AnswerLine<A extends Answerable> {
  readonly #editor = new LineEditor();
  #asked: A | undefined;
  /** The question that came before anything of this line was typed. */
  #answers: A | undefined;
  readonly #draft: string[] = [];

  get text(): string {
    return this.#editor.text;
  }

  /** What stands before the cursor. */
  get beforeCursor(): string {
    return this.#editor.beforeCursor;
  }

  /** Whether this line, as far as it is typed, can be an answer. */
  get isAnswer(): boolean {
    return this.#answers !== undefined;
  }

  /** Another question stands from now on, or none: then the draft is in the line again. */
  ask(asked: A | undefined): void {
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#answers = this.#editor.isEmpty ? asked : undefined;
    if (asked !== undefined) return;
    const lines = this.#draft.splice(0);
    if (lines.length > 0 && !this.#editor.isEmpty) lines.push('');
    this.#editor.putBefore(lines.join('\n'));
  }

  /** Takes what the terminal sends. At most one answer comes of it. */
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
