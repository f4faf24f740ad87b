import { deepEqual } from 'node:assert/strict';
import type { Fingerprint } from '../../../src/core/consent/decision';
import { LogFlood, serverLogLine } from '../../../src/core/features/serverLog';
import type { Log } from '../../../src/core/log';
import { usualFeatureSettings } from '../../../src/node/features/featureDeps';
import { ServerFeatures } from '../../../src/node/features/serverFeatures';
import { FakeClock } from '../consent/fakes';
import { KeptLog } from '../stores/surroundings';

describe('The log messages of a server', () => {
  it('are bounded in length', () => {
    deepEqual(serverLogLine({ level: 'info', data: 'x'.repeat(10_000) })?.line.length, 2000);
  });

  /** A flood, with all that is said of it. */
  function flooded() {
    const clock = new FakeClock();
    const said: string[] = [];
    const flood = new LogFlood(clock, {
      begun: () => said.push('begun'),
      ended: (leftOut) => said.push(`${leftOut} left out`),
    });
    const take = (count: number) => Array.from({ length: count }, () => flood.take()).filter(Boolean).length;
    return { clock, said, take };
  }

  it('are bounded in number, and what was left out is counted before the next one', () => {
    const { clock, said, take } = flooded();
    deepEqual([take(203), said], [200, ['begun']]);
    clock.time += 10_000;
    deepEqual([take(2), said, clock.waits], [2, ['begun', '3 left out'], []]);
    clock.pass(60_000);
    deepEqual([take(201), said], [200, ['begun', '3 left out', 'begun']]);
  });

  it('are counted that were left out, also where none comes after them', () => {
    const { clock, said, take } = flooded();
    take(200);
    deepEqual([said, clock.waits], [[], []]);
    take(50_000);
    deepEqual(clock.waits, [10_000]);
    clock.pass(10_000);
    deepEqual([said, clock.waits], [['begun', '50000 left out'], []]);
    deepEqual([take(1), said.length], [1, 2]);
  });

  /** The features of a host, on this clock; only what they log is looked at. */
  function featuresOn(clock: FakeClock, log: Log) {
    const around = { clock, log: new KeptLog(), settings: () => usualFeatureSettings, face: undefined };
    const off = { sampling: 'off', elicitation: false, trusted: undefined, logLevel: undefined } as const;
    const switches = { of: () => off };
    const server = { id: 's', name: 's', fingerprint: 's' as Fingerprint };
    return new ServerFeatures({ ...around, switches }).requestsOf({ server, record: () => {} }, log);
  }

  it('are counted in the log of the server, and disturb nothing when that is closed by then', () => {
    const clock = new FakeClock();
    const log = new KeptLog();
    const [open, closed] = [log, new ClosingLog()].map((each) => featuresOn(clock, each));
    for (let i = 0; i < 1500; i += 1)
      for (const requests of [open, closed]) requests?.logged({ level: 'info', data: 'x' });
    clock.pass(10_000);
    deepEqual(log.warnings, [
      'too many log messages: from here on some are left out',
      '1,300 log messages were left out',
    ]);
  });
});

/** A log that is closed behind its first warning. */
class ClosingLog extends KeptLog {
  override warn(line: string): void {
    if (this.warnings.length > 0) throw new Error('The log is closed.');
    super.warn(line);
  }
}
