import { deepEqual } from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { Backpressure } from '../../../src/node/session/backpressure';

/** The two ends of a session, and what was done to hold them up. */
function bench() {
  const done: string[] = [];
  const flow = new Backpressure({ hold: (isHeld) => done.push(isHeld ? 'hold client' : 'release client') });
  const server = (name: string) => ({
    pause: () => done.push(`pause ${name}`),
    resume: () => done.push(`resume ${name}`),
  });
  return { done, flow, server };
}

function room(): { readonly promise: Promise<void>; readonly make: () => void } {
  let make = () => {};
  return { promise: new Promise((resolve) => (make = resolve)), make: () => make() };
}

describe('the flow between two ends', () => {
  it('stops the server while the client takes no more, whichever server it is', async () => {
    const { done, flow, server } = bench();
    flow.server = server('first');
    const full = room();
    flow.clientTook(undefined);
    flow.clientTook(full.promise);
    flow.clientTook(full.promise);
    flow.server = server('second');
    full.make();
    await turn();
    deepEqual(done, ['pause first', 'pause second', 'resume second']);
  });

  it('stops the client while the server takes no more', async () => {
    const { done, flow, server } = bench();
    flow.server = server('first');
    const full = room();
    flow.serverTook(full.promise);
    flow.serverTook(full.promise);
    deepEqual(done, ['hold client']);
    full.make();
    await turn();
    deepEqual(done, ['hold client', 'release client']);
  });

  it('lets the client go on when the server that took no more is gone', async () => {
    const { done, flow, server } = bench();
    flow.server = server('first');
    const full = room();
    flow.serverTook(full.promise);
    flow.server = undefined;
    full.make();
    await turn();
    deepEqual(done, ['hold client', 'release client']);
  });

  it('holds the client as long as one reason is left', async () => {
    const { done, flow, server } = bench();
    flow.server = server('first');
    const full = room();
    flow.hold('too much waits here', true);
    flow.serverTook(full.promise);
    full.make();
    await turn();
    deepEqual(done, ['hold client']);
    flow.hold('too much waits here', false);
    deepEqual(done, ['hold client', 'release client']);
  });
});
