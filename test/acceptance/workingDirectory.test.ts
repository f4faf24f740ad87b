import { deepEqual, equal, rejects } from 'node:assert/strict';
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fixture, observing, uri } from './servers';
import { Stage } from './stage';

const stage = new Stage();

describe('the working directory of a server', () => {
  afterEach(() => stage.clear());

  it('is the one that its definition names, wherever that lies, once it is granted', async () => {
    const [a, outside] = [await stage.makeFolder('a'), await stage.makeFolder('outside')];
    const servers = { own: fixture('', { cwd: outside }) };
    const probe = await stage.start(servers, { folders: [a], grants: { own: [a] } });
    equal(
      (await probe.until('own', 'not started')).why,
      `The definition of "own" names the folder "outside" (${outside}). Allow that folder to start it.`,
    );
    await probe.run(`grant own ${outside}`);
    await probe.run('start own');
    equal(await probe.call('own', 'cwd'), outside);
    deepEqual(probe.story('own').slice(0, 2), [`spawned ${uri(outside)}`, 'initialised']);
    await probe.until('own', 'answered');
    deepEqual((await probe.standing('own')).exposed, [uri(a)]);
  });

  it('is the first exposed root where the definition names none', async () => {
    const folders = [await stage.makeFolder('a'), await stage.makeFolder('b'), await stage.makeFolder('c')];
    const [, b = '', c = ''] = folders;
    const servers = { plain: fixture(), primary: fixture('', { roots: { primary: 'c' } }) };
    const probe = await stage.start(servers, { folders, grants: { plain: [b, c], primary: [b, c] } });
    equal(await probe.call('plain', 'cwd'), b);
    equal(await probe.call('primary', 'cwd'), c);
  });

  it('is an empty folder of ours, for nobody else, where nothing is granted', async () => {
    const a = await stage.makeFolder('a');
    const servers = { plain: fixture(), undeclared: fixture('', { roots: { declare: false } }) };
    const probe = await stage.start(servers, { folders: [a], grants: { undeclared: [a] } });
    const cwds = [await probe.call('plain', 'cwd'), await probe.call('undeclared', 'cwd')];
    equal(new Set(cwds).size, 2);
    for (const cwd of cwds) {
      deepEqual(
        { mode: (await stat(cwd)).mode & 0o777, holds: await readdir(cwd) },
        { mode: 0o700, holds: [] },
      );
    }
    deepEqual(probe.story('plain').slice(0, 1), ['spawned']);
  });

  it('is empty at each start, and what a server left there is removed without following links', async () => {
    const [a, linked] = [await stage.makeFolder('a'), await stage.makeFolder('linked')];
    const probe = await stage.start({ plain: fixture() }, { folders: [a] });
    const cwd = await probe.call('plain', 'cwd');
    await mkdir(path.join(cwd, 'deep', 'er'), { recursive: true });
    await writeFile(path.join(cwd, 'deep', 'er', 'left'), 'by an earlier process');
    await symlink(linked, path.join(cwd, 'link'));
    await probe.run('stop plain');
    await probe.run('start plain');
    deepEqual(
      [await probe.call('plain', 'cwd'), await readdir(cwd), await readdir(linked)],
      [cwd, [], ['note.txt']],
    );
  });

  it('is another one when the folder is withdrawn in which the server works', async () => {
    const [a, b] = [await stage.makeFolder('a'), await stage.makeFolder('b')];
    const probe = await stage.start({ plain: fixture() }, { folders: [a, b], grants: { plain: [a, b] } });
    equal(await probe.call('plain', 'cwd'), a);
    await probe.run(`revoke plain ${a}`);
    equal(await probe.call('plain', 'cwd'), b);
  });

  it('is never the home directory or the whole disk', async () => {
    const home = await stage.makeFolder('home');
    const servers = { home: observing({ cwd: home }), disk: observing({ cwd: '/' }) };
    const probe = await stage.start(servers, { env: { HOME: home } });
    for (const [server, cwd] of [
      ['home', home],
      ['disk', '/'],
    ]) {
      const message = `"${server}" cannot be started. The cwd "${cwd}" would show the server everything. Name a folder inside it.`;
      await rejects(probe.run(`start ${server}`), { message });
      equal(probe.pidOf(server ?? ''), -1);
    }
  });
});
