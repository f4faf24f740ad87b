import { strict as assert } from 'node:assert';
import path from 'node:path';
import * as fc from 'fast-check';
import type { Decision, Duration, Verdict } from '../../../src/core/consent/decision';
import { Ledger } from '../../../src/core/consent/ledger';
import { choice, decision, FakeClock, FakeStore } from './fakes';

/** A store that has another array each time it is asked, so that a ledger over it takes everything over anew. */
class RestlessStore extends FakeStore {
  override get standing(): readonly Decision[] {
    return [...super.standing];
  }
}

type Step =
  | { readonly do: 'decide'; readonly verdict: Verdict; readonly duration: Duration }
  | { readonly do: 'withdraw' }
  | { readonly do: 'by another window'; readonly verdict: Verdict; readonly at: number };

const verdict = fc.constantFrom<Verdict>('allow', 'deny');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('decide' as const),
    verdict,
    duration: fc.constantFrom<Duration>('session', 'always'),
  }),
  fc.record({ do: fc.constant('withdraw' as const) }),
  fc.record({
    do: fc.constant('by another window' as const),
    verdict,
    at: fc.integer({ min: 0, max: 3000 }),
  }),
);
const steps = fc.array(
  fc.tuple(step, fc.constantFrom('/w', '/w/a', '/w/b'), fc.constantFrom('git', 'files')),
  { maxLength: 20 },
);

describe('Ledger: what one decision changes', () => {
  it('is what taking everything over anew would change, and is announced alike', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const [careful, thorough] = [
          await afterEach(new FakeStore(), sequence),
          await afterEach(new RestlessStore(), sequence),
        ];
        assert.deepEqual(careful, thorough);
      }),
      { numRuns: 300 },
    );
  });
});

/** What is in force after each step, and for which servers a change was announced. */
async function afterEach(
  store: FakeStore,
  sequence: readonly (readonly [Step, string, string])[],
): Promise<readonly unknown[]> {
  const ledger = new Ledger(store, new FakeClock(), path.posix);
  const announced: string[][] = [];
  ledger.onDidChange((servers) => announced.push([...servers].toSorted()));
  const seen: unknown[] = [];
  for (const [what, folder, by] of sequence) {
    await take(what, folder, by, ledger, store);
    const inForce = ledger.decisions.map((each) => JSON.stringify(each)).toSorted();
    seen.push({ inForce, announced: announced.splice(0) });
  }
  ledger.dispose();
  return seen;
}

async function take(what: Step, folder: string, by: string, ledger: Ledger, store: FakeStore): Promise<void> {
  switch (what.do) {
    case 'decide':
      return ledger.decide([choice(folder, what.verdict, by)], what.duration);
    case 'withdraw':
      return ledger.withdraw([choice(folder, 'allow', by)]);
    case 'by another window':
      return store.byAnother(decision(folder, what.verdict, what.at, 'always', by));
  }
}
