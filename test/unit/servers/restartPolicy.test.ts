import { deepEqual, equal } from 'node:assert/strict';
import { Lifetime } from '../../../src/core/lifecycle';
import { RestartPolicy } from '../../../src/node/servers/restartPolicy';
import { FakeClock } from '../consent/fakes';

describe('RestartPolicy', () => {
  /** A crash: how long is waited before the next start; undefined when there is to be none. */
  async function crash(
    policy: RestartPolicy,
    clock: FakeClock,
    owner: Lifetime,
  ): Promise<number | undefined> {
    const next = policy.next(owner);
    const [wait] = clock.waits;
    clock.pass(wait ?? 0);
    return (await next) ? wait : undefined;
  }

  it('starts a crashed server again a little later each time, three times, then no more', async () => {
    const [clock, owner] = [new FakeClock(), new Lifetime()];
    const policy = new RestartPolicy(clock);
    const waits = [];
    for (let i = 0; i < 5; i += 1) waits.push(await crash(policy, clock, owner));
    deepEqual(waits, [250, 1000, 3000, undefined, undefined]);
  });

  it('counts anew after a minute without a crash', async () => {
    const [clock, owner] = [new FakeClock(), new Lifetime()];
    const policy = new RestartPolicy(clock);
    const waits = [await crash(policy, clock, owner), await crash(policy, clock, owner)];
    clock.pass(60_000);
    waits.push(await crash(policy, clock, owner));
    clock.pass(60_001);
    waits.push(await crash(policy, clock, owner));
    deepEqual(waits, [250, 1000, 250, 250]);
  });

  it('waits no longer when its owner ends', () => {
    const [clock, owner] = [new FakeClock(), new Lifetime()];
    void new RestartPolicy(clock).next(owner);
    equal(clock.waits.length, 1);
    owner.dispose();
    deepEqual(clock.waits, []);
  });
});
