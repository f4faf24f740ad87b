import { deepEqual, equal, rejects } from 'node:assert/strict';
import path from 'node:path';
import type { Decision, Fingerprint } from '../../../src/core/consent/decision';
import { Ledger } from '../../../src/core/consent/ledger';
import { asRealPath } from '../../../src/core/roots/realPath';
import { choice, decision, FakeClock, FakeStore, server } from './fakes';

/** Resolves once all that only waits for its turn is done. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

class Bench {
  readonly clock = new FakeClock();
  readonly store: FakeStore;
  readonly ledger: Ledger;
  readonly announced: (readonly Fingerprint[])[] = [];

  constructor(standing: readonly Decision[] = []) {
    this.store = new FakeStore(...standing);
    this.ledger = new Ledger(this.store, this.clock, path.posix);
    this.ledger.onDidChange((servers) => this.announced.push([...servers]));
  }

  /** The verdict for the server "git", by the folder itself or the nearest one around it. */
  verdict(folder: string): string {
    const found = this.ledger.nearest({ server: server('git'), folder: asRealPath(folder) });
    return found === undefined ? 'undecided' : `${found.verdict} ${found.duration}`;
  }

  hold(): () => void {
    let open = () => {};
    this.store.gate = new Promise((resolve) => (open = resolve));
    return open;
  }
}

describe('Ledger: deny is the default (rule 1)', () => {
  it('knows no decision that nobody made', () => {
    const { ledger } = new Bench();
    deepEqual(ledger.decisions, []);
    equal(ledger.decisionFor(choice('/w/web')), undefined);
    equal(ledger.nearest(choice('/w/web')), undefined);
  });

  it('gives one server nothing of what another was granted', () => {
    const { ledger } = new Bench([decision('/w/web', 'allow', 1, 'always', 'other')]);
    equal(ledger.nearest(choice('/w/web')), undefined);
  });
});

describe('Ledger: what cannot be believed may have been a refusal (rules 1 and 6)', () => {
  const [parent, child] = [decision('/w', 'allow', 1), decision('/w/web', 'deny', 1)];

  it('a folder whose record cannot be believed is not covered by a grant around it, nor is what lies in it', () => {
    const bench = new Bench([parent, child]);
    bench.announced.length = 0;
    bench.store.spoil(child);
    deepEqual(
      ['/w', '/w/api', '/w/web', '/w/web/src'].map((folder) => `${folder}: ${bench.verdict(folder)}`),
      ['/w: allow always', '/w/api: allow always', '/w/web: undecided', '/w/web/src: undecided'],
    );
    deepEqual(bench.announced, [[server('git')]]);
  });

  it('also one that no window ever read takes the folder away from servers that see it', () => {
    const bench = new Bench([parent]);
    bench.announced.length = 0;
    bench.store.spoil(child);
    deepEqual([bench.verdict('/w/web'), bench.announced], ['undecided', [[server('git')]]]);
  });

  it('also a grant around it for the session does not reach it', async () => {
    const bench = new Bench();
    bench.store.spoil(child);
    await bench.ledger.decide([choice('/w')], 'session');
    deepEqual([bench.verdict('/w'), bench.verdict('/w/web')], ['allow session', 'undecided']);
  });

  it('an answer of the user about that very folder holds', async () => {
    const bench = new Bench([parent]);
    bench.store.spoil(child);
    await bench.ledger.decide([choice('/w/web')], 'session');
    equal(bench.verdict('/w/web/src'), 'allow session');
  });

  it('taking it back is written, so that the record is known again', async () => {
    const bench = new Bench([parent]);
    bench.store.spoil(child);
    await bench.ledger.withdraw([choice('/w/web')]);
    deepEqual(
      bench.store.asked.map((records) => records.map(({ folder, verdict }) => `${verdict} ${folder}`)),
      [['undecided /w/web']],
    );
  });
});

