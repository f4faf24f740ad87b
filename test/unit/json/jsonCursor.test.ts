import { deepEqual } from 'node:assert/strict';
import * as fc from 'fast-check';
import { JsonCursor } from '../../../src/node/json/jsonCursor';

/** Whether the walk accepts these bytes as one value with nothing after it. */
function accepts(bytes: Buffer): boolean {
  try {
    const cursor = new JsonCursor(bytes);
    cursor.value();
    cursor.end();
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const longText = 'x'.repeat(100);

describe('the walk over JSON', () => {
  const odd: readonly string[] = [
    '',
    ' ',
    '0',
    '-0',
    '01',
    '-',
    '1.',
    '.5',
    '1e',
    '1e400',
    '1E+0',
    '+1',
    '123456789012345678901234567890',
    'true',
    'tru',
    'truex',
    'nul',
    'NaN',
    '"',
    '"a',
    '"\\"',
    '"\\x"',
    '"\\u12"',
    '"\\uD800"',
    '"\\u00zz"',
    '"a\tb"',
    `"${longText}"`,
    `"${longText}`,
    `"${longText}\\"`,
    `"${longText}\\n${longText}"`,
    `"${longText}\\q${longText}"`,
    `"${longText}\u0001${longText}"`,
    `["${longText}",\t"${longText}"]`,
    `["${longText}",\t"${longText}\t"]`,
    '"\u2028\u0085\u007f"',
    '[]',
    '[,]',
    '[1,]',
    '[1 2]',
    '[1}',
    '[[[]]',
    '{}',
    '{,}',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{"a":1 "b":2}',
    '{a:1}',
    '{"a":1]',
    '{"a":[{"b":{}}]}',
    '{"":0,"":1}',
    '1 2',
    '\ufeff1',
    '\u00a01',
    ' \t\r1 ',
    "'a'",
    '/**/1',
  ];
  for (const text of odd) {
    it(`judges ${JSON.stringify(text.slice(0, 40))} as JSON.parse does`, () => {
      deepEqual(accepts(Buffer.from(text)), parses(text));
    });
  }

  it('accepts whatever JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat({ max: 3 }), (value, indent) => {
        deepEqual(accepts(Buffer.from(JSON.stringify(value, undefined, indent))), true);
      }),
      { numRuns: 500 },
    );
  });

  it('judges damaged JSON as JSON.parse does', () => {
    const damage = fc.record({
      at: fc.nat(),
      put: fc.oneof(
        fc.constantFrom('', '"', '\\', ',', ':', '{', '}', '[', ']', '0', 'e', '-', 't', ' ', '\u0000', '\n'),
        fc.string({ unit: 'binary', maxLength: 2 }),
      ),
      length: fc.nat({ max: 3 }),
    });
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.array(damage, { maxLength: 3 }), (value, damages) => {
        let text = JSON.stringify({ long: longText, value });
        for (const { at, put, length } of damages) {
          const from = at % (text.length + 1);
          text = text.slice(0, from) + put + text.slice(from + length);
        }
        // A lone surrogate would become a replacement character on its way into bytes.
        const bytes = Buffer.from(text);
        deepEqual(accepts(bytes), parses(bytes.toString('utf8')));
      }),
      { numRuns: 3000 },
    );
  }).timeout(60_000);

  it('refuses what is no UTF-8', () => {
    deepEqual(accepts(Buffer.from([0x22, 0xff, 0x22])), false);
    deepEqual(accepts(Buffer.from([0x22, 0xc3, 0x28, 0x22])), false);
  });

  it('refuses what is nested beyond all measure, in bounded memory', () => {
    deepEqual(accepts(Buffer.from('['.repeat(10_000) + ']'.repeat(10_000))), true);
    deepEqual(accepts(Buffer.alloc(32 * 1024 * 1024, '[')), false);
    deepEqual(accepts(Buffer.from('{"a":'.repeat(10_001) + '0' + '}'.repeat(10_001))), false);
  });

  it('takes a time linear in the length, also of strings with escapes everywhere', () => {
    const escaped = `"${'\\n'.repeat(4 * 1024 * 1024)}"`;
    const spread = `["${`${longText}\\n`.repeat(80_000)}",${`\t"${longText}",`.repeat(80_000)}0]`;
    deepEqual([accepts(Buffer.from(escaped)), accepts(Buffer.from(spread))], [true, true]);
  }).timeout(60_000);
});
