const escape = '\u001b';
const bell = '\u0007';

/** Colours and styles, and erasing in the line: what a program's output needs, and no more. */
const kept = /^\[[\d;:]*[mK]$/;

/** A sequence that begins with an escape (ECMA-48): a control string to its end, a control sequence, or two characters. */
const sequence = new RegExp(
  `^(?:[\\]P^_X][^${bell}${escape}]*(?:${bell}|${escape}\\\\)|\\[[0-?]*[ -/]*[@-~]|[ -/]*[0-OQ-WYZ\\\\\`-~])`,
);

/** Such a sequence that has no end yet; it is not waited for without end. */
const unfinished = new RegExp(`^(?:[\\]P^_X][^${bell}${escape}]*${escape}?|\\[[0-?]*[ -/]*|[ -/]*)$`);

const longestSequence = 4096;

/** What acts on a terminal or hides; line breaks and tabs do what they say, a return goes back in its line. */
const unseen = /(?![\n\r\t\b])[\p{Cc}\p{Cf}]/gu;

/**
 * The output of a program made fit for a terminal: it may colour its text and go back in its line, and nothing else. It
 * cannot name the window, write to the clipboard, make links, ask the terminal what it is, or hide and reorder text
 * (rule 9). Takes it piece by piece: a sequence can come in several.
 */
export class TerminalText {
  #rest = '';

  /** @returns what is to be shown of it by now */
  add(text: string): string {
    const parts = (this.#rest + text).split(escape);
    this.#rest = '';
    const shown = [plain(parts[0] ?? '')];
    for (let at = 1; at < parts.length; at += 1) {
      let part = parts[at] ?? '';
      // A control string ends in an escape of its own.
      while (isOpenString(part) && at + 1 < parts.length) part += escape + (parts[(at += 1)] ?? '');
      const found = sequence.exec(part);
      if (found !== null) {
        const [is] = found;
        shown.push(kept.test(is) ? escape + is : '', plain(part.slice(is.length)));
      } else if (at === parts.length - 1 && part.length < longestSequence && unfinished.test(part)) {
        this.#rest = escape + part;
      } else {
        shown.push(plain(part));
      }
    }
    return shown.join('');
  }
}

function isOpenString(part: string): boolean {
  return /^[\]P^_X]/.test(part) && !sequence.test(part) && part.length < longestSequence;
}

function plain(text: string): string {
  return text.replace(/\r?\n/g, '\r\n').replace(unseen, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return `\\u{${code}}`;
  });
}
