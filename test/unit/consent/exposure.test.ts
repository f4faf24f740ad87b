import { equal } from 'node:assert/strict';
import { sameRoots, type ExposedRoot } from '../../../src/core/consent/exposure';
import { root } from '../session/sessionBench';

describe('sameRoots: do two lists say the same to a server?', () => {
  const [a, b] = [root('a'), root('b')];
  const table: readonly (readonly [string, readonly ExposedRoot[], readonly ExposedRoot[], boolean])[] = [
    ['both are empty', [], [], true],
    ['the same by other objects', [a, b], [{ ...a }, { ...b }], true],
    ['from another entry', [a], [{ ...a, source: 'file:///link' }], true],
    ['one more', [a], [a, b], false],
    ['one less', [a, b], [a], false],
    ['another order', [a, b], [b, a], false],
    ['another name', [a], [{ ...a, name: 'c' }], false],
    ['another address', [a], [{ ...a, uri: 'file:///c' }], false],
  ];
  for (const [what, before, after, same] of table) it(what, () => equal(sameRoots(before, after), same));
});
