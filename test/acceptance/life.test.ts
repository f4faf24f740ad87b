import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict';
import type { Probe } from './probeDriver';
import { gone, isRunning } from './processes';
import { everything, filesystem, fixture, memory, uri } from './servers';
import { Stage } from './stage';

const stage = new Stage();

describe('the life of a server process', () => {
  afterEach(() => stage.clear());

  it('begins anew after a crash, a few times with longer and longer pauses, then it has failed', async () => {
    const servers = { crashes: fixture('crash-after-initialize'), good: fixture() };
    const probe = await stage.start(servers);
    const untouched = probe.pidOf('good');
    await probe.untilState('crashes', 'failed');
    const how = 'exited with code 7; last lines: fixture: initialised, and dead';
    const ended = `"crashes" ended: ${how}.`;
    const why = `${ended} It was started again several times; look into its log.`;
    deepEqual((await probe.standing('crashes')).state, { kind: 'failed', why });
    const own = probe.lines.filter(({ server }) => server === 'crashes');
    const spawned = own.filter(({ event }) => event === 'spawned');
    equal(new Set(spawned.map(({ pid }) => pid)).size, 4);
    const states = own.flatMap(({ state }) => state ?? []).filter(({ kind }) => kind === 'restarting');
    deepEqual(
      states,
      states.map(() => ({ kind: 'restarting', why: ended })),
    );
    equal(await probe.call('good', 'echo', { text: 'untouched' }), 'untouched');
    equal(probe.pidOf('good'), untouched);
  });

  it('goes on in a successor that knows the same roots; the call in which it crashed says why', async () => {
    const a = await stage.makeFolder('a');
    const probe = await stage.start({ frail: fixture() }, { folders: [a], grants: { frail: [a] } });
    await probe.until('frail', 'answered');
    const [mark, before] = [probe.mark(), probe.pidOf('frail')];
    await rejects(probe.call('frail', 'exit', { code: 9 }), {
      message: 'MCP error -32000: "frail" ended: exited with code 9.',
    });
    equal(await probe.call('frail', 'echo', { text: 'here again' }), 'here again');
    notEqual(probe.pidOf('frail'), before);
    deepEqual(probe.story('frail', mark), [
      'exited',
      'spawned',
      'initialised',
      'asked',
      `answered ${uri(a)}`,
    ]);
    equal(JSON.parse(await probe.call('frail', 'known-roots')).asked, 1);
  });

  it('can be ended by the server itself, which is not a failure', async () => {
    const probe = await stage.start({ leaves: fixture(), good: fixture() });
    await rejects(probe.call('leaves', 'exit', { code: 0 }), {
      message: 'MCP error -32000: "leaves" ended: exited with code 0.',
    });
    await probe.untilState('leaves', 'stopped by the server');
    deepEqual((await probe.standing('leaves')).state, { kind: 'stopped by the server' });
    await rejects(probe.call('leaves', 'echo'), {
      message: '"leaves" does not run: {"kind":"stopped by the server"}',
    });
    equal(await probe.call('good', 'echo', { text: 'untouched' }), 'untouched');
    await probe.run('start leaves');
    equal(await probe.call('leaves', 'echo', { text: 'started anew' }), 'started anew');
  });

  it('ends with everything that the server started, also when that will not go', async () => {
    const probe = await stage.start({ family: fixture('grandchildren,ignores-eof-and-term') });
    const family: number[] = JSON.parse(await probe.call('family', 'family'));
    equal(family.length, 4);
    await probe.run('stop family');
    await gone([probe.pidOf('family'), ...family]);
    deepEqual((await probe.standing('family')).state, { kind: 'stopped' });
  });

  it('ends when the host is killed: no server is left, and nothing that one started', async () => {
    const probe = await startMany();
    const family: number[] = JSON.parse(await probe.call('family', 'family'));
    const pids = ['fs', 'every', 'memory', 'family', 'plain'].map((server) => probe.pidOf(server));
    equal((await Promise.all([...pids, ...family].map(isRunning))).includes(false), false);
    await probe.kill();
    await gone([...pids, ...family]);
  });

  it('ends when the host ends in peace, with all that will not go', async () => {
    const probe = await startMany();
    const family: number[] = JSON.parse(await probe.call('family', 'family'));
    const pids = ['fs', 'every', 'memory', 'family', 'plain'].map((server) => probe.pidOf(server));
    await probe.end();
    await gone([...pids, ...family]);
  });

  async function startMany(): Promise<Probe> {
    const a = await stage.makeFolder('a');
    const servers = {
      fs: filesystem(),
      every: everything(),
      memory: memory(),
      family: fixture('grandchildren,ignores-eof-and-term'),
      plain: fixture(),
    };
    return stage.start(servers, { folders: [a], grants: { fs: [a] } });
  }
});
