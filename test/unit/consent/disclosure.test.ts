import { deepEqual, equal } from 'node:assert/strict';
import { DisclosureLog, type Disclosure, type DisclosureEvent } from '../../../src/core/consent/disclosure';
import { server } from './fakes';

function fact(what: DisclosureEvent, session = 's1', serverId = 'user/git'): Disclosure {
  return { at: 1, serverId, server: 'git', fingerprint: server('git'), session, what };
}

const answered = (...uris: string[]): DisclosureEvent => ({ event: 'answered', uris });

describe('DisclosureLog: who was told what', () => {
  it('keeps the facts of each server, oldest first, and announces each', () => {
    const log = new DisclosureLog();
    const announced: Disclosure[] = [];
    log.onDidAdd((each) => announced.push(each));
    const facts = [fact({ event: 'asked' }), fact(answered('file:///w/web'))];
    const other = fact({ event: 'asked' }, 's2', 'user/docs');
    for (const each of [...facts, other]) log.add(each);
    deepEqual(log.of('user/git'), facts);
    deepEqual(log.of('user/docs'), [other]);
    deepEqual(log.of('user/none'), []);
    deepEqual(announced, [...facts, other]);
  });

  it('drops the oldest beyond its bound', () => {
    const log = new DisclosureLog();
    for (let count = 1; count <= 700; count += 1) log.add(fact({ event: 'released', count }));
    const counts = log.of('user/git').map(({ what }) => (what.event === 'released' ? what.count : 0));
    deepEqual([counts.length, counts[0], counts.at(-1)], [500, 201, 700]);
  });

  it('never drops the fact by which a server learned of a folder, however often it asks', () => {
    const log = new DisclosureLog();
    const first = [
      fact({ event: 'spawned', pid: 1, cwd: '/w/web', told: ['file:///w/web'] }),
      fact(answered('file:///w/web', 'file:///w/api')),
      fact(answered('file:///w/web'), 's2'),
    ];
    for (const each of first) log.add(each);
    for (let i = 0; i < 2000; i += 1) {
      log.add(fact({ event: 'asked' }));
      log.add(fact(answered()));
      log.add(fact(answered('file:///w/web')));
    }
    deepEqual(log.of('user/git').slice(0, 3), first);
    equal(log.of('user/git').length, 503);
  });

  it('hands out what was known at that moment', () => {
    const log = new DisclosureLog();
    log.add(fact({ event: 'asked' }));
    const then = log.of('user/git');
    log.add(fact({ event: 'asked' }));
    equal(then.length, 1);
  });

  it('announces nothing after its end', () => {
    const log = new DisclosureLog();
    const announced: Disclosure[] = [];
    log.onDidAdd((each) => announced.push(each));
    log.dispose();
    log.add(fact({ event: 'asked' }));
    deepEqual(announced, []);
  });
});
