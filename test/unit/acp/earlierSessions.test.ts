import { deepEqual, equal } from 'node:assert/strict';
import { earlierSessions } from '../../../src/core/acp/earlierSessions';
import { outlived } from '../../../src/core/acp/sessionKeeping';
import { keptLabel, sessionLabel } from '../../../src/core/acp/sessionLabel';
import type { SessionRecord } from '../../../src/core/acp/sessionRecord';
import { asRealPath } from '../../../src/core/roots/realPath';
import { server } from '../consent/fakes';

const [app, docs, lib] = ['/w/app', '/w/docs', '/w/lib'].map(asRealPath) as [never, never, never];
const record = (sessionId: string, cwd = app, additional: never[] = [docs], sentAt = 1): SessionRecord => ({
  agent: server('claude'),
  sessionId,
  cwd,
  additional,
  sentAt,
});
const listed = (sessionId: string, cwd: string, ...additional: string[]) => ({
  sessionId,
  cwd,
  additional,
  title: undefined,
  updatedAt: undefined,
});
const all = { open: new Set<string>(), exposed: [app, docs], known: [app, docs, lib] };

describe('The earlier sessions of an agent', () => {
  it('are those of our record, with the folders that they were sent, whatever the agent reports of them', () => {
    const report = listed('a', '/w/lib', '/etc');
    deepEqual(earlierSessions([record('a')], [report], all), [
      {
        sessionId: 'a',
        record: record('a'),
        listed: report,
        folders: [app, docs],
        reported: ['/w/lib', '/etc'],
        notAllowed: [],
      },
    ]);
  });

  it('say what the agent reports where that is another list, in its folders or their order', () => {
    const reportedOf = (additional: readonly string[] | undefined, cwd = '/w/app') => {
      const report = { ...listed('a', cwd), additional };
      return earlierSessions([record('a', app, [docs, lib])], [report], all)[0]?.reported;
    };
    deepEqual(
      [
        reportedOf(['/w/docs', '/w/lib']),
        reportedOf(['/w/docs']),
        reportedOf([]),
        reportedOf(['/w/lib', '/w/docs']),
        reportedOf(['/w/docs', '/w/lib'], '/w/docs'),
        // An agent may report none, which says nothing; but a working directory it does report.
        reportedOf(undefined),
        reportedOf(undefined, '/w/docs'),
      ],
      [
        undefined,
        ['/w/app', '/w/docs'],
        ['/w/app'],
        ['/w/app', '/w/lib', '/w/docs'],
        ['/w/docs', '/w/lib'],
        undefined,
        ['/w/docs'],
      ],
    );
  });

  it('need their working directory, and for the rest what is left', () => {
    const [one, other] = earlierSessions([record('a', lib), record('b', app, [lib])], [], all);
    deepEqual([one?.notAllowed, other?.notAllowed], [[lib], []]);
  });

  it('need every folder where only the agent knows them', () => {
    deepEqual(earlierSessions([], [listed('x', '/w/app', '/w/lib', '/etc')], all), [
      {
        sessionId: 'x',
        record: undefined,
        listed: listed('x', '/w/app', '/w/lib', '/etc'),
        folders: ['/w/app', '/w/lib', '/etc'],
        reported: undefined,
        notAllowed: ['/w/lib', '/etc'],
      },
    ]);
  });

  it('are neither those that are open, nor those of another workspace', () => {
    const records = [record('a'), record('b', asRealPath('/elsewhere') as never)];
    const reports = [listed('x', '/elsewhere'), listed('a', '/w/app')];
    deepEqual(earlierSessions(records, reports, { ...all, open: new Set(['a']) }), []);
  });
});

describe('The record of a session', () => {
  const day = 24 * 60 * 60 * 1000;

  it('is not kept for ever', () => {
    const records = [record('new', app, [], 200 * day), record('old', app, [], 10 * day)];
    deepEqual(
      outlived(records, 200 * day).map(({ sessionId }) => sessionId),
      ['old'],
    );
  });

  it('gives way to newer ones where there are too many', () => {
    const records = Array.from({ length: 502 }, (_, i) => record(`s${i}`, app, [], i));
    deepEqual(
      outlived(records, 1000).map(({ sessionId }) => sessionId),
      ['s1', 's0'],
    );
  });
});

describe('The name of a session', () => {
  it('is the user’s own, else the agent’s, and none where both are empty', () => {
    equal(sessionLabel({ name: 'Mine', title: 'Its' }), 'Mine');
    equal(sessionLabel({ name: '', title: 'Its' }), 'Its');
    equal(sessionLabel({}), undefined);
  });

  it('is kept in one line, without what would hide text, and cut', () => {
    equal(keptLabel('  a\n\u202eb '), 'a\\n\\u202eb');
    equal(keptLabel('x'.repeat(1000))?.length, 100);
    equal(keptLabel('  '), undefined);
    equal(keptLabel(null), undefined);
  });
});