describe('Ledger: what the user said is announced', () => {
  const spoken = (bench: Bench): readonly string[] => {
    const said: string[] = [];
    bench.ledger.onDidSay((words) => {
      for (const { folder, verdict } of words)
        said.push(`${folder} ${verdict} after ${bench.verdict(folder)}`);
    });
    bench.ledger.onDidChange(() => said.push('something else holds'));
    return said;
  };

  it('before anything comes of it, but of a grant for always when it is kept', async () => {
    const bench = new Bench();
    const said = spoken(bench);
    const open = bench.hold();
    const deciding = bench.ledger.decide([choice('/w/web'), choice('/w/api', 'deny')], 'always');
    deepEqual(said, ['/w/api deny after undecided', 'something else holds']);
    open();
    await deciding;
    await bench.ledger.withdraw([choice('/w/web')]);
    await bench.ledger.decide([choice('/w/web')], 'session');
    deepEqual(said.slice(2), [
      '/w/web allow after allow always',
      'something else holds',
      '/w/web undecided after allow always',
      'something else holds',
      '/w/web allow after undecided',
      'something else holds',
    ]);
  });

  it('and holds also where a listener fails', async () => {
    const bench = new Bench([decision('/w/web', 'allow', 1)]);
    bench.ledger.onDidSay(() => {
      throw new Error('a listener of ours');
    });
    await rejects(bench.ledger.withdraw([choice('/w/web')]), { message: 'a listener of ours' });
    equal(bench.verdict('/w/web'), 'undecided');
  });

  it('not where a grant could not be kept, nor of another window, nor of one before this', async () => {
    const bench = new Bench();
    const said = spoken(bench);
    bench.store.fails = true;
    await rejects(bench.ledger.decide([choice('/w/web')], 'always'));
    bench.store.byAnother(decision('/w/api', 'allow', 5));
    bench.ledger.adopt({ sessionDecisions: [decision('/w/docs', 'allow', 5, 'session')], unkept: [] });
    await bench.ledger.decide([], 'session');
    deepEqual(said, ['something else holds', 'something else holds']);
  });
});

describe('Ledger: the nearest decision counts', () => {
  it('covers what lies inside, until a nearer one says otherwise', () => {
    const bench = new Bench([
      decision('/w', 'allow', 1),
      decision('/w/web/secret', 'deny', 1),
      decision('/w/web/secret/open', 'allow', 1),
    ]);
    deepEqual(
      ['/', '/w', '/w/web', '/workshop', '/w/web/secret', '/w/web/secret/a/b', '/w/web/secret/open/x'].map(
        (folder) => `${folder}: ${bench.verdict(folder)}`,
      ),
      [
        '/: undecided',
        '/w: allow always',
        '/w/web: allow always',
        '/workshop: undecided',
        '/w/web/secret: deny always',
        '/w/web/secret/a/b: deny always',
        '/w/web/secret/open/x: allow always',
      ],
    );
  });

  it('finds the grant around a refusal, and none behind what nobody decided about', () => {
    const bench = new Bench([
      decision('/w', 'allow', 1),
      decision('/w/web', 'deny', 1),
      decision('/w/web/secret', 'deny', 1),
      decision('/x/y', 'deny', 1),
    ]);
    deepEqual(
      ['/w/web/secret/a', '/w/web', '/w/api', '/x/y/z', '/z'].map(
        (folder) => bench.ledger.grantAround(choice(folder))?.folder,
      ),
      ['/w', '/w', '/w', undefined, undefined],
    );
  });

  it('says which folder was decided about', () => {
    const parent = decision('/w', 'allow', 1);
    const { ledger } = new Bench([parent]);
    equal(ledger.nearest(choice('/w/web/src')), parent);
    equal(ledger.decisionFor(choice('/w/web/src')), undefined);
  });

  const windows: readonly (readonly [string, string])[] = [
    ['C:\\w\\web\\src', 'C:\\w'],
    ['C:\\work', 'none'],
    ['D:\\w\\web', 'D:\\'],
    ['D:\\', 'D:\\'],
    ['\\\\nas\\team\\x\\y', '\\\\nas\\team\\x'],
    ['\\\\nas\\team\\', 'none'],
  ];
  for (const [folder, through] of windows) {
    it(`climbs by the rules of Windows: ${folder} is covered by ${through}`, () => {
      const standing = ['C:\\w', 'D:\\', '\\\\nas\\team\\x'].map((each) => decision(each, 'allow', 1));
      const ledger = new Ledger(new FakeStore(...standing), new FakeClock(), path.win32);
      equal(ledger.nearest(choice(folder))?.folder ?? 'none', through);
    });
  }
});

