import { deepEqual, rejects } from 'node:assert/strict';
import path from 'node:path';
import type { Decision } from '../../../src/core/consent/decision';
import { Ledger } from '../../../src/core/consent/ledger';
import { Revocation } from '../../../src/core/consent/revocation';
import { choice, decision, FakeClock, FakeStore } from './fakes';

class Bench {
  readonly store: FakeStore;
  readonly ledger: Ledger;
  readonly revocation: Revocation;
  /** What holds, at every change. */
  readonly seen: (readonly string[])[] = [];

  constructor(...standing: readonly Decision[]) {
    this.store = new FakeStore(...standing);
    this.ledger = new Ledger(this.store, new FakeClock(), path.posix);
    this.revocation = new Revocation(this.ledger);
    this.ledger.onDidChange(() => this.seen.push(this.holding));
  }

  get holding(): readonly string[] {
    return inWords(this.ledger.decisions);
  }

  get restorable(): readonly string[] {
    return inWords(this.revocation.restorable);
  }
}

function inWords(decisions: readonly Decision[]): readonly string[] {
  return decisions
    .map(({ server, folder, verdict, duration }) => `${server} ${folder} ${verdict} ${duration}`)
    .toSorted();
}

const standing = [
  decision('/w', 'allow', 1),
  decision('/w/secret', 'deny', 1),
  decision('/w', 'allow', 1, 'always', 'docs'),
];
const all = [
  'docs /w allow always',
  'git /w allow always',
  'git /w/open allow session',
  'git /w/secret deny always',
  'git /w/web deny session',
];

async function revoked(): Promise<Bench> {
  const bench = new Bench(...standing);
  await bench.ledger.decide([choice('/w/web', 'deny')], 'session');
  await bench.ledger.decide([choice('/w/open')], 'session');
  deepEqual(bench.holding, all);
  await bench.revocation.revokeAll();
  return bench;
}

describe('Revocation: everything is taken back, and can be put back while the window lives', () => {
  it('takes every decision of every server, in one step', async () => {
    const bench = await revoked();
    deepEqual([bench.holding, bench.restorable, bench.store.standing], [[], all, []]);
    deepEqual(bench.seen.at(-1), []);
    deepEqual(bench.seen.filter((each) => each.length > 0 && each.length < all.length).length, 1);
  });

  it('puts back exactly what was taken, each for as long as it was to hold', async () => {
    const bench = await revoked();
    await bench.revocation.undo();
    deepEqual([bench.holding, bench.restorable], [all, []]);
    deepEqual(
      inWords(bench.store.standing),
      all.filter((line) => line.endsWith('always')),
    );
    deepEqual(
      inWords(bench.ledger.sessionDecisions),
      all.filter((line) => line.endsWith('session')),
    );
  });

  it('never shows for a moment what was refused inside a grant', async () => {
    const bench = await revoked();
    const before = bench.seen.length;
    await bench.revocation.undo();
    const bare = (line: readonly string[]) =>
      line.includes('git /w allow always') &&
      !(line.includes('git /w/secret deny always') && line.includes('git /w/web deny session'));
    deepEqual(bench.seen.slice(before).filter(bare), []);
  });

  it('leaves alone what was decided or taken back since, here or in another window', async () => {
    const bench = await revoked();
    await bench.ledger.decide([choice('/w', 'deny')], 'session');
    await bench.ledger.decide([choice('/w/open')], 'session');
    await bench.ledger.withdraw([choice('/w/open')]);
    bench.store.byAnother(decision('/w/secret', 'allow', 5000));
    deepEqual(bench.restorable, ['docs /w allow always', 'git /w/web deny session']);
    await bench.revocation.undo();
    deepEqual(bench.holding, [
      'docs /w allow always',
      'git /w deny session',
      'git /w/secret allow always',
      'git /w/web deny session',
    ]);
  });

  it('goes on over a restart of the extension host, but for what was said since', async () => {
    const before = await revoked();
    const { restorable } = before.revocation;
    const after = new Bench();
    await after.ledger.decide([choice('/w/secret', 'allow')], 'session');
    await after.ledger.withdraw([choice('/w/secret')]);
    after.revocation.adopt(restorable);
    await after.revocation.undo();
    deepEqual(
      after.holding,
      all.filter((line) => !line.includes('secret')),
    );
    const late = await revoked();
    late.revocation.adopt([decision('/w/other', 'allow', 1)]);
    deepEqual(late.restorable, all);
  });

  it('knows the last revocation only, and nothing to put back before the first', async () => {
    const bench = await revoked();
    await bench.ledger.decide([choice('/w/new')], 'session');
    await bench.revocation.revokeAll();
    deepEqual(bench.restorable, ['git /w/new allow session']);
    const fresh = new Bench(...standing);
    await fresh.revocation.undo();
    deepEqual([fresh.restorable, fresh.holding.length], [[], 3]);
  });

  it('grants nothing that could not be kept, and can be tried again', async () => {
    const bench = await revoked();
    bench.store.fails = true;
    await rejects(bench.revocation.undo(), { name: 'UserError' });
    deepEqual(
      bench.holding.filter((line) => line.includes('allow always')),
      [],
    );
    bench.store.fails = false;
    await bench.revocation.undo();
    deepEqual(bench.holding, all);
  });

  it('takes back also what it cannot keep, and puts it back', async () => {
    const bench = new Bench(...standing);
    bench.store.fails = true;
    await rejects(bench.revocation.revokeAll(), { name: 'UserError' });
    deepEqual(bench.holding, []);
    bench.store.fails = false;
    await bench.revocation.undo();
    deepEqual(bench.holding, inWords(standing));
  });
});
