import { deepEqual } from 'node:assert/strict';
import type { DisclosureEvent } from '../../../src/core/record/disclosure';
import { Knowledge } from '../../../src/core/record/knowledge';
import { server } from '../consent/fakes';

describe('Knowledge: what the processes that run now were told', () => {
  function after(...events: readonly (readonly [string, DisclosureEvent])[]): Record<string, object> {
    const knowledge = new Knowledge();
    events.forEach(([session, what], at) =>
      knowledge.take({
        at,
        session,
        what,
        serverId: 'user/git',
        server: 'git',
        fingerprint: server('git'),
        who: 'this window',
      }),
    );
    return Object.fromEntries(
      knowledge.sessions.map(({ session, told }) => [
        session,
        [...told].map(([uri, { at, by }]) => `${uri} ${at} ${by}`),
      ]),
    );
  }
  const spawned = (...told: string[]): DisclosureEvent => ({ event: 'spawned', pid: 1, cwd: '/', told });
  const answered = (...uris: string[]): DisclosureEvent => ({ event: 'answered', uris });

  it('is all that launch and answers ever carried, since when, and by which way first', () => {
    deepEqual(after(['s1', spawned('a', 'b')], ['s1', answered('b', 'c')], ['s1', answered('d')]), {
      s1: ['a 0 launch', 'b 0 launch', 'c 1 roots/list', 'd 2 roots/list'],
    });
  });

  it('ends with the process, and is that of each session alone', () => {
    deepEqual(
      after(
        ['s1', spawned('a')],
        ['s2', spawned()],
        ['s1', { event: 'exited', how: 'crash' }],
        ['s2', answered('b')],
        ['s1', answered('c')],
      ),
      { s2: ['b 3 roots/list'] },
    );
    deepEqual(after(['s1', spawned('a')], ['s1', spawned('b')]), { s1: ['b 1 launch'] });
  });
});
