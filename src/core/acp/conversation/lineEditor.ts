/** The result of what the user typed. */
export type Typed =
  | { readonly kind: 'line'; readonly text: string }
  /** Ctrl+C, with the text of the line, which is empty now. */
  | { readonly kind: 'interrupt'; readonly text: string }
  /** Ctrl+D in an empty line. */
  | { readonly kind: 'end' };

/** How many earlier lines the arrow keys can bring back. */
const mostHistory = 100;

const segmenter = new Intl.Segmenter();

/**
 * A line that the user types in a terminal. Enter ends it; a line break that is pasted (bracketed paste) or typed by
 * Alt+Enter becomes part of it. The cursor moves by what is seen as one character. It does not draw.
 */
export class LineEditor {
  #characters: string[] = [];
  #cursor = 0;
  #pasted: string | undefined;
  readonly #history: string[] = [];
  #recalled = 0;

  get text(): string {
    return this.#characters.join('');
  }

  /** The text before the cursor. */
  get beforeCursor(): string {
    return this.#characters.slice(0, this.#cursor).join('');
  }

  /** Whether it has no text and no paste is under way. */
  get isEmpty(): boolean {
    return this.#characters.length === 0 && this.#pasted === undefined;
  }

  /** Puts text before the line; the cursor stays at its place in the line. */
  putBefore(text: string): void {
    const before = charactersOf(text);
    this.#characters = [...before, ...this.#characters];
    this.#cursor += before.length;
  }

  /** Takes what the terminal sends. */
  type(data: string): readonly Typed[] {
    const typed: Typed[] = [];
    let rest = data;
    while (rest !== '') {
      if (this.#pasted !== undefined) {
        const end = rest.indexOf(pasteEnd);
        this.#pasted += end === -1 ? rest : rest.slice(0, end);
        if (end === -1) return typed;
        this.#insert(this.#pasted);
        this.#pasted = undefined;
        rest = rest.slice(end + pasteEnd.length);
        continue;
      }
      const [piece = ''] = token.exec(rest) ?? [];
      rest = rest.slice(piece.length);
      const outcome = this.#take(piece);
      if (outcome !== undefined) typed.push(outcome);
    }
    return typed;
  }

  #take(piece: string): Typed | undefined {
    switch (piece) {
      case pasteBegin:
        this.#pasted = '';
        return undefined;
      case '\r':
        return { kind: 'line', text: this.#finish() };
      case '\u001b\r':
      case '\n':
        return this.#insert('\n');
      case '\u0003':
        return { kind: 'interrupt', text: this.#clear() };
      case '\u0004':
        return this.#characters.length === 0 ? { kind: 'end' } : this.#remove(this.#cursor, this.#cursor + 1);
      case '\u007f':
      case '\b':
        return this.#remove(this.#cursor - 1, this.#cursor);
      case '\u001b[3~':
        return this.#remove(this.#cursor, this.#cursor + 1);
      case '\u0017':
        return this.#remove(this.#wordStart(), this.#cursor);
      case '\u0015':
        return this.#remove(0, this.#cursor);
      case '\u000b':
        return this.#remove(this.#cursor, this.#characters.length);
      case '\u001b[D':
      case '\u001bOD':
        return this.#move(this.#cursor - 1);
      case '\u001b[C':
      case '\u001bOC':
        return this.#move(this.#cursor + 1);
      case '\u001b[H':
      case '\u001bOH':
      case '\u0001':
        return this.#move(0);
      case '\u001b[F':
      case '\u001bOF':
      case '\u0005':
        return this.#move(this.#characters.length);
      case '\u001b[A':
      case '\u001bOA':
        return this.#recall(-1);
      case '\u001b[B':
      case '\u001bOB':
        return this.#recall(1);
      default:
        // Keys without a meaning here are ignored.
        return /^\p{Cc}/u.test(piece) ? undefined : this.#insert(piece);
    }
  }

  #insert(text: string): undefined {
    const lines = text
      .replaceAll(/\r\n?/gu, '\n')
      .replaceAll('\t', '  ')
      .replaceAll(/(?!\n)\p{Cc}/gu, '');
    // The new text may form one character with the text before it.
    const before = charactersOf(this.beforeCursor + lines);
    this.#characters = [...before, ...this.#characters.slice(this.#cursor)];
    this.#cursor = before.length;
  }

  #remove(from: number, to: number): undefined {
    const start = Math.max(from, 0);
    this.#characters.splice(start, to - start);
    this.#cursor = start;
  }

  #move(to: number): undefined {
    this.#cursor = Math.min(Math.max(to, 0), this.#characters.length);
  }

  #recall(by: number): undefined {
    const at = this.#recalled + by;
    if (at < 0 || at > this.#history.length) return;
    this.#recalled = at;
    this.#characters = charactersOf(this.#history[at] ?? '');
    this.#cursor = this.#characters.length;
  }

  #wordStart(): number {
    const before = this.#characters.slice(0, this.#cursor);
    while (before.at(-1) === ' ') before.pop();
    while (before.length > 0 && before.at(-1) !== ' ') before.pop();
    return before.length;
  }

  #finish(): string {
    const text = this.#clear();
    if (text.trim() !== '' && this.#history.at(-1) !== text) this.#history.push(text);
    if (this.#history.length > mostHistory) this.#history.shift();
    this.#recalled = this.#history.length;
    return text;
  }

  #clear(): string {
    const { text } = this;
    this.#characters = [];
    this.#cursor = 0;
    this.#recalled = this.#history.length;
    return text;
  }
}

const pasteBegin = '\u001b[200~';
const pasteEnd = '\u001b[201~';

/** Matches one key: an escape sequence, Alt with a key, a control character, or text up to the next of these. */
const escape = '\u001b';
const token = new RegExp(
  `^(?:${escape}\\[[\\d;]*[A-Za-z~]|${escape}O.|${escape}[^]?|\\p{Cc}|[^\\p{Cc}]+)`,
  'u',
);

function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
