import { equal, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import { TerminalText } from '../../../src/core/acp/terminalText';

const shown = (...pieces: readonly string[]): string => {
  const text = new TerminalText();
  return pieces.map((piece) => text.add(piece)).join('');
};

describe('The output of a program in a terminal', () => {
  it('keeps its colours, its line breaks and its way back in the line', () => {
    equal(shown('a\nb\r\nc\rd\te\b'), 'a\r\nb\r\nc\rd\te\b');
    equal(
      shown('\u001b[1;31mred\u001b[0m\u001b[2K\u001b[38:5:1m'),
      '\u001b[1;31mred\u001b[0m\u001b[2K\u001b[38:5:1m',
    );
  });

  it('acts on nothing else: no clipboard, no links, no questions to the terminal, nothing hidden', () => {
    for (const act of [
      '\u001b]52;c;c2VjcmV0\u0007',
      '\u001b]0;title\u001b\\',
      '\u001b]8;;http://evil\u001b\\',
      '\u001bP$q\u001b\\',
      '\u001b[6n',
      '\u001b[?1049h',
      '\u001b[2J',
      '\u001b[1A',
      '\u001bc',
      '\u001b(0',
      '\u001b_x\u001b\\',
    ]) {
      equal(shown(`a${act}b`), 'ab', JSON.stringify(act));
      equal(shown('a', ...Array.from(act), 'b'), 'ab', JSON.stringify(act));
    }
    equal(shown('a\u202eb\u0007\u009b31m'), 'a\\u{202e}b\\u{7}\\u{9b}31m');
  });

  it('never lets through an escape that does more, however it comes', () => {
    const part = fc.constantFrom(
      '\u001b',
      '[',
      ']',
      '1',
      ';',
      'm',
      'K',
      'J',
      'P',
      '\\',
      '\u0007',
      'a',
      '\n',
      '?',
      '_',
    );
    fc.assert(
      fc.property(fc.array(fc.array(part, { maxLength: 6 }), { maxLength: 8 }), (pieces) => {
        const text = shown(...pieces.map((piece) => piece.join('')));
        const [first = '', ...acts] = text.split('\u001b');
        ok(
          !first.includes('\u0007') &&
            acts.every((act) => /^\[[\d;:]*[mK][^\p{Cc}]*$/u.test(act.replaceAll('\r\n', ''))),
          text,
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('does not wait without end for the end of a sequence', () => {
    ok(shown(`\u001b]${'x'.repeat(5000)}`).includes('x'));
  });
});
