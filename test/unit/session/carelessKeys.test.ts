import { deepEqual, equal } from 'node:assert/strict';
import { CarelessKeys } from '../../../src/core/session/carelessKeys';

const names = ['id', 'method', 'params', 'progressToken', 'roots', 'task', '_meta'];
const keys = new CarelessKeys(names);

/** Every character of the planes in which there are letters with a case, but for the halves of surrogate pairs. */
function* characters(): Generator<string, undefined> {
  for (let code = 0; code <= 0x1ffff; code += 1)
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
}

describe('keys that some reader takes for another', () => {
  it('are those that hold a character which Unicode or a comparison of letters takes for the one in its place', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const single = new CarelessKeys(letters);
    const relatives = [...characters()].filter((each) => single.meantBy(each) !== undefined);
    const strange = { '\u0130': 'i', '\u0131': 'i', '\u017f': 's', '\u212a': 'k' };
    const known = [...letters.toUpperCase().split(''), ...letters.split(''), ...Object.keys(strange)];
    deepEqual(relatives, known);
    for (const each of relatives)
      equal(single.meantBy(each), new Map(Object.entries(strange)).get(each) ?? each.toLowerCase());
    const folding = /^[a-z]$/iu;
    deepEqual(
      [...characters()].filter((each) => folding.test(each) && !relatives.includes(each)),
      [],
    );
  }).timeout(60_000);

  for (const [key, meant] of [
    ['method', 'method'],
    ['Method', 'method'],
    ['METHOD', 'method'],
    ['met\0hod', 'method'],
    ['\0method', 'method'],
    ['method\0', 'method'],
    ['method\0/of/mine', 'method'],
    ['met\u200dhod', 'method'],
    ['met\u00adhod', 'method'],
    ['ta\u017fk', 'task'],
    ['tas\u212a', 'task'],
    ['\u0130d', 'id'],
    ['\u0131d', 'id'],
    ['progresstoken', 'progressToken'],
  ] as const) {
    it(`are found out: ${JSON.stringify(key)}`, () => equal(keys.meantBy(key), meant));
  }

  for (const key of [
    '',
    'methods',
    'met hod',
    'ids',
    'x\0method',
    '__proto__',
    'constructor',
    'méthod',
    'm'.repeat(1e6),
  ]) {
    it(`are not all keys: ${JSON.stringify(key.slice(0, 20))}`, () => equal(keys.meantBy(key), undefined));
  }
});
