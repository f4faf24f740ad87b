import { deepEqual, equal } from 'node:assert/strict';
import type { Disclosure, DisclosureEvent } from '../../../src/core/record/disclosure';
import { DisclosureLog } from '../../../src/core/record/disclosureLog';
import type { RecordEntry } from '../../../src/core/record/recordEntry';
import { FakeClock, server } from '../consent/fakes';

function fact(what: DisclosureEvent, session: string | undefined = 's1', serverId = 'user/git'): Disclosure {
  const who = 'this window';
  return { at: 1, serverId, server: 'git', fingerprint: server('git'), who, session, what };
}

const asked: DisclosureEvent = { event: 'asked' };
const answered = (...uris: string[]): DisclosureEvent => ({ event: 'answered', uris });
const spawned = (...told: string[]): DisclosureEvent => ({ event: 'spawned', pid: 1, cwd: '/w', told });
const exited: DisclosureEvent = { event: 'exited', how: 'it exited with code 0' };

class Bench {
  readonly clock = new FakeClock();
  readonly log = new DisclosureLog(this.clock);
  readonly heard: Disclosure[] = [];
  readonly recorded: RecordEntry[] = [];
  readonly repeated: RecordEntry[] = [];

  constructor() {
    this.log.onDidAdd((each) => this.heard.push(each));
    this.log.onDidRecord((each) => this.recorded.push(each));
    this.log.onDidRepeat((each) => this.repeated.push(each));
  }

  add(...facts: readonly (Disclosure | DisclosureEvent)[]): void {
    for (const each of facts) this.log.add('event' in each ? fact(each) : each);
  }

  /** What is kept of the server, in short. */
  story(serverId = 'user/git'): readonly string[] {
    return this.log.of(serverId).map(inShort);
  }
}

function inShort({ what, times }: RecordEntry): string {
  const { event } = what;
  const uris = event === 'answered' ? what.uris : event === 'spawned' ? what.told : [];
  return [event, ...uris, ...(times > 1 ? [`x${times}`] : [])].join(' ');
}

describe('DisclosureLog: who was told what', () => {
  it('keeps the facts of each server, oldest first, and says each as it happened', () => {
    const bench = new Bench();
    const facts = [spawned('file:///w'), { event: 'list_changed' }, asked, answered('file:///w')] as const;
    bench.add(...facts);
    bench.add(fact(exited, 's2', 'user/docs'));
    deepEqual(bench.story(), ['spawned file:///w', 'list_changed', 'answered file:///w']);
    deepEqual(bench.story('user/docs'), ['exited']);
    deepEqual(bench.story('user/none'), []);
    deepEqual(
      bench.heard.map(({ what }) => what),
      [...facts, exited],
    );
    deepEqual(
      bench.recorded.map(({ place, serverId }) => [place, serverId]),
      [
        [1, 'user/git'],
        [2, 'user/git'],
        [3, 'user/git'],
        [4, 'user/docs'],
      ],
    );
  });

  it('drops the oldest beyond its bound', () => {
    const bench = new Bench();
    for (let count = 1; count <= 700; count += 1) bench.add({ event: 'released', count });
    const counts = bench.log.of('user/git').map(({ what }) => (what.event === 'released' ? what.count : 0));
    deepEqual([counts.length, counts[0], counts.at(-1)], [500, 201, 700]);
  });

  it('never drops the entry by which a server learned of a folder in a session', () => {
    const bench = new Bench();
    bench.add(spawned('file:///w/web'), asked, answered('file:///w/web', 'file:///w/api'));
    bench.add(fact(answered('file:///w/web'), 's2'));
    for (let count = 1; count <= 2000; count += 1) {
      bench.add({ event: 'released', count }, asked, answered(), asked, answered('file:///w/web'));
    }
    deepEqual(bench.story().slice(0, 3), [
      'spawned file:///w/web',
      'answered file:///w/web file:///w/api',
      'answered file:///w/web',
    ]);
    equal(bench.story().length, 503);
    deepEqual(
      bench.log.firstWords.map(({ place }) => place),
      [1, 2, 3],
    );
  });

  it('hands out what was known at that moment', () => {
    const bench = new Bench();
    bench.add(asked, answered());
    const then = bench.log.of('user/git');
    bench.add(asked, answered(), exited);
    deepEqual(then.map(inShort), ['answered']);
  });

  it('keeps what others wrote harmless and short, and addresses exact', () => {
    const bench = new Bench();
    const evil = `\u001b[2J\u202e${'a'.repeat(10_000)}`;
    const uri = `file:///w/${'b'.repeat(9000)}`;
    bench.add({ ...fact({ event: 'failed', why: evil }), server: evil, who: { client: evil } });
    bench.add({ event: 'called', tool: evil }, { event: 'held', method: evil }, answered(uri));
    const words = bench.log.of('user/git').flatMap(({ server, who, what }) => {
      const client = typeof who === 'string' ? who : who.client;
      return [server, client, ...Object.values(what).flat().map(String)];
    });
    const isUnseen = (character: string) => character < ' ' || character === '\u202e';
    deepEqual(
      words.filter((word) => Array.from(word).some(isUnseen) || word.length > 600),
      [uri],
    );
  });

  it('announces nothing after its end', () => {
    const bench = new Bench();
    bench.log.dispose();
    bench.add(asked, answered());
    deepEqual([bench.heard, bench.recorded, bench.clock.waits.length], [[], [], 0]);
  });
});

