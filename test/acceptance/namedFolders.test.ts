import { deepEqual, equal, rejects } from 'node:assert/strict';
import path from 'node:path';
import type { Probe } from './probeDriver';
import { gone } from './processes';
import { fixture, uri, type Entry } from './servers';
import { Stage } from './stage';

const stage = new Stage();

/** A way of naming a folder in a definition, and how the server itself can tell what it was told. */
interface Way {
  readonly way: string;
  readonly entry: (folder: string) => Promise<Entry>;
  readonly tool: 'argv' | 'env' | 'cwd';
  /** Folders inside it that the server is told of too. */
  readonly alsoNamed?: (folder: string) => readonly string[];
}

const argument = (text: string): Entry => fixture('', { args: [...fixture().args, text] });

const ways: readonly Way[] = [
  { way: '${workspaceFolder} in args', entry: async () => argument('${workspaceFolder}'), tool: 'argv' },
  {
    way: '${workspaceFolder:name} in args',
    entry: async () => argument('--dir=${workspaceFolder:the one}/sub'),
    tool: 'argv',
  },
  { way: 'its path in args', entry: async (folder) => argument(`--dir=${folder}`), tool: 'argv' },
  { way: 'its address in args', entry: async (folder) => argument(uri(folder)), tool: 'argv' },
  {
    way: 'a variable of the environment',
    entry: async () => fixture('', { env: { DIR: '${workspaceFolder}' } }),
    tool: 'env',
  },
  {
    way: 'the environment of the window',
    entry: async () => fixture('', { env: { DIR: '${env:OUTSIDE}/sub' } }),
    tool: 'env',
  },
  {
    way: 'its path in the envFile',
    entry: async (folder) => fixture('', { envFile: await stage.makeFile('.env', `DIR="${folder}"\n`) }),
    tool: 'env',
  },
  { way: 'cwd', entry: async (folder) => fixture('', { cwd: folder }), tool: 'cwd' },
  {
    way: 'a folder inside it as cwd',
    entry: async () => fixture('', { cwd: '${workspaceFolder}/sub' }),
    tool: 'cwd',
    alsoNamed: (folder) => [path.join(folder, 'sub')],
  },
];

describe('a definition that names a folder', () => {
  let [folder, other, probe]: [string, string, Probe] = ['', '', undefined as never];

  before(async () => {
    [folder, other] = [await stage.makeFolder('the one'), await stage.makeFolder('other')];
    await stage.makeFolder('the one/sub');
    const entries = await Promise.all(
      ways.map(async ({ entry }, i) => [`named${i}`, await entry(folder)] as const),
    );
    const servers = { ...Object.fromEntries(entries), good: fixture() };
    const env = { OUTSIDE: folder };
    probe = await stage.start(servers, { folders: [folder, other], env, grants: { good: [other] } });
  });

  after(() => stage.clear());

  for (const [i, { way, tool, alsoNamed = () => [] }] of ways.entries()) {
    it(`by ${way} starts only while that folder is granted`, async () => {
      const server = `named${i}`;
      const refusal = await probe.until(server, 'not started');
      const refused = `The definition of "${server}" names the folder "the one" (${folder}). Allow that folder to start it.`;
      equal(refusal.why, refused);
      equal(probe.pidOf(server), -1);
      await rejects(probe.run(`start ${server}`), { message: refused });

      await probe.run(`grant ${server} ${folder}`);
      await probe.run(`start ${server}`);
      const { told, pid = -1 } = await probe.until(server, 'spawned');
      deepEqual(told, [folder, ...alsoNamed(folder)].map(uri));
      const known = decodeURIComponent(await probe.call(server, tool));
      equal(known.includes(folder), true);

      const mark = probe.mark();
      await probe.run(`revoke ${server} ${folder}`);
      await probe.untilState(server, 'stopped', mark);
      await gone([pid]);
      deepEqual((await probe.standing(server)).state, {
        kind: 'stopped',
        why: 'its definition names the folder "the one", which is not granted any more',
      });
      await rejects(probe.run(`start ${server}`), { message: refused });
      equal(await probe.call('good', 'echo', { text: 'untouched' }), 'untouched');
    });
  }

  it('is another server when its variables come to stand for another folder', async () => {
    const server = 'named0';
    await probe.run(`grant ${server} ${folder}`);
    await probe.run(`start ${server}`);
    const pid = probe.pidOf(server);
    const mark = probe.mark();
    await probe.run(`remove-folder ${folder}`);
    await gone([pid]);
    await probe.untilState(server, 'stopped', mark);
    const { state, exposed, named } = await probe.standing(server);
    deepEqual(state, { kind: 'stopped', why: 'its definition has changed' });
    deepEqual({ exposed, named }, { exposed: [], named: [{ path: other, granted: false }] });
    equal(await probe.call('good', 'echo', { text: 'untouched' }), 'untouched');
  });

  it('is ended while sharing is off', async () => {
    const server = 'named0';
    await probe.run(`grant ${server} ${other}`);
    await probe.run(`start ${server}`);
    const pid = probe.pidOf(server);
    await probe.run('sharing off');
    await gone([pid]);
    await rejects(probe.run(`start ${server}`), {
      message: `The definition of "${server}" names the folder "other" (${other}). Allow that folder to start it.`,
    });
    await probe.run('sharing on');
    await probe.run(`start ${server}`);
    equal((await probe.standing(server)).state.kind, 'running');
  });
});

describe('a variable of the window that names a folder', () => {
  afterEach(() => stage.clear());

  it('is passed on only to a server that is told of that folder, and is withdrawn with it', async () => {
    const [folder, other] = [await stage.makeFolder('the one'), await stage.makeFolder('other')];
    const env = { PATH: `${folder}/bin:${process.env['PATH'] ?? ''}`, HOME: folder };
    const probe = await stage.start(
      { plain: fixture() },
      { folders: [folder, other], env, grants: { plain: [other] } },
    );
    const known = async () => {
      const { PATH = '', HOME } = JSON.parse(await probe.call('plain', 'env')) as NodeJS.ProcessEnv;
      return { inPath: PATH.includes(folder), HOME };
    };
    deepEqual((await probe.until('plain', 'spawned')).told, []);
    deepEqual(await known(), { inPath: false, HOME: undefined });

    await probe.run(`grant plain ${folder}`);
    await probe.run('stop plain');
    const mark = probe.mark();
    await probe.run('start plain');
    deepEqual((await probe.until('plain', 'spawned', mark)).told, [uri(folder)]);
    deepEqual(await known(), { inPath: true, HOME: folder });

    await probe.run(`revoke plain ${folder}`);
    deepEqual(await known(), { inPath: false, HOME: undefined });
  });
});
