import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, realpath, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ServerDefinition } from '../../../src/core/servers/definition';
import type { Host } from '../../../src/node/host/host';
import type { ManagedServer } from '../../../src/node/servers/managedServer';
import { fixture, openFixtureHost } from './fixtureHost';
import { Surroundings } from '../../unit/stores/surroundings';

/** A link can be made on Windows only by administrators. */
const onPosix = process.platform !== 'win32';

(onPosix ? describe : describe.skip)('A program whose name is a link', () => {
  const surroundings = new Surroundings();
  let top: string;
  let host: Host;

  beforeEach(async () => {
    top = await realpath(await surroundings.directory());
    for (const version of ['v1', 'v2']) {
      const program = path.join(top, version, 'tool');
      await mkdir(path.dirname(program));
      const wrapped = `"${process.execPath}" "${fixture}" "$@"`;
      await writeFile(program, `#!/bin/sh\necho "${version} $0" >> "${top}/ran"\nexec ${wrapped}\n`);
      await chmod(program, 0o755);
    }
    await mkdir(path.join(top, 'bin'));
    await symlink('../v1/tool', path.join(top, 'bin', 'tool'));
    host = await openFixtureHost(surroundings, path.join(top, 'storage'));
  });

  const definition = (name: string, env: Readonly<Record<string, string>> = {}): ServerDefinition => ({
    name,
    scope: { kind: 'user' },
    transport: {
      type: 'stdio',
      command: path.join(top, 'bin', 'tool'),
      args: ['roots'],
      cwd: undefined,
      env,
      envFile: undefined,
    },
    roots: { declare: true, primary: undefined, onRevoke: 'restart', whenEmpty: 'start' },
    timeouts: { initialize: undefined, request: undefined },
    inputs: [],
  });

  async function configured(...definitions: readonly ServerDefinition[]): Promise<readonly ManagedServer[]> {
    await host.supervisor.servers.configure(
      definitions.map((each) => ({ kind: 'defined', definition: each })),
    );
    return host.supervisor.servers.all;
  }

  async function approved(...names: readonly string[]): Promise<readonly ManagedServer[]> {
    const servers = await configured(...names.map((name) => definition(name)));
    for (const { prepared } of servers)
      if (prepared !== undefined) await host.consent.approvals.approve(prepared);
    return servers;
  }

  /** Turns the link in one step, as package managers do. */
  async function turn(version: string): Promise<void> {
    await symlink(`../${version}/tool`, path.join(top, 'new'));
    await rename(path.join(top, 'new'), path.join(top, 'bin', 'tool'));
  }

  const ran = async () => (await readFile(path.join(top, 'ran'), 'utf8')).trim().split('\n');
  const turnedOf = ({ approval }: ManagedServer) =>
    approval?.kind === 'other program' ? approval.program : undefined;

  it('runs by the name under which it was found', async () => {
    const [server] = await approved('one');
    await server?.start();
    deepEqual([server?.state.kind, await ran()], ['running', [`v1 ${top}/bin/tool`]]);
  });

  it('does not run another file under the old approval, until that is approved: once for all, and nothing else is asked', async () => {
    const [one, two] = await approved('one', 'two');
    if (one === undefined || two === undefined) throw new Error('There are two servers.');
    const { fingerprint } = one;
    await one.start();
    await one.stop();
    await turn('v2');
    for (const each of [one, two])
      await rejects(each.start(), /"(one|two)" is not started: the name of its program leads/u);
    equal((await ran()).length, 1);
    const turned = turnedOf(one);
    deepEqual(turned, { path: `${top}/bin/tool`, before: `${top}/v1/tool`, now: `${top}/v2/tool` });
    deepEqual(turnedOf(two), turned);
    if (turned !== undefined) await host.consent.approvals.approveProgram(turned);
    await Promise.all([one.start(), two.start()]);
    deepEqual([one.state.kind, two.state.kind, one.fingerprint], ['running', 'running', fingerprint]);
    deepEqual((await ran()).slice(1), [`v2 ${top}/bin/tool`, `v2 ${top}/bin/tool`]);
  });

  it('goes on when the link is turned while it runs, and is not started again as another', async () => {
    const [one] = await approved('one');
    await one?.start();
    await turn('v2');
    await one?.prepare();
    host.consent.sharingState.turn({ sharing: false });
    deepEqual([one?.state.kind, one?.approval?.kind], ['running', 'other program']);
    process.kill(await pidOf(one), 'SIGKILL');
    while (
      one?.state.kind === 'running' ||
      one?.state.kind === 'restarting' ||
      one?.state.kind === 'starting'
    ) {
      await new Promise((resolve) => one.onDidChange(resolve));
    }
    match(JSON.stringify(one?.state), /the name of its program leads to another file/u);
    equal((await ran()).length, 1);
  });

  async function pidOf(server: ManagedServer | undefined): Promise<number> {
    const spawned = host.supervisor.disclosures
      .of(server?.id ?? '')
      .flatMap(({ what }) => (what.event === 'spawned' ? what.pid : []));
    return spawned.at(-1) ?? Promise.reject(new Error('It was not started.'));
  }

  it('is kept where it leads, and no value of a variable with it', async () => {
    const [server] = await configured(definition('one', { LEVEL: 'a-value-of-a-variable' }));
    if (server?.prepared === undefined) throw new Error('It is prepared.');
    await host.consent.approvals.approve(server.prepared);
    match(server.prepared.shown, /a-value-of-a-variable/u);
    const folder = path.join(top, 'storage', 'approvals');
    const texts = await Promise.all(
      (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')),
    );
    match(texts.join(''), /v1\/tool/u);
    equal(texts.join('').includes('a-value-of-a-variable'), false);
  });
});
