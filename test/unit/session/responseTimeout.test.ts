import { deepEqual, rejects } from 'node:assert/strict';
import { ResponseTimeout } from '../../../src/node/session/responseTimeout';
import { FakeClock } from '../consent/fakes';

describe('ResponseTimeout with a server', () => {
  function bench() {
    const clock = new FakeClock();
    const patience = new ResponseTimeout(clock);
    const given: string[] = [];
    const watch = (name: string, milliseconds = 100) => patience.watch(milliseconds, () => given.push(name));
    return { clock, patience, given, watch };
  }

  it('ends when nothing was heard for the time, and is renewed by what is heard', () => {
    const { clock, given, watch } = bench();
    const heard = watch('heard');
    watch('silent');
    clock.pass(99);
    heard.renew();
    clock.pass(1);
    deepEqual(given, ['silent']);
    clock.pass(99);
    deepEqual(given, ['silent', 'heard']);
  });

  it('has no end while the server waits for an answer of ours, and begins anew after the last of them', async () => {
    const { clock, patience, given, watch } = bench();
    watch('before');
    const answer: (() => void)[] = [];
    const asked = [1, 2].map(() =>
      patience.during(() => new Promise<void>((resolve) => answer.push(resolve))),
    );
    watch('meanwhile', 50).renew();
    clock.pass(1000);
    answer[0]?.();
    await asked[0];
    clock.pass(1000);
    deepEqual(given, []);
    answer[1]?.();
    await asked[1];
    clock.pass(50);
    deepEqual(given, ['meanwhile']);
    clock.pass(50);
    deepEqual(given, ['meanwhile', 'before']);
  });

  it('goes on also after an answer of ours that failed, and is nobody’s once disposed', async () => {
    const { clock, patience, given, watch } = bench();
    watch('disposed').dispose();
    watch('kept');
    await rejects(
      patience.during(() => Promise.reject(new Error('no'))),
      /no/,
    );
    clock.pass(100);
    deepEqual([given, clock.waits], [['kept'], []]);
  });
});
