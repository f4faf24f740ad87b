import { equal, ok } from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as fc from 'fast-check';
import { displayText, rootName } from '../../src/core/text';

describe('text of unknown origin', () => {
  const shown: readonly (readonly [string, string, string])[] = [
    ['plain text', 'notes (2024) — übersicht 📁', 'notes (2024) — übersicht 📁'],
    ['an escape code', 'a\u001b[2Jb', 'a\\u001b[2Jb'],
    ['a line break that fakes a button', 'a\nAllow all: b', 'a\\nAllow all: b'],
    ['tab and carriage return', 'a\tb\rc', 'a\\tb\\rc'],
    ['a C1 control', 'a\u009bb', 'a\\u009bb'],
    ['a right-to-left override', 'a\u202egpj.exe', 'a\\u202egpj.exe'],
    ['zero-width characters', 'a\u200bb\ufeffc', 'a\\u200bb\\ufeffc'],
    ['a line separator', 'a\u2028b', 'a\\u2028b'],
    ['tag characters, which carry hidden text', 'a\u{e0041}b', 'a\\u{e0041}b'],
    ['a lone surrogate', 'a\ud800b', 'a\\ud800b'],
    ['a format character that is not ignorable', 'a\ufff9b', 'a\\ufff9b'],
    ['a letter that shows nothing', 'a\u3164b', 'a\\u3164b'],
    ['an emoji with its variation selector', '✔️', '✔️'],
  ];
  for (const [what, hostile, harmless] of shown) {
    it(`is shown in one line, everything visible: ${what}`, () => equal(displayText(hostile), harmless));
  }

  it('is cut at a length, never inside a character or an escape', () => {
    equal(displayText('abcdef', 6), 'abcdef');
    equal(displayText('abcdefg', 6), 'abcde…');
    equal(displayText('abc📁def', 5), 'abc…');
    equal(displayText('abcd\u202e', 6), 'abcd…');
    equal(displayText('x'.repeat(10_000_000), 10), 'xxxxxxxxx…');
  });

  it('never comes out longer than asked, or with anything unseen', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 40 }), (text, maxLength) => {
        const result = displayText(text, maxLength);
        ok(result.length <= maxLength);
        ok(!/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/u.test(result));
      }),
    );
  });

  it('becomes a root name of one plain line, never empty', () => {
    equal(rootName('my project'), 'my project');
    equal(rootName('  a\n\u001b[31mb\u202ec\t '), 'a [31mbc');
    equal(rootName('\u202e\u200b\n'), 'folder');
    equal(rootName('n'.repeat(500)), `${'n'.repeat(99)}…`);
  });
});
