import { deepEqual, equal } from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { inTime } from '../../../src/node/folders/inTime';

const never = <T>() => new Promise<T>(() => {});

/** A promise that is kept by hand. */
function promised<T>() {
  let keep: (value: T) => void = () => {};
  return { promise: new Promise<T>((resolve) => (keep = resolve)), keep: (value: T) => keep(value) };
}

describe('The answer of a disk counts in time (rule 4)', () => {
  it('at once where it is there', async () => equal(await inTime(Promise.resolve('here'), never), 'here'));

  it('is none from a disk that is silent while the machine gets on', async () => {
    equal(await inTime(never()), undefined);
  });

  it('is waited for while the machine itself does not get on', async () => {
    const answer = promised<string>();
    const control = () => {
      // Only now, long after the bound, is there a thread that can ask the disk.
      setTimeout(() => answer.keep('late'), 100);
      return never<void>();
    };
    equal(await inTime(answer.promise, control), 'late');
  });

  it('is what came before the machine was found to get on, also in the same turn', async () => {
    const answer = promised<string>();
    const control = async () => answer.keep('just now');
    equal(await inTime(answer.promise, control), 'just now');
  });

  it('is none in the end, however long the machine is held up', async function () {
    this.timeout(20_000);
    equal(await inTime(never(), never), undefined);
  });

  it('asks the machine anew each time: one that got on before says nothing of now', async () => {
    const both = await Promise.all([inTime(never()), inTime(never())]);
    equal(both.join(), ',');
  });

  it('is a failure where asking fails', async () => {
    const failure = new Error('no');
    equal(await inTime(Promise.reject(failure)).catch((error: unknown) => error), failure);
  });

  it('and leaves no timer behind, however it ended', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
    // Mocha begins to count the time of a test once it has given its promise.
    await delay(20);
    const before = timers();
    const left: number[] = [];
    for (const answer of [() => Promise.resolve(), () => delay(5), () => delay(65)]) {
      await inTime(answer(), never);
      left.push(timers() - before);
    }
    await inTime(never(), () => Promise.resolve());
    deepEqual([...left, timers() - before], [0, 0, 0, 0]);
  });
});
