import { equal, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import { outsideText, whyOf, Refused, type OutsideReason } from '../../../src/core/session/outsideText';
import { RootsSession } from '../../../src/core/session/rootsSession';
import type { SessionEffect } from '../../../src/core/session/sessionEffect';
import { because, exposure, SessionBench } from './sessionBench';

/** Stands in the name and the path of everything that the other ends were never shown. */
const secret = 'secret-client-merger';
const reason = `"${secret}" (/work/${secret}) is not allowed`;

const reasons: readonly OutsideReason[] = [
  'ended',
  'not reached',
  'sign in',
  'failed',
  'stopped',
  'not allowed',
];

/** A session for another client, in which everything that the user may read names what nobody else may. */
class OutsideBench extends SessionBench {
  isFaulty = false;
  override readonly session = new RootsSession<object>({
    server: secret,
    declare: true,
    onRevoke: 'notify',
    identity: (payload) => JSON.stringify('result' in payload ? payload.result : undefined),
    encode: (message) => {
      if (this.isFaulty) throw new Error(reason);
      return message;
    },
  });
}

type Step = (bench: OutsideBench, at: number) => readonly SessionEffect<object>[];

const steps: Readonly<Record<string, Step>> = {
  asks: (bench, at) => bench.client({ id: at, method: 'tools/call', params: { name: 'read' } }),
  'asks for a task': (bench, at) => bench.client({ id: at, method: 'tasks/get', params: { taskId: 'task' } }),
  'initializes again': (bench, at) => bench.client({ id: at, method: 'initialize', params: {} }),
  'is initialized': (bench) => bench.client({ method: 'notifications/initialized' }),
  'server begins a task': (bench, at) => bench.server({ id: at - 1, result: { task: { taskId: 'task' } } }),
  'server answers': (bench, at) => bench.server({ id: at - 1, result: {} }),
  'server asks for roots': (bench, at) => bench.server({ id: `r${at}`, method: 'roots/list' }),
  'server asks': (bench, at) => bench.server({ id: `q${at}`, method: 'ping' }),
  'server cancels': (bench, at) =>
    bench.server({ method: 'notifications/cancelled', params: { requestId: `q${at - 1}` } }),
  'server repeats': (bench) =>
    bench.server({ id: 'mcp-roots-repeat-1', result: { protocolVersion: '2025-11-25' } }),
  'server is another one': (bench) =>
    bench.server({ id: 'mcp-roots-repeat-1', result: { protocolVersion: '2' } }),
  connects: (bench) => bench.do({ kind: 'server connected', told: [`file:///w/web`] }),
  'folder goes': (bench) => bench.expose(exposure(['api'], { [secret]: 'left the workspace' })),
  'folder comes': (bench) => bench.expose(exposure(['api', 'web'])),
  replaced: (bench) => bench.do({ kind: 'replace', why: reason }),
  sleeps: (bench) => bench.do({ kind: 'sleep' }),
  'turn ends': (bench) => bench.do({ kind: 'end of turn' }),
  'fault comes': (bench) => {
    bench.isFaulty = true;
    return [];
  },
  'fault goes': (bench) => {
    bench.isFaulty = false;
    return [];
  },
};

describe('what is said to another client and to its server', () => {
  it('names nothing that is not exposed to them, whatever happens and whatever fails', () => {
    const step = fc.oneof(
      fc.constantFrom(...Object.values(steps)),
      fc.nat(20).map(
        (wait): Step =>
          (bench) =>
            bench.do({ kind: 'time is up', wait }),
      ),
      fc.tuple(fc.constantFrom('server gone', 'close' as const), fc.constantFrom(...reasons)).map(
        ([kind, outside]): Step =>
          (bench) =>
            bench.do({ kind, why: because(reason, outside) }),
      ),
    );
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (all) => {
        const bench = new OutsideBench();
        const effects = [
          ...bench.expose(exposure(['api', 'web'])),
          ...bench.do({ kind: 'server connected', told: [] }),
        ];
        bench.handshake();
        for (const [at, run] of all.entries()) effects.push(...run(bench, at + 1));
        effects.push(...bench.do({ kind: 'close', why: because(reason) }));
        for (const effect of effects) {
          if (effect.do !== 'send' && effect.do !== 'pass') continue;
          const said = JSON.stringify(effect.do === 'send' ? effect.message : effect.payload);
          ok(!said.includes(secret), said);
          if (said.includes('"error"')) seen.add(said.replace(/.*"message":/u, ''));
        }
      }),
      { numRuns: 2000 },
    );
    ok(seen.size > 5, 'it came to failures of many kinds');
  }).timeout(60_000);

  it('is one sentence for each kind of reason, whatever was thrown', () => {
    fc.assert(
      fc.property(fc.constantFrom(...reasons), fc.string(), fc.boolean(), (kind, text, isKnown) => {
        const why = whyOf(isKnown ? new Refused(kind, text) : new Error(text));
        equal(why.inside, text);
        equal(why.outside, isKnown ? kind : 'failed');
        equal(outsideText(why.outside), outsideText(isKnown ? kind : 'failed'));
      }),
    );
  });
});
