import { deepEqual, equal, throws } from 'node:assert/strict';
import { Lifetime, Slot, toDisposable } from '../../../src/core/lifecycle';

describe('toDisposable', () => {
  it('runs once, however often it is disposed', () => {
    let runs = 0;
    const disposable = toDisposable(() => (runs += 1));
    disposable.dispose();
    disposable.dispose();
    equal(runs, 1);
  });

  it('counts as disposed while it runs', () => {
    let runs = 0;
    const disposable = toDisposable(() => {
      runs += 1;
      disposable.dispose();
    });
    disposable.dispose();
    equal(runs, 1);
  });
});

describe('Lifetime', () => {
  function owning(...names: string[]) {
    const ended: string[] = [];
    const lifetime = new Lifetime();
    for (const name of names) lifetime.add(toDisposable(() => ended.push(name)));
    return { lifetime, ended };
  }

  it('ends what it owns in the reverse of the order in which it came', () => {
    const { lifetime, ended } = owning('a', 'b', 'c');
    lifetime.dispose();
    deepEqual(ended, ['c', 'b', 'a']);
  });

  it('ends each once', () => {
    const { lifetime, ended } = owning('a');
    lifetime.dispose();
    lifetime.dispose();
    deepEqual(ended, ['a']);
  });

  it('ends at once what arrives after its end, and hands it back all the same', () => {
    const { lifetime, ended } = owning();
    equal(lifetime.ended, false);
    lifetime.dispose();
    const late = toDisposable(() => ended.push('late'));
    equal(lifetime.add(late), late);
    deepEqual(ended, ['late']);
    equal(lifetime.ended, true);
  });

  it('ends all the others when one throws, then throws its error', () => {
    const { lifetime, ended } = owning('a');
    lifetime.add(
      toDisposable(() => {
        throw new Error('stuck');
      }),
    );
    lifetime.add(toDisposable(() => ended.push('c')));
    throws(() => lifetime.dispose(), /^Error: stuck$/);
    deepEqual(ended, ['c', 'a']);
  });
});

describe('Slot', () => {
  function named(name: string, ended: string[]) {
    return toDisposable(() => ended.push(name));
  }

  it('ends what it held when it is given another', () => {
    const ended: string[] = [];
    const slot = new Slot();
    slot.value = named('a', ended);
    const second = named('b', ended);
    slot.value = second;
    deepEqual({ ended, held: slot.value === second }, { ended: ['a'], held: true });
  });

  it('does not end what it is given again', () => {
    const ended: string[] = [];
    const slot = new Slot();
    const only = named('a', ended);
    slot.value = only;
    slot.value = only;
    deepEqual(ended, []);
  });

  it('ends what it holds with itself, and at once what it is given later', () => {
    const ended: string[] = [];
    const slot = new Slot();
    slot.value = named('a', ended);
    slot.dispose();
    slot.value = named('b', ended);
    deepEqual({ ended, held: slot.value }, { ended: ['a', 'b'], held: undefined });
  });
});