describe('Ledger: a grant holds once it is safely kept', () => {
  it('grants for always only after the store has it', async () => {
    const bench = new Bench();
    const open = bench.hold();
    const decided = bench.ledger.decide([choice('/w/web')], 'always');
    equal(bench.verdict('/w/web'), 'undecided');
    open();
    await decided;
    equal(bench.verdict('/w/web'), 'allow always');
    deepEqual(bench.ledger.decisions, [decision('/w/web', 'allow', 1000)]);
  });

  it('grants nothing that could not be kept, and says so', async () => {
    const bench = new Bench();
    bench.store.fails = true;
    await rejects(bench.ledger.decide([choice('/w/web')], 'always'), /^UserError: The disk is full\.$/);
    equal(bench.verdict('/w/web'), 'undecided');
    deepEqual(bench.announced, []);
  });

  it('grants for the session at once, and asks no store', () => {
    const bench = new Bench();
    void bench.ledger.decide([choice('/w/web')], 'session');
    equal(bench.verdict('/w/web'), 'allow session');
    deepEqual(bench.store.asked, []);
    deepEqual(bench.ledger.sessionDecisions, [decision('/w/web', 'allow', 1000, 'session')]);
  });
});

describe('Ledger: what an extension host before this one left', () => {
  const left = decision('/w/web', 'allow', 5, 'session');

  it('holds on in this one', () => {
    const bench = new Bench();
    bench.ledger.adopt({ sessionDecisions: [left], unkept: [] });
    equal(bench.verdict('/w/web'), 'allow session');
    deepEqual(bench.announced, [['git']]);
  });

  it('does not hold against a refusal that stands and is newer', () => {
    const bench = new Bench([decision('/w/web', 'deny', 9)]);
    bench.ledger.adopt({ sessionDecisions: [left], unkept: [] });
    equal(bench.verdict('/w/web'), 'deny always');
  });

  it('is not of the window any more where it has come to stand meanwhile', () => {
    const bench = new Bench([decision('/w/web', 'deny', 5)]);
    bench.ledger.adopt({ sessionDecisions: [decision('/w/web', 'deny', 5, 'session')], unkept: [] });
    equal(bench.verdict('/w/web'), 'deny always');
    deepEqual(bench.ledger.sessionDecisions, []);
  });

  it('takes nothing away that was granted in this one since', async () => {
    const bench = new Bench([decision('/w/web', 'allow', 1)]);
    await bench.ledger.decide([choice('/w/web')], 'session');
    bench.ledger.adopt({
      sessionDecisions: [],
      unkept: [{ ...choice('/w/web'), verdict: 'undecided', decidedAt: 5 }],
    });
    equal(bench.verdict('/w/web'), 'allow session');
  });

  it('does not hold against what was said in this one, refusal or withdrawal', async () => {
    const bench = new Bench([decision('/w/web', 'allow', 1)]);
    await bench.ledger.withdraw([choice('/w/web')]);
    await bench.ledger.decide([choice('/w/api', 'deny')], 'session');
    const sessionDecisions = [left, decision('/w/api', 'allow', 5, 'session')];
    bench.ledger.adopt({ sessionDecisions, unkept: [] });
    deepEqual([bench.verdict('/w/web'), bench.verdict('/w/api')], ['undecided', 'deny session']);
  });
});