describe('DisclosureLog: what comes again and again is one entry with a count', () => {
  it('10,000 questions with one answer are one entry, said twice: at first, and when it was over', () => {
    const bench = new Bench();
    for (let at = 1; at <= 10_000; at += 1) {
      bench.add({ ...fact(asked), at }, { ...fact(answered('file:///w/web')), at });
    }
    bench.add(exited);
    deepEqual(bench.recorded.map(inShort), ['answered file:///w/web', 'exited']);
    deepEqual(
      bench.repeated.map(({ place, at, until, times }) => ({ place, at, until, times })),
      [{ place: 1, at: 1, until: 10_000, times: 10_000 }],
    );
    deepEqual(bench.story(), ['answered file:///w/web x10000', 'exited']);
    equal(bench.heard.length, 20_001);
  });

  it('so are those that are refused, and anything else in a row', () => {
    const bench = new Bench();
    const refused: DisclosureEvent = { event: 'refused', why: 'roots are not declared to it' };
    for (let i = 0; i < 3; i += 1) bench.add(asked, refused);
    for (let i = 0; i < 4; i += 1) bench.add({ event: 'held', method: 'tools/call' });
    deepEqual(bench.story(), ['refused x3', 'held x4']);
  });

  it('another answer, and anything in between, is another entry', () => {
    const bench = new Bench();
    bench.add(asked, answered('file:///w/web'), asked, answered('file:///w/api'));
    bench.add(asked, answered('file:///w/api'), { event: 'list_changed' }, asked, answered('file:///w/api'));
    deepEqual(bench.story(), [
      'answered file:///w/web',
      'answered file:///w/api x2',
      'list_changed',
      'answered file:///w/api',
    ]);
  });

  it('an answer is counted also while its client calls tools', () => {
    const bench = new Bench();
    for (let i = 0; i < 50; i += 1) {
      bench.add(
        { event: 'called', tool: i % 2 === 0 ? 'read_file' : 'list' },
        asked,
        answered('file:///w/web'),
      );
    }
    deepEqual(bench.story().slice(0, 4), ['called', 'answered file:///w/web x50', 'called', 'called']);
    equal(bench.story().length, 51);
  });

  it('sessions that flood at the same time are counted each for itself', () => {
    const bench = new Bench();
    for (let i = 0; i < 100; i += 1) {
      for (const session of ['s1', 's2']) {
        bench.add(fact(asked, session), fact(answered('file:///w/web'), session));
      }
    }
    deepEqual(bench.story(), ['answered file:///w/web x100', 'answered file:///w/web x100']);
  });

  it('while it goes on, the count is said every 10 seconds, and once more when asked to settle', () => {
    const bench = new Bench();
    const flood = (times: number) => {
      for (let i = 0; i < times; i += 1) bench.add(asked, answered());
    };
    flood(5);
    bench.clock.pass(10_000);
    bench.clock.pass(10_000);
    flood(2);
    bench.log.settle();
    bench.log.settle();
    deepEqual(
      bench.repeated.map(({ times }) => times),
      [5, 7],
    );
    deepEqual(bench.clock.waits, []);
  });

  it('what the user says is never counted together', () => {
    const bench = new Bench();
    const word = {
      ...fact({ event: 'withdrawn', folder: '/w/web' }),

      session: undefined,
    } as const;
    bench.add(word, word);
    deepEqual(bench.story(), ['withdrawn', 'withdrawn']);
  });

  it('a question that got no answer is an entry of its own', () => {
    const bench = new Bench();
    bench.add(asked, exited, asked, asked, answered());
    deepEqual(bench.story(), ['asked', 'exited', 'asked', 'answered']);
  });
});
