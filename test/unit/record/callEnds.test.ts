import { deepEqual, equal } from 'node:assert/strict';
import type { Disclosure, DisclosureEvent } from '../../../src/core/record/disclosure';
import { calledTools } from '../../../src/core/record/calledTools';
import { MeasuredCalls } from '../../../src/core/record/measuredCalls';
import { DisclosureLog } from '../../../src/core/record/disclosureLog';
import type { CallEnd } from '../../../src/core/session/toolCalls';
import { fieldsOf, parseLine } from '../../../src/node/stores/disclosureLines';
import { FakeClock, server } from '../consent/fakes';

const called = (tool: string, call: number): DisclosureEvent => ({ event: 'called', tool, call });
const ended = (call: number, how: CallEnd, took: number): DisclosureEvent => ({
  event: 'call ended',
  tool: 'whatever it says now',
  call,
  how,
  took,
});

function bench() {
  const clock = new FakeClock();
  const log = new DisclosureLog(clock);
  const add = (what: DisclosureEvent, session = 's') => {
    const fact = { at: 1, serverId: 'g', server: 'git', fingerprint: server('git'), who: 'this window' };
    log.add({ ...fact, session, what } as Disclosure);
  };
  const kept = () => log.of('g').map(({ what, times }) => [what, times]);
  return { clock, log, add, kept };
}

describe('The end of the call of a tool, in the record', () => {
  it('is part of the entry of that call: how it ended, and how long it took', () => {
    const { add, kept } = bench();
    add(called('read', 1));
    add(called('write', 2));
    add(ended(1, 'answered', 12));
    deepEqual(kept(), [
      [{ event: 'called', tool: 'read', ends: { counts: { answered: 1 }, shortest: 12, longest: 12 } }, 1],
      [{ event: 'called', tool: 'write' }, 1],
    ]);
  });

  it('is counted with those of the calls in a row with it', () => {
    const { add, kept } = bench();
    for (const [call, how, took] of [
      [1, 'answered', 30],
      [2, 'failed', 5],
      [3, 'answered', 70],
    ] as const) {
      add(called('read', call));
      add(ended(call, how, took));
    }
    add(called('read', 4));
    const ends = { counts: { answered: 2, failed: 1 }, shortest: 5, longest: 70 };
    deepEqual(kept(), [[{ event: 'called', tool: 'read', ends }, 4]]);
  });

  it('is that of no other session, and counts once', () => {
    const { add, kept } = bench();
    add(called('read', 1), 'one');
    add(called('write', 1), 'two');
    for (let i = 0; i < 2; i += 1) add(ended(1, 'cancelled', 3), 'two');
    add(ended(7, 'answered', 3), 'one');
    deepEqual(kept(), [
      [{ event: 'called', tool: 'read' }, 1],
      [{ event: 'called', tool: 'write', ends: { counts: { cancelled: 1 }, shortest: 3, longest: 3 } }, 1],
    ]);
  });

  it('is said of the entry as soon as counts are, and comes back from the disk as it was', () => {
    const { add, log, clock } = bench();
    const said: unknown[] = [];
    log.onDidRepeat((entry) => {
      const line = parseLine(JSON.parse(JSON.stringify(fieldsOf({ kind: 'entry', entry }))));
      said.push(line?.kind === 'entry' && line.entry.what);
    });
    add(called('read', 1));
    add(ended(1, 'goes on as a task', 12));
    clock.pass(10_000);
    const ends = { counts: { 'goes on as a task': 1 }, shortest: 12, longest: 12 };
    deepEqual(said, [{ event: 'called', tool: 'read', ends }]);
  });

  it('comes of the session with the time that the call took, once', () => {
    const calls = new MeasuredCalls();
    const [first, second] = [{ tool: 'a' }, { tool: 'a' }];
    deepEqual(calls.take({ fact: 'called', call: first }, 100), { event: 'called', tool: 'a', call: 1 });
    deepEqual(calls.take({ fact: 'called', call: second }, 110), { event: 'called', tool: 'a', call: 2 });
    const end = { fact: 'call ended', call: first, how: 'failed' } as const;
    deepEqual(calls.take(end, 150), { event: 'call ended', tool: 'a', call: 1, how: 'failed', took: 50 });
    equal(calls.take(end, 160), undefined);
    equal(calls.take({ fact: 'ready' }, 160), undefined);
  });

  it('is summed up by tool for the report, without anything of request or answer', () => {
    const { add, log } = bench();
    for (const [call, tool] of ['a', 'b', 'a'].entries()) {
      add(called(tool, call));
      add(ended(call, 'answered', 10 * (call + 1)));
    }
    deepEqual(
      calledTools(log.of('g')).map(({ tool, times, ends }) => [tool, times, ends]),
      [
        ['a', 2, { counts: { answered: 2 }, shortest: 10, longest: 30 }],
        ['b', 1, { counts: { answered: 1 }, shortest: 20, longest: 20 }],
      ],
    );
  });
});

describe('The entries that are kept for sessions', () => {
  const told = (uri: string): DisclosureEvent => ({ event: 'answered', uris: [uri] });

  it('are bounded where a client opens sessions without end, and somebody who was told is never lost', () => {
    const { add, log } = bench();
    add(told('file:///once'), 'first');
    for (let i = 0; i < 5000; i += 1) add(told('file:///w'), `s${i}`);
    const uris = log.firstWords.map(({ what }) => (what.event === 'answered' ? what.uris[0] : ''));
    deepEqual([uris.length, uris[0], uris[1]], [1000, 'file:///once', 'file:///w']);
    equal(log.firstWords.at(-1)?.session, 's4999');
  });
});