describe('Ledger: what takes away holds at once (rule 7)', () => {
  it('refuses at once, also before the refusal is kept', async () => {
    const bench = new Bench([decision('/w/web', 'allow', 1)]);
    const open = bench.hold();
    const decided = bench.ledger.decide([choice('/w/web', 'deny')], 'always');
    equal(bench.verdict('/w/web'), 'deny always');
    open();
    await decided;
    equal(bench.verdict('/w/web'), 'deny always');
    deepEqual(bench.ledger.sessionDecisions, []);
  });

  it('refuses at once also when the same answer grants something else that cannot be kept', async () => {
    const bench = new Bench([decision('/w/web', 'allow', 1)]);
    bench.store.fails = true;
    await rejects(
      bench.ledger.decide([choice('/w/web', 'deny'), choice('/w/api', 'allow')], 'always'),
      /disk is full/,
    );
    deepEqual([bench.verdict('/w/web'), bench.verdict('/w/api')], ['deny always', 'undecided']);
  });

  it('withdraws at once, also before the withdrawal is kept, and leaves nothing behind', async () => {
    const bench = new Bench([decision('/w/web', 'allow', 1)]);
    const open = bench.hold();
    const withdrawn = bench.ledger.withdraw([choice('/w/web')]);
    equal(bench.verdict('/w/web'), 'undecided');
    open();
    await withdrawn;
    deepEqual(bench.ledger.decisions, []);
    deepEqual(bench.store.asked, [
      [{ server: server('git'), folder: asRealPath('/w/web'), verdict: 'undecided', decidedAt: 1000 }],
    ]);
  });

  it('withdraws for this window also when that cannot be kept', async () => {
    const bench = new Bench([decision('/w/web', 'allow', 1)]);
    bench.store.fails = true;
    await rejects(bench.ledger.withdraw([choice('/w/web')]), /disk is full/);
    equal(bench.verdict('/w/web'), 'undecided');
  });

  it('withdraws a decision for the session without asking the store', async () => {
    const bench = new Bench();
    await bench.ledger.decide([choice('/w/web')], 'session');
    await bench.ledger.withdraw([choice('/w/web')]);
    equal(bench.verdict('/w/web'), 'undecided');
    deepEqual(bench.store.asked, [[]]);
  });

  it('withdraws a grant of which the second of two writes is still under way', async () => {
    const bench = new Bench();
    bench.store.fails = true;
    const first = bench.ledger.decide([choice('/w/web')], 'always');
    const open = bench.hold();
    const second = bench.ledger.decide([choice('/w/web')], 'always');
    await rejects(first, /disk is full/);
    bench.store.fails = false;
    const withdrawn = bench.ledger.withdraw([choice('/w/web')]);
    open();
    await Promise.all([second, withdrawn]);
    deepEqual([bench.verdict('/w/web'), bench.store.standing], ['undecided', []]);
  });

  it('says its word later than what stands, also when the clock was set back', async () => {
    const bench = new Bench([decision('/w/web', 'allow', 5000), decision('/w/api', 'allow', 6000)]);
    await bench.ledger.decide([choice('/w/web', 'deny')], 'always');
    await bench.ledger.withdraw([choice('/w/api')]);
    deepEqual(
      bench.store.asked.flat().map(({ decidedAt }) => decidedAt),
      [5001, 6001],
    );
  });

  it('withdraws a grant that is just being written', async () => {
    const bench = new Bench();
    const open = bench.hold();
    const decided = bench.ledger.decide([choice('/w/web')], 'always');
    const withdrawn = bench.ledger.withdraw([choice('/w/web')]);
    open();
    await Promise.all([decided, withdrawn]);
    equal(bench.verdict('/w/web'), 'undecided');
    deepEqual(bench.store.standing, []);
  });

  it('never shows a grant that was withdrawn in the same millisecond while it was written', async () => {
    const bench = new Bench();
    const open = bench.hold();
    const decided = bench.ledger.decide([choice('/w/web')], 'always');
    const withdrawn = bench.ledger.withdraw([choice('/w/web')]);
    open();
    await decided;
    equal(bench.verdict('/w/web'), 'undecided');
    await withdrawn;
    deepEqual(bench.announced, []);
  });

  it('refuses also when the clock was set back since the grant', async () => {
    const bench = new Bench([decision('/w/web', 'allow', 5000)]);
    await bench.ledger.decide([choice('/w/web', 'deny')], 'session');
    equal(bench.verdict('/w/web'), 'deny session');
  });

  it('withdraws also when the clock was set back since the grant', async () => {
    const bench = new Bench([decision('/w/web', 'allow', 5000)]);
    bench.store.fails = true;
    await rejects(bench.ledger.withdraw([choice('/w/web')]), /disk is full/);
    equal(bench.verdict('/w/web'), 'undecided');
  });
});

