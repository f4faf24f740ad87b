import { deepEqual, rejects } from 'node:assert/strict';
import { Gate } from '../../../src/node/acp/gate';

describe('A gate', () => {
  /** What has begun, and what ends each of it. */
  function runs(gate: Gate, names: readonly string[]) {
    const begun: string[] = [];
    const ends = new Map<string, (failure?: Error) => void>();
    const all = names.map((name) =>
      gate.pass(
        () =>
          new Promise<string>((resolve, reject) => {
            begun.push(name);
            ends.set(name, (failure) => (failure === undefined ? resolve(name) : reject(failure)));
          }),
      ),
    );
    return { begun, all, end: (name: string, failure?: Error) => ends.get(name)?.(failure) };
  }

  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('lets only so many run at once, and the others in the order in which they came', async () => {
    const gate = new Gate(2);
    const { begun, all, end } = runs(gate, ['a', 'b', 'c', 'd', 'e']);
    await settled();
    deepEqual(begun, ['a', 'b']);
    end('b');
    await settled();
    deepEqual(begun, ['a', 'b', 'c']);
    for (const name of ['a', 'c', 'd', 'e']) {
      end(name);
      await settled();
    }
    deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd', 'e']);
    const again = runs(gate, ['f', 'g', 'h']);
    await settled();
    deepEqual(again.begun, ['f', 'g']);
    for (const name of ['f', 'g', 'h']) {
      again.end(name);
      await settled();
    }
    await Promise.all(again.all);
  });

  it('is as wide after a failure as before', async () => {
    const { begun, all, end } = runs(new Gate(1), ['a', 'b']);
    const failed = rejects(async () => all[0], { message: 'no' });
    await settled();
    end('a', new Error('no'));
    await failed;
    await settled();
    deepEqual(begun, ['a', 'b']);
    end('b');
    deepEqual(await all[1], 'b');
  });
});
