import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import type { PreparedServer } from '../../../src/node/servers/prepareServer';
import { approval } from '../../unit/approval/fakeApprovals';
import { asRealPath } from '../../../src/core/roots/realPath';
import { choice, server } from '../../unit/consent/fakes';
import { available, entry } from '../../unit/roots/catalogBench';
import { ServerBench } from './serverBench';

describe('ManagedServer', () => {
  const benches: ServerBench[] = [];

  afterEach(async () => {
    for (const bench of benches.splice(0)) await bench.end();
  });

  async function benchOf(...given: Parameters<typeof ServerBench.of>): Promise<ServerBench> {
    const bench = await ServerBench.of(...given);
    benches.push(bench);
    return bench;
  }

  /** From now on the definition is read when the returned function is called. */
  function holdPreparation(bench: ServerBench): (as: PreparedServer) => void {
    let read: (as: PreparedServer) => void = () => {};
    const held = new Promise<PreparedServer>((resolve) => (read = resolve));
    bench.prepare = () => held;
    return read;
  }

  describe('starts only what may be started (rules 1 and 2)', () => {
    it('starts with what is granted, and asks nobody', async () => {
      const bench = await benchOf(['/w/web', '/w/api']);
      await bench.server.prepare();
      await bench.ledger.decide([choice('/w/web')], 'session');
      await bench.server.start();
      equal(bench.server.state.kind, 'running');
      deepEqual(
        bench.launches.map(({ exposed }) => exposed),
        [['file:///w/web']],
      );
    });

    it('reads the definition once for a start by the user, who was asked about that reading', async () => {
      const bench = await benchOf([]);
      let readings = 0;
      bench.prepare = () => Promise.resolve(bench.prepared([], `reading ${++readings}`));
      await bench.server.prepare();
      await bench.server.start('latest');
      equal(bench.server.state.kind, 'running');
      equal(readings, 1);
      await bench.server.stop();
      await bench.server.start();
      equal(readings, 2);
    });

    it('waits for a reading that is under way, and starts nothing else', async () => {
      const bench = await benchOf([]);
      await bench.server.prepare();
      const read = holdPreparation(bench);
      void bench.server.prepare();
      const started = bench.server.start('latest');
      bench.approval = { kind: 'new' };
      read(bench.prepared([], 'changed'));
      await rejects(started, /was not approved yet/u);
      equal(bench.launches.length, 0);
    });

    it('starts nothing in a workspace that is not trusted', async () => {
      const bench = await benchOf([]);
      bench.sharingState.turn({ trusted: false });
      const message = '"git" is not started because this workspace is not trusted.';
      await rejects(bench.server.start(), { name: 'UserError', message });
      equal(bench.launches.length, 0);
    });

    it('starts nothing whose definition was not approved, or is another one than was', async () => {
      const bench = await benchOf([]);
      const byHand = 'Start it by hand to look at the definition and to approve it.';
      bench.approval = { kind: 'new' };
      const unapproved = `"git" is not started: its definition was not approved yet. ${byHand}`;
      await rejects(bench.server.start(), { name: 'UserError', message: unapproved });
      bench.approval = { kind: 'changed', before: approval('other') };
      const changed = `"git" is not started: its definition has changed since it was approved. ${byHand}`;
      await rejects(bench.server.start(), { name: 'UserError', message: changed });
      equal(bench.launches.length, 0);
      bench.approval = { kind: 'not needed' };
      await bench.server.start();
      equal(bench.launches.length, 1);
    });

    it('ends a server whose approval is gone', async () => {
      const bench = await benchOf([]);
      await bench.server.start();
      bench.approval = { kind: 'new' };
      const stopped = bench.until('stopped', true);
      bench.approvalsChanged.fire();
      deepEqual(await stopped, { kind: 'stopped', why: 'its definition is not approved' });
    });

    it('knows what was granted before the definition changed, and exposes none of it', async () => {
      const bench = await benchOf(['/w/web', '/w/api']);
      await bench.ledger.decide(
        [choice('/w/web', 'allow', 'before'), choice('/w/api', 'deny', 'before')],
        'session',
      );
      bench.approval = { kind: 'approved', replaces: server('before') };
      await bench.server.start();
      deepEqual(
        ['/w/web', '/w/web/in', '/w/api', '/w'].map((folder) => bench.server.wasAllowed(asRealPath(folder))),
        [true, true, false, false],
      );
      deepEqual(
        bench.launches.map(({ exposed }) => exposed),
        [[]],
      );
    });

    it('starts nothing that names a folder which is not granted', async () => {
      const bench = await benchOf(['/w/web']);
      bench.prepare = () => Promise.resolve(bench.prepared(['--root=/w/web']));
      const message =
        'The definition of "git" names the folder "web" (/w/web). Allow that folder to start it.';
      await rejects(bench.server.start(), { name: 'UserError', message });
      await bench.ledger.decide([choice('/w/web')], 'session');
      await bench.server.start();
      equal(bench.launches.length, 1);
    });

    it('starts nothing that names a folder in whose place another was put (rule 5)', async () => {
      const bench = await benchOf(['/w/web']);
      bench.prepare = () => Promise.resolve(bench.prepared(['/w/web']));
      await bench.ledger.decide([choice('/w/web')], 'session');
      bench.disk.folders.set('/w/web', available('/w/web', 'other'));
      await rejects(bench.server.start(), { name: 'UserError' });
      equal(bench.launches.length, 0);
    });

    it('starts with what the disk says at that moment (rule 4)', async () => {
      const bench = await benchOf(['/w/web']);
      await bench.server.prepare();
      await bench.ledger.decide([choice('/w/web')], 'session');
      bench.disk.folders.delete('/w/web');
      await bench.server.start();
      deepEqual(
        bench.launches.map(({ exposed }) => exposed),
        [[]],
      );
    });

    it('says what is wrong with a definition that cannot be used', async () => {
      const bench = await benchOf([]);
      const { definition } = bench.server;
      bench.prepare = () => Promise.resolve({ kind: 'unprepared', definition, why: 'It is odd.', at: [] });
      await rejects(bench.server.start(), { message: '"git" cannot be started. It is odd.' });
    });

    it('waits for the first grant where the definition says so, and starts with it', async () => {
      const bench = await benchOf(['/w/web'], { whenEmpty: 'wait' });
      await bench.server.start();
      deepEqual([bench.server.state.kind, bench.launches.length], ['waiting for a grant', 0]);
      await bench.ledger.decide([choice('/w/web')], 'session');
      await bench.until('running');
      deepEqual(
        bench.launches.map(({ exposed }) => exposed),
        [['file:///w/web']],
      );
    });
  });

  it('tells which tools this window calls, and how the last calls ended', async () => {
    const bench = await benchOf([]);
    await bench.server.start();
    const { client, calls } = bench.server;
    const open: (readonly string[])[] = [];
    calls.onDidChange(() => open.push(calls.open.map(({ tool }) => tool)));
    await client?.callTool('pid', {});
    await client?.callTool('read', { path: '/nowhere' });
    deepEqual(open, [['pid'], [], ['read'], []]);
    deepEqual(
      calls.ended.map(({ tool, how }) => [tool, how]),
      [
        ['read', 'failed'],
        ['pid', 'answered'],
      ],
    );
  });

  describe('is stopped when it may not run any more', () => {
    async function running(texts: readonly string[] = []): Promise<ServerBench> {
      const bench = await benchOf(['/w/web', '/w/api']);
      bench.prepare = () => Promise.resolve(bench.prepared(texts));
      await bench.server.prepare();
      await bench.ledger.decide([choice('/w/web')], 'session');
      await bench.server.start();
      return bench;
    }

    it('when the grant of a folder that it names goes', async () => {
      const bench = await running(['/w/web']);
      const stopped = bench.until('stopped', true);
      await bench.ledger.withdraw([choice('/w/web')]);
      deepEqual(await stopped, {
        kind: 'stopped',
        why: 'its definition names the folder "web", which is not granted any more',
      });
    });

    it('when another folder is put in the place of one that it names', async () => {
      const bench = await running(['/w/web']);
      const stopped = bench.until('stopped', true);
      bench.disk.folders.set('/w/web', available('/w/web', 'other'));
      await bench.catalog.look();
      deepEqual(await stopped, {
        kind: 'stopped',
        why: 'its definition names the folder "web", in whose place another was put',
      });
    });

    it('when a folder that it names comes to the workspace without a grant', async () => {
      const bench = await running(['/w/docs']);
      const stopped = bench.until('stopped', true);
      bench.disk.folders.set('/w/docs', available('/w/docs'));
      await bench.catalog.setEntries([entry('/w/web'), entry('/w/docs')]);
      deepEqual(await stopped, {
        kind: 'stopped',
        why: 'its definition names the folder "docs", which is not granted',
      });
    });

    it('not when a folder that it names is only gone from disk, whatever is decided meanwhile', async () => {
      const bench = await running(['/w/web']);
      bench.disk.folders.set('/w/web', { kind: 'no answer' });
      await bench.catalog.look();
      await bench.ledger.decide([choice('/w/api', 'deny')], 'session');
      equal(bench.server.state.kind, 'running');
    });

    it('when the workspace is not trusted any more', async () => {
      const bench = await running();
      const stopped = bench.until('stopped', true);
      bench.sharingState.turn({ trusted: false });
      deepEqual(await stopped, { kind: 'stopped', why: 'this workspace is not trusted' });
    });

    it('when its definition has become another, which is told nothing in its name', async () => {
      const bench = await running();
      await bench.ledger.decide([choice('/w/api', 'allow', 'another')], 'session');
      bench.prepare = () => Promise.resolve(bench.prepared([], 'another'));
      await bench.server.prepare();
      deepEqual(bench.server.state, { kind: 'stopped', why: 'its definition has changed' });
      await bench.launches[0]?.launched.then(({ end }) => end.closed);
      deepEqual([...new Set(bench.recorded.map(([by]) => by))], ['git']);
      equal(
        bench.recorded.some(([, what]) => what.event === 'exited'),
        true,
      );
      equal(JSON.stringify(bench.recorded).includes('/w/api'), false);
    });
  });

  describe('does what was said last', () => {
    it('does not start when it was stopped while its definition was read', async () => {
      const bench = await benchOf([]);
      const read = holdPreparation(bench);
      const started = bench.server.start();
      await bench.server.stop();
      read(bench.prepared());
      await started;
      deepEqual([bench.server.state, bench.launches.length], [{ kind: 'stopped' }, 0]);
    });

    it('starts again after such a stop', async () => {
      const bench = await benchOf([]);
      const read = holdPreparation(bench);
      const first = bench.server.start();
      await bench.server.stop();
      const second = bench.server.start();
      read(bench.prepared());
      await Promise.all([first, second]);
      deepEqual([bench.server.state.kind, bench.launches.length], ['running', 1]);
    });

    it('starts once, however often it is told to at once, and all wait for it', async () => {
      const bench = await benchOf([]);
      const kinds = await Promise.all(
        [1, 2, 3].map(async () => {
          await bench.server.start();
          return bench.server.state.kind;
        }),
      );
      deepEqual([kinds, bench.launches.length], [['running', 'running', 'running'], 1]);
    });

    it('starts also when its definition is read again meanwhile, as that reading says', async () => {
      const bench = await benchOf([]);
      const readFirst = holdPreparation(bench);
      const started = bench.server.start();
      const readAgain = holdPreparation(bench);
      const again = bench.server.prepare();
      readFirst(bench.prepared([], 'older'));
      await new Promise(setImmediate);
      equal(bench.launches.length, 0);
      readAgain(bench.prepared([], 'newer'));
      await Promise.all([started, again]);
      deepEqual(
        [bench.server.state.kind, bench.server.prepared?.fingerprint, bench.recorded[0]?.[0]],
        ['running', 'newer', 'newer'],
      );
    });

    it('leaves no process when it is stopped while one is being started', async () => {
      const bench = await benchOf([]);
      let open = () => {};
      bench.launchGate = new Promise((resolve) => (open = resolve));
      const started = bench.server.start();
      await bench.until('starting');
      while (bench.launches.length === 0) await new Promise(setImmediate);
      const stopped = bench.server.stop();
      open();
      await stopped;
      equal(bench.server.state.kind, 'stopped');
      const pid = (await bench.launches[0]?.launched)?.end.pid ?? 0;
      throws(() => process.kill(pid, 0), { code: 'ESRCH' });
      await started;
    });

    it('launches nothing when it was stopped before it came to that', async () => {
      const bench = await benchOf([]);
      const started = bench.server.start();
      await bench.until('starting');
      await bench.server.stop();
      await started;
      equal(bench.launches.length, 0);
    });
  });
});