describe('Ledger: what was taken away and could not be kept (rule 7)', () => {
  const granted = decision('/w/web', 'allow', 1);
  const withdrawal = { ...choice('/w/web'), verdict: 'undecided', decidedAt: 1000 } as const;

  async function failed(standing = [granted]): Promise<Bench> {
    const bench = new Bench(standing);
    bench.store.fails = true;
    await rejects(
      bench.ledger.withdraw([choice('/w/web')]),
      /^UserError: The disk is full\. What you took away stays taken away in this window; saving it is tried again\.$/,
    );
    return bench;
  }

  it('is named, to be shown and to be handed on', async () => {
    const { ledger } = await failed();
    deepEqual([ledger.unkept.words, ledger.unkept.failed], [[withdrawal], [withdrawal]]);
  });

  it('is no decision of the session while it is being written', async () => {
    const bench = new Bench();
    const open = bench.hold();
    const refused = bench.ledger.decide([choice('/w/web', 'deny')], 'always');
    deepEqual([bench.verdict('/w/web'), bench.ledger.sessionDecisions], ['deny always', []]);
    open();
    await refused;
  });

  it('is not tried again after the end of the window', async () => {
    const bench = new Bench([granted]);
    const open = bench.hold();
    bench.store.fails = true;
    const withdrawn = bench.ledger.withdraw([choice('/w/web')]);
    bench.ledger.dispose();
    open();
    await rejects(withdrawn, /^UserError: The disk is full\.$/);
    deepEqual(bench.clock.waits, []);
  });

  it('is handed on also while it is being written, when it has not failed', async () => {
    const bench = new Bench([granted]);
    const open = bench.hold();
    const withdrawn = bench.ledger.withdraw([choice('/w/web')]);
    deepEqual([bench.ledger.unkept.words, bench.ledger.unkept.failed], [[withdrawal], []]);
    open();
    await withdrawn;
    deepEqual(bench.ledger.unkept.words, []);
  });

  it('is written again until that succeeds, a little later each time', async () => {
    const bench = await failed();
    const waits: (readonly number[])[] = [];
    for (const last of [false, false, true]) {
      waits.push(bench.clock.waits);
      bench.store.fails = !last;
      bench.clock.pass(60_000);
      await settled();
    }
    deepEqual(waits, [[1000], [2000], [4000]]);
    deepEqual([bench.clock.waits, bench.ledger.unkept.words, bench.store.standing], [[], [], []]);
  });

  it('is a refusal as well', async () => {
    const bench = new Bench([granted]);
    bench.store.fails = true;
    await rejects(bench.ledger.decide([choice('/w/web', 'deny')], 'always'), /tried again/);
    bench.store.fails = false;
    await bench.ledger.keepAgain();
    deepEqual(
      [bench.store.standing, bench.verdict('/w/web')],
      [[decision('/w/web', 'deny', 1000)], 'deny always'],
    );
  });

  it('holds in the next extension host of the window, which goes on trying', async () => {
    const { ledger } = await failed();
    const next = new Bench([granted]);
    next.store.fails = true;
    next.ledger.adopt({ sessionDecisions: [], unkept: ledger.unkept.words });
    await settled();
    deepEqual([next.verdict('/w/web'), next.ledger.unkept.failed], ['undecided', [withdrawal]]);
    next.store.fails = false;
    await next.ledger.keepAgain();
    deepEqual([next.store.standing, next.ledger.unkept.words], [[], []]);
  });

  it('needs no keeping where it is done already, or where another window has spoken since', async () => {
    for (const standing of [[], [decision('/w/web', 'allow', 5000)]]) {
      const bench = new Bench(standing);
      bench.ledger.adopt({ sessionDecisions: [], unkept: [withdrawal] });
      await settled();
      deepEqual([bench.store.asked, bench.ledger.unkept.words], [[], []]);
      equal(bench.verdict('/w/web'), standing.length > 0 ? 'allow always' : 'undecided');
    }
  });

  it('is still written when the user allowed the folder for the session since', async () => {
    const bench = await failed();
    await bench.ledger.decide([choice('/w/web')], 'session');
    bench.store.fails = false;
    await bench.ledger.keepAgain();
    deepEqual([bench.store.standing, bench.verdict('/w/web')], [[], 'allow session']);
  });

  it('takes nothing back that the user allowed for always since, also while that is being written', async () => {
    const bench = await failed();
    bench.store.fails = false;
    const open = bench.hold();
    const decided = bench.ledger.decide([choice('/w/web')], 'always');
    await bench.ledger.keepAgain();
    open();
    await decided;
    await bench.ledger.keepAgain();
    deepEqual([bench.verdict('/w/web'), bench.ledger.unkept.words], ['allow always', []]);
  });

  it('is not tried any more after the end', async () => {
    const bench = await failed();
    bench.ledger.dispose();
    deepEqual(bench.clock.waits, []);
  });
});

