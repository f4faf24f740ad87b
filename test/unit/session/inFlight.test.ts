import { deepEqual, equal } from 'node:assert/strict';
import { InFlight } from '../../../src/core/session/inFlight';

describe('InFlight: requests of the client end', () => {
  it('are answered once', () => {
    const inFlight = new InFlight();
    inFlight.clientAsks(1, 'tools/list');
    deepEqual(inFlight.serverAnswers(1), { id: 1, method: 'tools/list' });
    equal(inFlight.serverAnswers(1), undefined);
  });

  it('hand out the call of a tool to whoever gives it up, or takes its id, once', () => {
    const inFlight = new InFlight();
    const [first, second] = [{ tool: 'read' }, { tool: 'read' }];
    equal(inFlight.clientAsks(1, 'tools/call', first), undefined);
    equal(inFlight.clientAsks(1, 'tools/call', second), first);
    equal(inFlight.takeCall(1), second);
    equal(inFlight.takeCall(1), undefined);
    equal(inFlight.takeCall(2), undefined);
    deepEqual(inFlight.serverAnswers(1), { id: 1, method: 'tools/call' });
  });

  it('are told apart by the type of their id', () => {
    const inFlight = new InFlight();
    inFlight.clientAsks(1, 'tools/list');
    equal(inFlight.serverAnswers('1'), undefined);
  });

  it('that nobody answered are handed out in order, once', () => {
    const inFlight = new InFlight();
    for (const id of ['b', 2, 'a']) inFlight.clientAsks(id, 'ping');
    inFlight.serverAnswers(2);
    deepEqual(inFlight.takeClientRequests(), [
      { id: 'b', method: 'ping' },
      { id: 'a', method: 'ping' },
    ]);
    deepEqual(inFlight.takeClientRequests(), []);
  });
});

describe('InFlight: requests of the server', () => {
  it('get ids of their own, so that an answer to a dead process reaches none after it', () => {
    const inFlight = new InFlight();
    const first = inFlight.serverAsks(7);
    deepEqual(inFlight.takeServerRequests(), [first]);
    const second = inFlight.serverAsks(7);
    equal(inFlight.clientAnswers(first), undefined);
    equal(inFlight.clientAnswers(second), 7);
    equal(inFlight.clientAnswers(second), undefined);
  });

  it('are taken back by their own id, once, while they are open', () => {
    const inFlight = new InFlight();
    const [id, another] = [inFlight.serverAsks('x'), inFlight.serverAsks('z')];
    equal(inFlight.serverCancels('y'), undefined);
    equal(inFlight.serverCancels('x'), id);
    equal(inFlight.serverCancels('x'), undefined);
    inFlight.clientAnswers(another);
    equal(inFlight.serverCancels('z'), undefined);
  });

  it('that were taken back are open no more, and an answer to them reaches nobody', () => {
    const inFlight = new InFlight();
    const id = inFlight.serverAsks('x');
    inFlight.serverCancels('x');
    deepEqual([inFlight.openServerRequests, inFlight.isEmpty], [0, true]);
    equal(inFlight.clientAnswers(id), undefined);
  });
});

describe('InFlight: how much is waited for at once', () => {
  it('is so many requests of a client, and so many of a server', () => {
    const inFlight = new InFlight();
    let [ofClient, ofServer] = [0, 0];
    while (inFlight.takesClientRequests && ofClient <= 20_000) inFlight.clientAsks((ofClient += 1), 'ping');
    while (inFlight.takesServerRequests && ofServer <= 20_000) inFlight.serverAsks((ofServer += 1));
    deepEqual([ofClient, ofServer], [10_000, 1000]);
    inFlight.serverAnswers(1);
    inFlight.serverCancels(1);
    deepEqual([inFlight.takesClientRequests, inFlight.takesServerRequests], [true, true]);
  });

  it('is only so much, however few they are', () => {
    const inFlight = new InFlight();
    const long = (n: number) => `${n}`.padEnd(1024 * 1024, 'x');
    let taken = 0;
    while (inFlight.takesServerRequests && taken < 100) inFlight.serverAsks(long((taken += 1)));
    equal(taken, 4);
  });
});
