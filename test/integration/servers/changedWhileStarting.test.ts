import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { copyFile, readdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseInputs } from '../../../src/core/inputs/parseInputs';
import type { FolderEntry } from '../../../src/core/roots/candidate';
import { asRealPath } from '../../../src/core/roots/realPath';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';
import type { Ledger } from '../../../src/core/consent/ledger';
import type { Host } from '../../../src/node/host/host';
import { answersInMemory } from '../../../src/node/inputs/answerSecrets';
import type { ManagedServer } from '../../../src/node/servers/managedServer';
import { fixture, openFixtureHost } from './fixtureHost';
import { Surroundings } from '../../unit/stores/surroundings';

const scope = { kind: 'user' } as const;
const inputs = parseInputs([{ type: 'promptString', id: 'key', password: true }]);
const inFirstFolder = { cwd: '${mcpPrimaryRoot}' };

/** A server that is being started, in a window whose secret storage has just been asked for its answer. */
interface Waiting {
  readonly host: Host;
  readonly server: ManagedServer;
  readonly pair: Parameters<Ledger['withdraw']>[0][number];
  readonly folder: string;
  readonly uri: string;
  /** Gives the answer; resolves when the start is over. */
  readonly goOn: () => Promise<void>;
}

function workspaceFolder(folder: string, name: string): FolderEntry {
  return { origin: 'workspace', uri: pathToFileURL(folder).href, name, path: folder };
}

describe('While a start waits for an answer', function () {
  this.timeout(60_000);
  const surroundings = new Surroundings();

  async function waiting(entry: object): Promise<Waiting> {
    const memory = answersInMemory();
    let asked = () => {};
    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    const answers = {
      ...memory,
      get: async (name: string) => {
        const [one] = host.supervisor.servers.all;
        if (one?.state.kind === 'starting') {
          asked();
          await isAnswered;
        }
        return memory.get(name);
      },
    };
    const host: Host = await openFixtureHost(surroundings, undefined, { answers });
    const folder = await surroundings.directory();
    const uri = pathToFileURL(folder).href;
    await host.setFolders([workspaceFolder(folder, 'web')]);
    const definition = { command: process.execPath, args: [fixture, '', '${input:key}'], ...entry };
    await host.supervisor.servers.configure(parseDefinitions({ git: definition }, scope, inputs));
    const [server] = host.supervisor.servers.all;
    const [key] = server?.definition.inputs ?? [];
    if (server?.prepared === undefined || key === undefined) throw new Error(server?.fault?.why ?? 'None.');
    await host.consent.approvals.approve(server.prepared);
    await host.consent.answers.keep(scope, key, 'secret');
    const pair = { server: server.prepared.fingerprint, folder: asRealPath(folder) };
    await host.consent.ledger.decide([{ ...pair, verdict: 'allow' }], 'session');
    await server.prepare();
    const started = host.supervisor.servers.start(server);
    await isAsked;
    const goOn = () => {
      answer();
      return started;
    };
    return { host, server, pair, folder, uri, goOn };
  }

  function spawned({ host, server }: Waiting) {
    return host.supervisor.disclosures
      .of(server.id)
      .flatMap(({ what }) => (what.event === 'spawned' ? [what] : []));
  }

  async function environmentOf({ server }: Waiting): Promise<Record<string, string>> {
    const result = (await server.client?.callTool('env', {})) as { content: { text: string }[] };
    return JSON.parse(result.content[0]?.text ?? '') as Record<string, string>;
  }

  it('a folder that is revoked is no working directory any more', async () => {
    const start = await waiting(inFirstFolder);
    await start.host.consent.ledger.withdraw([start.pair]);
    await start.goOn();
    deepEqual(spawned(start), []);
    deepEqual(start.server.state, {
      kind: 'failed',
      why: '"git" is not started. ${mcpPrimaryRoot} stands for a folder that it may see. Allow it first.',
    });
  });

  it('nothing else is changed, and the server runs in its folder', async () => {
    const start = await waiting(inFirstFolder);
    await start.goOn();
    const [only] = spawned(start);
    deepEqual([only?.cwd, only?.told], [start.folder, [start.uri]]);
  });

  it('a server without a working directory runs in an empty folder, whatever it may see', async () => {
    const start = await waiting({});
    await start.goOn();
    const [only] = spawned(start);
    deepEqual([start.server.state.kind, only?.cwd === start.folder], ['running', false]);
    deepEqual(await readdir(only?.cwd ?? ''), []);
  });

  it('an inherited variable that names a revoked folder is not passed on any more', async () => {
    const before = process.env['LOGNAME'];
    surroundings.onEnd(() => {
      if (before === undefined) delete process.env['LOGNAME'];
      else process.env['LOGNAME'] = before;
    });
    const start = await waiting({});
    process.env['LOGNAME'] = `${start.folder}/inside`;
    await start.host.consent.ledger.withdraw([start.pair]);
    await start.goOn();
    equal(start.server.state.kind, 'running', JSON.stringify(start.server.state));
    equal((await environmentOf(start))['LOGNAME'], undefined);
    deepEqual(
      spawned(start).map(({ told }) => told),
      [[]],
    );
  });

  it('what is not approved any more is not started', async () => {
    const start = await waiting({});
    if (start.server.prepared === undefined) throw new Error('It is prepared.');
    await start.host.consent.approvals.takeBack(start.server.prepared);
    await start.goOn();
    deepEqual(spawned(start), []);
    await rejects(start.host.supervisor.servers.start(start.server), /was not approved yet/u);
  });

  // A link can be made on Windows only by administrators.
  (process.platform === 'win32' ? it.skip : it)(
    'the program is not started whose name leads to another file by then',
    async () => {
      const folder = await surroundings.directory();
      const name = path.join(folder, 'node');
      await symlink(process.execPath, name);
      const start = await waiting({ command: name });
      await copyFile('/bin/sh', path.join(folder, 'other'));
      await rm(name);
      await symlink('other', name);
      await start.goOn();
      deepEqual(spawned(start), []);
      match(JSON.stringify(start.server.state), /the name of its program leads to another file/u);
    },
  );
});

describe('After a definition was read for a question to the user', () => {
  const surroundings = new Surroundings();

  // A link can be made on Windows only by administrators.
  (process.platform === 'win32' ? it.skip : it)(
    'nothing is sent to a URL with a path that leads to another folder by then',
    async () => {
      const [folder, other, top] = await Promise.all([1, 2, 3].map(() => surroundings.directory()));
      const link = path.join(top ?? '', 'link');
      await symlink(folder ?? '', link);
      const host = await openFixtureHost(surroundings);
      await host.setFolders([workspaceFolder(folder ?? '', 'web'), workspaceFolder(other ?? '', 'other')]);
      const definition = { type: 'http', url: 'http://127.0.0.1:9/', headers: { 'X-Folder': link } };
      const { servers } = host.supervisor;
      await servers.configure(parseDefinitions({ git: definition }, scope, inputs));
      const [server] = servers.all;
      if (server?.prepared === undefined) throw new Error(server?.fault?.why ?? 'None.');
      await host.consent.approvals.approve(server.prepared);
      const pair = { server: server.prepared.fingerprint, folder: asRealPath(folder ?? '') };
      await host.consent.ledger.decide([{ ...pair, verdict: 'allow' }], 'session');
      await rm(link);
      await symlink(other ?? '', link);
      await servers.start(server, 'latest');
      match(JSON.stringify(server.state), /names the folder \\"other\\"/u);
    },
  );
});