describe('Ledger: the later word holds', () => {
  it('of this window over what stands', async () => {
    const bench = new Bench([decision('/w/web', 'deny', 1)]);
    await bench.ledger.decide([choice('/w/web')], 'session');
    equal(bench.verdict('/w/web'), 'allow session');
  });

  it('of another window over this one', async () => {
    const bench = new Bench();
    await bench.ledger.decide([choice('/w/web')], 'session');
    bench.store.byAnother(decision('/w/web', 'deny', 2000));
    equal(bench.verdict('/w/web'), 'deny always');
    deepEqual(bench.ledger.sessionDecisions, []);
  });

  it('of another window also before that is announced', async () => {
    const bench = new Bench([decision('/w/web', 'allow', 1)]);
    bench.store.unannounced({ ...choice('/w/web'), verdict: 'undecided', decidedAt: 2000 });
    await bench.ledger.decide([choice('/w/api', 'deny')], 'session');
    equal(bench.verdict('/w/web'), 'undecided');
  });

  it('of another window over a refusal that this one kept', async () => {
    const bench = new Bench();
    await bench.ledger.decide([choice('/w/web', 'deny')], 'always');
    bench.store.byAnother({ ...choice('/w/web'), verdict: 'undecided', decidedAt: 2000 });
    equal(bench.verdict('/w/web'), 'undecided');
  });

  it('or, where both fall into one millisecond, the more cautious one: the refusal of this window', async () => {
    const bench = new Bench();
    await bench.ledger.decide([choice('/w/web', 'deny')], 'session');
    bench.store.byAnother(decision('/w/web', 'allow', 1000));
    equal(bench.verdict('/w/web'), 'deny session');
  });

  it('or, where both fall into one millisecond, the more cautious one: the withdrawal of this window', async () => {
    const bench = new Bench([decision('/w/web', 'allow', 1)]);
    bench.store.gate = new Promise(() => {});
    void bench.ledger.withdraw([choice('/w/web')]);
    bench.store.byAnother(decision('/w/web', 'allow', 1000));
    equal(bench.verdict('/w/web'), 'undecided');
  });

  it('or, where both fall into one millisecond, the more cautious one: the refusal of another window', async () => {
    const bench = new Bench();
    await bench.ledger.decide([choice('/w/web')], 'session');
    bench.store.byAnother(decision('/w/web', 'deny', 1000));
    equal(bench.verdict('/w/web'), 'deny always');
    deepEqual(bench.ledger.sessionDecisions, []);
  });

  it('and what it has overruled does not come back when it is withdrawn', async () => {
    const bench = new Bench();
    await bench.ledger.decide([choice('/w/web')], 'session');
    bench.store.byAnother(decision('/w/web', 'deny', 2000));
    bench.store.byAnother({ ...choice('/w/web'), verdict: 'undecided', decidedAt: 3000 });
    equal(bench.verdict('/w/web'), 'undecided');
  });

  it('for always replaces a decision for the session', async () => {
    const bench = new Bench();
    await bench.ledger.decide([choice('/w/web')], 'session');
    await bench.ledger.decide([choice('/w/web')], 'always');
    equal(bench.verdict('/w/web'), 'allow always');
    deepEqual(bench.ledger.sessionDecisions, []);
  });
});

describe('Ledger: its event', () => {
  it('names the servers for which something was decided otherwise, and no other', async () => {
    const bench = new Bench([decision('/w/web', 'allow', 1, 'always', 'other')]);
    await bench.ledger.decide([choice('/w/web'), choice('/w/web', 'deny', 'docs')], 'session');
    deepEqual(bench.announced, [['git', 'docs']]);
  });

  it('says that a grant holds for another time', async () => {
    const bench = new Bench([decision('/w/web', 'allow', 1)]);
    await bench.ledger.decide([choice('/w/web')], 'session');
    deepEqual(bench.announced, [['git']]);
  });

  it('is silent when nothing changed in effect', async () => {
    const bench = new Bench([decision('/w/web', 'allow', 1)]);
    await bench.ledger.decide([choice('/w/web')], 'always');
    await bench.ledger.withdraw([choice('/w/other')]);
    bench.store.byAnother(decision('/w/web', 'allow', 4000));
    deepEqual(bench.announced, []);
  });

  it('comes when the state is true', () => {
    const bench = new Bench();
    let seen: string | undefined;
    bench.ledger.onDidChange(() => (seen = bench.verdict('/w/web')));
    bench.store.byAnother(decision('/w/web', 'allow', 1));
    equal(seen, 'allow always');
  });

  it('ends with the ledger', () => {
    const bench = new Bench();
    bench.ledger.dispose();
    bench.store.byAnother(decision('/w/web', 'allow', 1));
    deepEqual(bench.announced, []);
  });
});
