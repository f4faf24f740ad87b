import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { canonicalJson, Signer } from '../../../src/node/stores/signature';
import { testKey } from './surroundings';

const fields = { server: 'f00', folder: '/work/ä "b"', verdict: 'allow', decidedAt: 17 };

describe('Signed records', () => {
  const signer = new Signer(testKey);

  it('have one spelling: keys in order, at every depth, no white space', () => {
    assert.equal(
      canonicalJson({ b: [1, { d: null, c: true }], a: 'x\n', A: -0.5 }),
      '{"A":-0.5,"a":"x\\n","b":[1,{"c":true,"d":null}]}',
    );
    assert.throws(() => canonicalJson({ a: Number.NaN }), TypeError);
  });

  it('open under the name and key they were sealed with', () => {
    assert.deepEqual(signer.open('a.json', signer.seal('a.json', fields)), fields);
  });

  it('do not open under another name, nor with another key', () => {
    const text = signer.seal('a.json', fields);
    assert.equal(signer.open('b.json', text), undefined);
    assert.equal(new Signer(Buffer.alloc(32, 8)).open('a.json', text), undefined);
  });

  it('do not open once a field was added, removed, changed or written twice', () => {
    const sealed = JSON.parse(signer.seal('a.json', fields)) as Record<string, unknown>;
    const { decidedAt: _, ...fewer } = sealed;
    const edited = [
      { ...sealed, more: 1 },
      fewer,
      { ...sealed, folder: '/work' },
      { ...sealed, decidedAt: '17' },
      { ...sealed, mac: undefined },
      { ...sealed, mac: '' },
      { ...sealed, mac: 'é'.repeat(32) },
    ].map((each) => `${canonicalJson(JSON.parse(JSON.stringify(each)) as Record<string, string>)}\n`);
    const twice = signer.seal('a.json', fields).replace('{', '{"verdict":"deny",');
    for (const text of [...edited, twice, '', 'null', '[]', '{}', '{', '"x"', '['.repeat(100_000)]) {
      assert.equal(signer.open('a.json', text), undefined, text.slice(0, 100));
    }
  });

  it('do not open after any change of their bytes', () => {
    const text = signer.seal('a.json', fields);
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(3), fc.string({ maxLength: 3 }), (at, removed, put) => {
        const changed = text.slice(0, at) + put + text.slice(at + removed);
        fc.pre(changed !== text);
        assert.equal(signer.open('a.json', changed), undefined);
      }),
      { numRuns: 2000 },
    );
  });

  it('come back as they were, whatever they hold', () => {
    const anything = fc.dictionary(
      fc.string().filter((key) => key !== 'mac' && key !== '__proto__'),
      fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.array(fc.string())),
    );
    fc.assert(
      fc.property(fc.string(), anything, (name, value) => {
        assert.deepEqual({ ...signer.open(name, signer.seal(name, value)) }, { ...value });
      }),
    );
  });

  it('are named so that the name tells nothing without the key, and words do not run together', () => {
    const names = [
      signer.nameFor(['ab', 'c']),
      signer.nameFor(['a', 'bc']),
      new Signer(Buffer.alloc(32)).nameFor(['ab', 'c']),
    ];
    assert.equal(new Set(names).size, 3);
    for (const name of names) assert.match(name, /^[0-9a-f]{32}$/);
  });
});
