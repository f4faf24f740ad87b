import { deepEqual, equal } from 'node:assert/strict';
import * as fc from 'fast-check';
import { uniqueNames } from '../../../src/core/roots/rootNames';

describe('uniqueNames (rule 8)', () => {
  const cases: readonly (readonly [readonly string[], readonly string[]])[] = [
    [[], []],
    [
      ['web', 'api'],
      ['web', 'api'],
    ],
    [
      ['web', 'web', 'web'],
      ['web', 'web (2)', 'web (3)'],
    ],
    [
      ['web', 'web', 'web (2)'],
      ['web', 'web (2)', 'web (2) (2)'],
    ],
    [
      ['web', 'web (2)', 'web'],
      ['web', 'web (2)', 'web (3)'],
    ],
  ];
  for (const [names, unique] of cases) {
    it(`makes [${unique.join(', ')}] of [${names.join(', ')}]`, () => deepEqual(uniqueNames(names), unique));
  }

  it('gives no name twice, keeps the order, and only ever adds a number', () => {
    const name = fc.constantFrom('a', 'b', 'a (2)', 'a (2) (2)', 'a (3)');
    fc.assert(
      fc.property(fc.array(name), (names) => {
        const unique = uniqueNames(names);
        equal(new Set(unique).size, names.length);
        unique.forEach((each, i) =>
          equal(each.replace(/^(.*) \(\d+\)$/, '$1') === names[i] || each === names[i], true),
        );
      }),
    );
  });
});
