import { deepEqual, equal, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import { changedLines, linesIn } from '../../../src/core/acp/changedLines';

describe('What makes one text another', () => {
  it('is one piece of whole lines, without what is alike before and behind it', () => {
    deepEqual(changedLines(['a', 'b', 'c'], ['a', 'x', 'y', 'c']), { start: 1, end: 2, lines: ['x', 'y'] });
    deepEqual(changedLines(['a'], ['a']), undefined);
    deepEqual(changedLines(['a', 'b'], ['b']), { start: 0, end: 2, lines: ['b'] });
  });

  it('leads from the one to the other, and neither side of it is empty', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', ''), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const change = changedLines(before, after);
        if (change === undefined) return deepEqual(before, after);
        ok(change.start < change.end && change.lines.length > 0);
        deepEqual([...before.slice(0, change.start), ...change.lines, ...before.slice(change.end)], after);
      }),
      { numRuns: 2000 },
    );
  });

  it('counts lines as an editor does, however they end', () => {
    deepEqual(linesIn('a\r\nb\rc\n'), ['a', 'b', 'c', '']);
    equal(linesIn('').length, 1);
  });
});
