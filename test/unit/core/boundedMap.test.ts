import { deepEqual, equal } from 'node:assert/strict';
import { BoundedMap } from '../../../src/core/boundedMap';

describe('BoundedMap: what is held of a peer', () => {
  const of = (entries: number, weight: number) =>
    new BoundedMap<string, string>({ entries, weight }, (value) => value.length);

  it('holds the newest entries, as many as it may', () => {
    const map = of(2, 100);
    for (const key of ['a', 'b', 'a', 'c']) map.set(key, key);
    deepEqual([[...map.keys()], map.values, map.size], [['a', 'c'], ['a', 'c'], 2]);
  });

  it('holds the newest entries, as heavy as they may be together', () => {
    const map = of(10, 5);
    for (const [key, value] of Object.entries({ a: 'xx', b: 'xxx', c: 'x' })) map.set(key, value);
    deepEqual([map.values, map.weight], [['xxx', 'x'], 4]);
  });

  it('takes none that is too heavy by itself, nor keeps the one before it', () => {
    const map = of(10, 5);
    map.set('b', 'x');
    map.set('a', 'x');
    equal(map.set('a', 'xxxxxx'), false);
    deepEqual([map.has('a'), map.values, map.weight], [false, ['x'], 1]);
  });

  it('weighs what it holds, whatever is replaced and taken out', () => {
    const map = of(10, 100);
    map.set('a', 'xx');
    map.set('a', 'xxx');
    map.set('b', 'x');
    equal(map.weight, 4);
    deepEqual([map.delete('a'), map.delete('a'), map.weight], [true, false, 1]);
    map.clear();
    deepEqual([map.size, map.weight, map.get('b')], [0, 0, undefined]);
  });
});
