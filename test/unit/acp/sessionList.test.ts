import { deepEqual, rejects } from 'node:assert/strict';
import type { SessionPage } from '../../../src/core/acp/sessionListing';
import type { DisclosureEvent } from '../../../src/core/record/disclosure';
import { asRealPath, type RealPath } from '../../../src/core/roots/realPath';
import { SessionList } from '../../../src/node/acp/sessionList';

const [app, docs] = ['/w/app', '/w/docs'].map(asRealPath) as [RealPath, RealPath];
const session = (sessionId: string, cwd: string) => ({
  sessionId,
  cwd,
  additional: [],
  title: undefined,
  updatedAt: undefined,
});

describe('What an agent is asked about its sessions', () => {
  let asked: (string | undefined)[];
  let recorded: DisclosureEvent[];
  let pages: (cursor: string | undefined) => SessionPage;

  beforeEach(() => {
    asked = [];
    recorded = [];
    pages = () => ({
      sessions: [session('a', app), session('d', docs)],
      nextCursor: undefined,
      malformed: 1,
    });
  });

  const listOf = (isOffered = true, exposed: readonly RealPath[] = [app]) =>
    new SessionList(
      {
        list: (cwd, cursor) => {
          asked.push(cwd);
          return Promise.resolve(pages(cursor));
        },
      },
      isOffered,
      { agent: 'claude', exposed: () => exposed, record: (what) => recorded.push(what) },
    );

  it('names a folder to it only where it may see that, and is in the record', async () => {
    deepEqual(
      (await listOf().ask(app)).sessions.map(({ sessionId }) => sessionId),
      ['a'],
    );
    deepEqual(recorded, [{ event: 'session', by: 'session/list', uris: ['file:///w/app'] }]);
    await rejects(listOf().ask(docs), {
      message: '"claude" is not asked about /w/docs. Allow it that folder first.',
    });
    deepEqual(asked, [app]);
    deepEqual(recorded.length, 1);
  });

  it('names no folder where all are wanted, which tells it of none', async () => {
    const all = await listOf(true, []).ask(undefined);
    deepEqual(
      all.sessions.map(({ sessionId }) => sessionId),
      ['a', 'd'],
    );
    deepEqual([asked, recorded], [[undefined], []]);
  });

  it('goes on page by page, but not for ever', async () => {
    pages = (cursor) => ({
      sessions: [session(cursor ?? '0', app)],
      nextCursor: String(Number(cursor ?? 0) + 1),
      malformed: 1,
    });
    const { sessions, malformed } = await listOf().ask(undefined);
    deepEqual(
      sessions.map(({ sessionId }) => sessionId),
      Array.from({ length: 20 }, (_, i) => String(i)),
    );
    deepEqual(malformed, 20);
    deepEqual((await listOf().find('7'))?.sessionId, '7');
  });

  it('is nothing where it does not list', async () => {
    await rejects(listOf(false).ask(app), { message: '"claude" does not list its sessions.' });
    deepEqual(await listOf(false).find('a'), undefined);
    deepEqual([asked, recorded], [[], []]);
  });
});
