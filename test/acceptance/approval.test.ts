import { deepEqual, equal, rejects } from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Probe } from './probeDriver';
import { gone } from './processes';
import { fixture } from './servers';
import { Stage } from './stage';

const stage = new Stage();
const changed = { kind: 'stopped', why: 'its definition has changed' };
const refusal =
  '"git" is not started: its definition has changed since it was approved. ' +
  'Start it by hand to look at the definition and to approve it.';

describe('a definition that changes after it was approved', () => {
  let [folder, envFile, probe]: [string, string, Probe] = ['', '', undefined as never];

  beforeEach(async () => {
    folder = await stage.makeFolder('web');
    envFile = await stage.makeFile('.env', 'LEVEL=1\n');
    const servers = { git: fixture('', { envFile }) };
    probe = await stage.start(servers, { folders: [folder], grants: { git: [folder] } });
    await probe.untilState('git', 'running');
  });

  afterEach(() => stage.clear());

  it('ends its running server when its envFile says something else, and starts nothing before it is approved', async () => {
    const mark = probe.mark();
    await stage.makeFile('.env', 'LEVEL=2\n');
    await probe.next(({ state }) => isDeepStrictEqual(state, changed), mark);
    await rejects(probe.run('start git'), { message: refusal });
    deepEqual(
      probe.story('git', mark).filter((each) => each.startsWith('spawned')),
      [],
    );
  });

  it('starts again once it is approved, without the folder that it had before', async () => {
    await stage.makeFile('.env', 'LEVEL=2\n');
    await probe.next(({ state }) => isDeepStrictEqual(state, changed));
    await probe.run('approve git');
    await probe.run('start git');
    const { exposed, waiting } = await probe.standing('git');
    deepEqual({ exposed, waiting }, { exposed: [], waiting: [folder] });
  });

  it('may run as before when the file says again what it said, and was not approved otherwise', async () => {
    await stage.makeFile('.env', 'LEVEL=2\n');
    await probe.next(({ state }) => isDeepStrictEqual(state, changed));
    await stage.makeFile('.env', 'LEVEL=1\n');
    await probe.run('start git');
    equal((await probe.standing('git')).state.kind, 'running');
  });

  it('goes on undisturbed when the file is written anew with the same variables', async () => {
    const pid = probe.pidOf('git');
    await stage.makeFile('.env', '# a comment\nLEVEL=1\n');
    await probe.run(`add-folder ${await stage.makeFolder('api')}`);
    equal(probe.pidOf('git'), pid);
    equal((await probe.standing('git')).state.kind, 'running');
  });

  it('ends its running server when its envFile is gone', async () => {
    const mark = probe.mark();
    const pid = probe.pidOf('git');
    await rm(envFile);
    await probe.next(({ state }) => isDeepStrictEqual(state, changed), mark);
    await gone([pid]);
    await rejects(probe.run('start git'), { message: /envFile/ });
  });
});
