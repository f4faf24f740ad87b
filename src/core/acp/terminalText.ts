const escape = '\u001b';
const bell = '\u0007';

/** Colours and styles, and erasing within the line. */
const kept = /^\[[\d;:]*[mK]$/;

/**
 * What follows an escape in a sequence (ECMA-48): a complete control string, a control sequence, or a short escape
 * sequence.
 */
const sequence = new RegExp(
  `^(?:[\\]P^_X][^${bell}${escape}]*(?:${bell}|${escape}\\\\)|\\[[0-?]*[ -/]*[@-~]|[ -/]*[0-OQ-WYZ\\\\\`-~])`,
);

/** The beginning of such a sequence that has no end yet; waited for only up to a length. */
const unfinished = new RegExp(`^(?:[\\]P^_X][^${bell}${escape}]*${escape}?|\\[[0-?]*[ -/]*|[ -/]*)$`);

const longestSequence = 4096;

/** Control and format characters; line breaks, tabs, returns and backspaces are let through. */
const unseen = /(?![\n\r\t\b])[\p{Cc}\p{Cf}]/gu;

/**
 * Makes the output of a program safe for a terminal: it may colour its text and move back within its line, and nothing
 * else. It cannot name the window, write to the clipboard, make links, query the terminal, or hide and reorder text
 * (rule 9). Takes the output piece by piece, because a sequence can be split over several.
 */
export class TerminalText {
  #rest = '';

  /** @returns what can be shown after this piece */
  add(text: string): string {
    const parts = (this.#rest + text).split(escape);
    this.#rest = '';
    const shown = [plain(parts[0] ?? '')];
    for (let at = 1; at < parts.length; at += 1) {
      let part = parts[at] ?? '';
      // A control string can end with an escape sequence.
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
