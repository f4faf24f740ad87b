import { deepEqual, ok } from 'node:assert/strict';
import type { JsonRpcMessage } from '../../../src/core/session/envelope';
import { exposure, reaching, root, SessionBench } from './sessionBench';

/** Makes what is given to the server in the form of the session, unless it is about roots and a fault is put in. */
class Encoder {
  isFaulty = false;

  readonly encode = (message: JsonRpcMessage): object => {
    if (this.isFaulty) throw new Error('cannot write file:///w/secret');
    return message;
  };
}

describe('RootsSession: a fault of this side while roots/list is answered', () => {
  it('is answered -32603, once and without what failed, and the next question truly', () => {
    const encoder = new Encoder();
    const bench = SessionBench.running(['web'], { encode: encoder.encode });
    encoder.isFaulty = true;
    const effects = bench.server({ id: 7, method: 'roots/list' });
    deepEqual(reaching('server', effects), [{ id: 7, error: { code: -32603, message: 'Internal error' } }]);
    encoder.isFaulty = false;
    const { uri, name } = root('web');
    deepEqual(reaching('server', bench.server({ id: 8, method: 'roots/list' })), [
      { id: 8, result: { roots: [{ uri, name }] } },
    ]);
  });

  it('is seen, and counts as told of nothing new', () => {
    const encoder = new Encoder();
    const bench = SessionBench.running(['web'], { encode: encoder.encode });
    bench.server({ id: 7, method: 'roots/list' });
    bench.expose(exposure(['web', 'api']));
    encoder.isFaulty = true;
    bench.at = 2000;
    const effects = bench.server({ id: 8, method: 'roots/list' });
    deepEqual(bench.session.sync, { kind: 'faulty', at: 2000 });
    deepEqual([...bench.session.told], [root('web').uri]);
    deepEqual(
      effects.flatMap((effect) => (effect.do === 'tell' ? effect.fact : [])),
      [{ fact: 'asked' }, { fact: 'refused', why: 'internal error: cannot write file:///w/secret' }],
    );
    encoder.isFaulty = false;
    bench.server({ id: 9, method: 'roots/list' });
    deepEqual(bench.session.sync, { kind: 'in sync', at: 2000, count: 2 });
  });

  it('is over with the process that met it', () => {
    const encoder = new Encoder();
    const bench = SessionBench.running(['web'], { encode: encoder.encode });
    encoder.isFaulty = true;
    bench.server({ id: 7, method: 'roots/list' });
    bench.do({ kind: 'replace', why: 'asked for' });
    deepEqual(bench.session.sync, { kind: 'never asked' });
  });

  it('lets nothing go that waits for the list without what is gone (notify)', () => {
    const encoder = new Encoder();
    const bench = SessionBench.running(['web', 'api'], { onRevoke: 'notify', encode: encoder.encode });
    bench.server({ id: 1, method: 'roots/list' });
    bench.expose(exposure(['web']));
    bench.client({ id: 2, method: 'tools/call', params: { name: 'read' } });
    encoder.isFaulty = true;
    const effects = bench.server({ id: 3, method: 'roots/list' });
    ok(
      effects.every((effect) => effect.do !== 'wait'),
      'it has not taken the list',
    );
    deepEqual([...bench.session.told], [root('web').uri, root('api').uri]);
    encoder.isFaulty = false;
    const asked = bench.server({ id: 4, method: 'roots/list' });
    deepEqual(reaching('server', bench.endWaitOf(asked)).length, 1);
  });
});
