import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fixture, observing, uri } from './servers';
import { Stage } from './stage';

const stage = new Stage();
const inFirstFolder = { cwd: '${mcpPrimaryRoot}' };

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

  it('is the first folder that it may see where its definition says so', async () => {
    const folders = [await stage.makeFolder('a'), await stage.makeFolder('b'), await stage.makeFolder('c')];
    const [, b = '', c = ''] = folders;
    const servers = {
      first: fixture('', inFirstFolder),
      primary: fixture('', { ...inFirstFolder, roots: { primary: 'c' } }),
    };
    const probe = await stage.start(servers, { folders, grants: { first: [b, c], primary: [b, c] } });
    equal(await probe.call('first', 'cwd'), b);
    equal(await probe.call('primary', 'cwd'), c);
    deepEqual(probe.story('first').slice(0, 2), [`spawned ${uri(b)}`, 'initialised']);
  });

  it('is no folder in the place of the first that it may see: without one it does not start', async () => {
    const a = await stage.makeFolder('a');
    const probe = await stage.start({ first: fixture('', inFirstFolder) }, { folders: [a] });
    equal(
      (await probe.until('first', 'failed')).why,
      '"first" is not started. ${mcpPrimaryRoot} stands for a folder that it may see. Allow it first.',
    );
    equal(probe.pidOf('first'), -1);
  });

  it('is an empty folder of ours, for nobody else, whatever is granted', async () => {
    const a = await stage.makeFolder('a');
    const servers = {
      plain: fixture(),
      allowed: fixture(),
      undeclared: fixture('', { roots: { declare: false } }),
    };
    const probe = await stage.start(servers, { folders: [a], grants: { allowed: [a], undeclared: [a] } });
    const cwds = await Promise.all(['plain', 'allowed', 'undeclared'].map((each) => probe.call(each, 'cwd')));
    equal(new Set(cwds).size, 3);
    for (const cwd of cwds) {
      deepEqual(
        { mode: (await stat(cwd)).mode & 0o777, holds: await readdir(cwd) },
        { mode: 0o700, holds: [] },
      );
    }
    deepEqual([probe.story('plain')[0], probe.story('allowed')[0]], ['spawned', 'spawned']);
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
    const servers = { first: fixture('', inFirstFolder) };
    const probe = await stage.start(servers, { folders: [a, b], grants: { first: [a, b] } });
    equal(await probe.call('first', 'cwd'), a);
    await probe.run(`revoke first ${a}`);
    equal(await probe.call('first', 'cwd'), b);
  });

  it('is another one when another folder is the first that it may see', async () => {
    const [a, b] = [await stage.makeFolder('a'), await stage.makeFolder('b')];
    const servers = { first: fixture('', inFirstFolder) };
    const probe = await stage.start(servers, { folders: [a, b], grants: { first: [b] } });
    equal(await probe.call('first', 'cwd'), b);
    const mark = probe.mark();
    await probe.run(`grant first ${a}`);
    await probe.until('first', 'initialised', mark);
    equal(await probe.call('first', 'cwd'), a);
  });

  it('has no say in what runs: code in a granted folder is not taken for the program', async () => {
    const a = await stage.makeFolder('a');
    const own = path.join(a, 'node_modules', 'tool');
    await mkdir(own, { recursive: true });
    const ran = path.join(a, 'ran');
    await writeFile(path.join(own, 'index.js'), `require('fs').writeFileSync(${JSON.stringify(ran)}, '')`);
    const [script = ''] = fixture().args;
    const entry = { command: process.execPath, args: ['-r', 'tool', script] };
    const servers = { empty: entry, first: { ...entry, ...inFirstFolder } };
    const probe = await stage.start(servers, { folders: [a], grants: { empty: [a] } });
    match((await probe.until('empty', 'failed')).why ?? '', /ended/u);
    equal(existsSync(ran), false);
    await probe.run(`grant first ${a}`);
    await probe.run('start first');
    equal(existsSync(ran), true);
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
