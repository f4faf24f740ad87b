import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import path from 'node:path';
import type { Probe } from './probeDriver';
import { filesystem, uri } from './servers';
import { isRunning } from './processes';
import { Stage } from './stage';

const stage = new Stage();

describe('server-filesystem serves exactly what was granted to it', () => {
  let [a, b, probe]: [string, string, Probe] = ['', '', undefined as never];

  beforeEach(async () => {
    [a, b] = [await stage.makeFolder('a'), await stage.makeFolder('b')];
  });

  afterEach(() => stage.clear());

  async function start(granted: readonly string[], folders = [a, b], roots: object = {}): Promise<number> {
    probe = await stage.start({ fs: filesystem({ roots }) }, { folders, grants: { fs: granted } });
    if (granted.length > 0) await digested(0);
    return probe.mark();
  }

  /** The server takes an answer over only some time after it came; it says so on its standard error. */
  async function digested(mark: number): Promise<void> {
    const isDigested = /^fs \[info\] (Updated allowed directories|No valid root directories)/;
    await probe.next(({ text = '' }) => isDigested.test(text), mark);
  }

  async function allowed(): Promise<readonly string[]> {
    const [title, ...folders] = (await probe.call('fs', 'list_allowed_directories')).split('\n');
    equal(title, 'Allowed directories:');
    return folders.filter((folder) => folder !== '');
  }

  function read(folder: string): Promise<string> {
    return probe.call('fs', 'read_text_file', { path: path.join(folder, 'note.txt') });
  }

  it('sees the one folder that was granted, and nothing of one that is undecided', async () => {
    await start([a]);
    deepEqual(probe.story('fs'), ['spawned', 'initialised', 'asked', `answered ${uri(a)}`]);
    deepEqual(await allowed(), [a]);
    equal(await read(a), 'the note of a');
    match(await read(b), /^Access denied - path outside allowed directories/);
    const { exposed, waiting, sync } = await probe.standing('fs');
    deepEqual([exposed, waiting, sync?.kind], [[uri(a)], [b], 'in sync']);
  });

  it('hears at once of a folder that is granted while it runs', async () => {
    const mark = await start([a]);
    await probe.run(`grant fs ${b}`);
    await digested(mark);
    deepEqual(probe.story('fs', mark), ['list_changed', 'asked', `answered ${uri(a)} ${uri(b)}`]);
    deepEqual(await allowed(), [a, b]);
    equal(await read(b), 'the note of b');
  });

  it('is replaced when a folder is withdrawn; its successor cannot read there', async () => {
    const mark = await start([a, b]);
    const before = probe.pidOf('fs');
    deepEqual(await allowed(), [a, b]);
    await probe.run(`revoke fs ${b}`);
    await digested(mark);
    match(await read(b), /^Access denied - path outside allowed directories/);
    deepEqual(await allowed(), [a]);
    equal(await read(a), 'the note of a');
    notEqual(probe.pidOf('fs'), before);
    equal(await isRunning(before), false);
    deepEqual(probe.story('fs', mark), [
      'replaced: a folder that it knew was withdrawn',
      'exited',
      'spawned',
      'initialised',
      'asked',
      `answered ${uri(a)}`,
    ]);
  });

  it('gets no request after a withdrawal: what was sent at once is held and goes to its successor', async () => {
    const mark = await start([a, b]);
    const revoked = probe.run(`revoke fs ${b} &`);
    await probe.until('fs', 'replaced', mark);
    match(await read(b), /^Access denied - path outside allowed directories/);
    await revoked;
    deepEqual(probe.waits('fs', mark), { held: 1, released: 1 });
    equal(probe.story('fs', mark).filter((event) => event.startsWith('spawned')).length, 1);
  });

  it('reads nothing once everything is withdrawn', async () => {
    const mark = await start([a, b]);
    await probe.run(`revoke fs ${a}`);
    await probe.run(`revoke fs ${b}`);
    match(await read(a), /^Access denied - path outside allowed directories/);
    match(await read(b), /^Access denied - path outside allowed directories/);
    deepEqual(await allowed(), []);
    equal(probe.story('fs', mark).at(-1), 'answered');
    deepEqual((await probe.standing('fs')).waiting, [a, b]);
  });

  it('hears of folders that leave the workspace and come back, without another question to the user', async () => {
    let mark = await start([a, b]);
    const before = probe.pidOf('fs');
    await probe.run(`remove-folder ${b}`);
    await digested(mark);
    deepEqual(await allowed(), [a]);
    deepEqual(probe.story('fs', mark), ['list_changed', 'asked', `answered ${uri(a)}`]);
    mark = probe.mark();
    await probe.run(`add-folder ${b}`);
    await digested(mark);
    deepEqual(await allowed(), [a, b]);
    deepEqual(probe.story('fs', mark), ['list_changed', 'asked', `answered ${uri(a)} ${uri(b)}`]);
    equal(probe.pidOf('fs'), before);
  });

  it('is replaced when the last folder leaves the workspace, because it would keep it', async () => {
    const mark = await start([a]);
    await probe.run(`remove-folder ${a}`);
    deepEqual(await allowed(), []);
    equal(probe.story('fs', mark)[0], 'replaced: the last folder that it knew is gone');
  });

  it('gets nothing while sharing is off, and all of it again when it is on', async () => {
    let mark = await start([a, b]);
    await probe.run('sharing off');
    match(await read(a), /^Access denied - path outside allowed directories/);
    deepEqual(probe.story('fs', mark), [
      'replaced: a folder that it knew was withdrawn',
      'exited',
      'spawned',
      'initialised',
      'asked',
      'answered',
    ]);
    mark = probe.mark();
    await probe.run('sharing on');
    await digested(mark);
    deepEqual(await allowed(), [a, b]);
    deepEqual(probe.story('fs', mark), ['list_changed', 'asked', `answered ${uri(a)} ${uri(b)}`]);
  });

  it('starts with the first grant where its definition says so', async () => {
    await start([], [a, b], { whenEmpty: 'wait' });
    deepEqual((await probe.standing('fs')).state, { kind: 'waiting for a grant' });
    deepEqual(probe.story('fs'), []);
    const mark = probe.mark();
    await probe.run(`grant fs ${b}`);
    await digested(mark);
    deepEqual(await allowed(), [b]);
    deepEqual(probe.story('fs'), ['spawned', 'initialised', 'asked', `answered ${uri(b)}`]);
  });

  it('is told of a withdrawal and not replaced where its definition says so', async () => {
    const mark = await start([a, b], [a, b], { onRevoke: 'notify' });
    const before = probe.pidOf('fs');
    await probe.run(`revoke fs ${b}`);
    await digested(mark);
    match(await read(b), /^Access denied - path outside allowed directories/);
    deepEqual(await allowed(), [a]);
    deepEqual(probe.story('fs', mark), ['list_changed', 'asked', `answered ${uri(a)}`]);
    equal(probe.pidOf('fs'), before);
  });

  it('has the primary folder first', async () => {
    const c = await stage.makeFolder('c');
    await start([a, b, c], [a, b, c], { primary: 'b' });
    deepEqual(await allowed(), [b, a, c]);
    equal(probe.story('fs').at(-1), `answered ${uri(b)} ${uri(a)} ${uri(c)}`);
  });
});
