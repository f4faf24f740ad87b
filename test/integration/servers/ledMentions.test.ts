import { deepEqual, match, rejects } from 'node:assert/strict';
import { mkdir, realpath, symlink } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { asRealPath } from '../../../src/core/roots/realPath';
import type { StdioTransport } from '../../../src/core/servers/definition';
import type { Host } from '../../../src/node/host/host';
import type { ManagedServer } from '../../../src/node/servers/managedServer';
import { Surroundings } from '../../unit/stores/surroundings';
import { fixture, openFixtureHost } from './fixtureHost';

/** A link can be made on Windows only by administrators. */
const onPosix = process.platform !== 'win32';

(onPosix ? describe : describe.skip)(
  'A folder that a definition names without writing its path (rule 2)',
  () => {
    const surroundings = new Surroundings();
    let top: string;
    let host: Host;

    beforeEach(async () => {
      top = await realpath(await surroundings.directory());
      for (const name of ['web/src', 'api/src', 'other', 'else'])
        await mkdir(path.join(top, name), { recursive: true });
      await symlink(top, path.join(top, 'else', 'link'));
      await symlink('../api', path.join(top, 'web', 'inside'));
      host = await openFixtureHost(surroundings, path.join(top, 'storage'));
      await host.setFolders(
        ['web', 'api'].map((name) => {
          const at = path.join(top, name);
          return { uri: pathToFileURL(at).href, path: at, name, origin: 'workspace' as const };
        }),
      );
    });

    /** A server that may see web and not api. */
    async function server(given: Partial<StdioTransport>): Promise<ManagedServer> {
      const stdio = {
        type: 'stdio',
        command: process.execPath,
        cwd: undefined,
        env: {},
        envFile: undefined,
      } as const;
      const transport = { ...stdio, ...given, args: [fixture, 'roots', ...(given.args ?? [])] };
      await host.supervisor.servers.configure([
        {
          kind: 'defined',
          definition: {
            name: 'one',
            scope: { kind: 'user' },
            transport,
            roots: { declare: true, primary: undefined, onRevoke: 'restart', whenEmpty: 'start' },
            timeouts: { initialize: undefined, request: undefined },
            inputs: [],
          },
        },
      ]);
      const [made] = host.supervisor.servers.all;
      if (made?.prepared === undefined) throw new Error(made?.fault?.why ?? 'It is not there.');
      await host.consent.approvals.approve(made.prepared);
      await decide(made, 'web');
      return made;
    }

    async function decide({ fingerprint }: ManagedServer, name: string): Promise<void> {
      if (fingerprint === undefined) throw new Error('It is prepared.');
      const folder = asRealPath(path.join(top, name));
      await host.consent.ledger.decide([{ server: fingerprint, folder, verdict: 'allow' }], 'session');
    }

    const web = () => path.join(top, 'web');
    const cases: readonly (readonly [what: string, given: () => Partial<StdioTransport>])[] = [
      ['from its working directory', () => ({ cwd: web(), args: ['../api'] })],
      ['behind an option, with more behind it', () => ({ cwd: web(), args: ['--root=../api/src'] })],
      ['by way of something that is not there yet', () => ({ cwd: web(), args: ['../api/new/file'] })],
      ['in a variable', () => ({ cwd: web(), env: { ROOT: 'x:../api' } })],
      ['through a link', () => ({ args: [path.join(top, 'else/link/api')] })],
      [
        'through a link, behind an option',
        () => ({ args: [`--root=${path.join(top, 'else/link/api/new')}`] }),
      ],
      [
        'through a link, as an address',
        () => ({ args: [pathToFileURL(path.join(top, 'else/link/api')).href] }),
      ],
      ['through a link in its working directory', () => ({ cwd: web(), args: ['inside'] })],
      ['through a link in a variable', () => ({ env: { ROOT: path.join(top, 'else/link/api') } })],
    ];
    for (const [what, given] of cases) {
      it(`keeps its server from starting until it is allowed: ${what}`, async () => {
        const made = await server(given());
        deepEqual(
          made.named.map(({ name, granted }) => [name, granted]).filter(([name]) => name === 'api'),
          [['api', false]],
        );
        await rejects(made.start(), /names the folder "api"/u);
        await decide(made, 'api');
        await made.start();
        const spawned = host.supervisor.disclosures
          .of(made.id)
          .find(({ what: { event } }) => event === 'spawned')?.what;
        match(JSON.stringify(spawned), new RegExp(`"${pathToFileURL(path.join(top, 'api')).href}"`, 'u'));
        deepEqual(made.state.kind, 'running');
      });
    }

    it('is seen at the start where that decides the working directory', async () => {
      const made = await server({ cwd: '${mcpPrimaryRoot}', args: ['../api'] });
      deepEqual(
        made.named.map(({ name, granted }) => [name, granted]),
        [['api', false]],
      );
      await rejects(made.start(), /names the folder "api"/u);
    });

    it('is seen when the link is turned after the definition was read', async () => {
      const made = await server({ args: [path.join(top, 'else', 'later')] });
      deepEqual(made.named, []);
      await symlink(path.join(top, 'api'), path.join(top, 'else', 'later'));
      await rejects(made.start(), /names the folder "api"/u);
    });

    it('is none where the program only stays in its own folder', async () => {
      const made = await server({ cwd: web(), args: ['src', './src', 'word', '--flag', '../other'] });
      deepEqual(
        made.named.map(({ name }) => name),
        ['web'],
      );
      await made.start();
      deepEqual(made.state.kind, 'running');
    });

    it('ends its server when it is revoked', async () => {
      const made = await server({ cwd: web(), args: ['../api'] });
      await decide(made, 'api');
      await made.start();
      const { fingerprint } = made;
      if (fingerprint === undefined) throw new Error('It is prepared.');
      await host.consent.ledger.decide(
        [{ server: fingerprint, folder: asRealPath(path.join(top, 'api')), verdict: 'deny' }],
        'session',
      );
      while (made.state.kind !== 'stopped' || made.state.why === undefined)
        await new Promise((resolve) => made.onDidChange(resolve));
      match(JSON.stringify(made.state), /names the folder/u);
    });
  },
);
