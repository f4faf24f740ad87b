import { deepEqual, doesNotMatch, equal, match, rejects } from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseInputs } from '../../../src/core/inputs/parseInputs';
import { asRealPath } from '../../../src/core/roots/realPath';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';
import { keptText } from '../../../src/core/approval/definitionSummary';
import type { Host } from '../../../src/node/host/host';
import type { ManagedServer } from '../../../src/node/servers/managedServer';
import { Surroundings } from '../../unit/stores/surroundings';
import { fixture, openFixtureHost } from './fixtureHost';
import { MemoryClient } from './memoryClient';

const scope = { kind: 'user' } as const;
const inputs = parseInputs([
  { type: 'promptString', id: 'token', description: 'API key', password: true },
  { type: 'promptString', id: 'more' },
]);
const answered = 'an answer that it was started with has changed';

describe('A definition with inputs', function () {
  this.timeout(30_000);
  const surroundings = new Surroundings();
  let host: Host;

  beforeEach(async () => {
    host = await openFixtureHost(surroundings);
  });

  async function approved(entry: object): Promise<ManagedServer> {
    const git = { command: process.execPath, args: [fixture, 'plain'], ...entry };
    await host.supervisor.servers.configure(parseDefinitions({ git }, scope, inputs));
    const [server] = host.supervisor.servers.all;
    if (server?.prepared === undefined) throw new Error(server?.fault?.why ?? 'It is not there.');
    await host.consent.approvals.approve(server.prepared);
    return server;
  }

  async function answer(server: ManagedServer, ...values: readonly string[]): Promise<void> {
    for (const [i, input] of server.definition.inputs.entries()) {
      const value = values[i];
      if (value !== undefined) await host.consent.answers.keep(scope, input, value);
    }
    await server.prepare();
  }

  async function call(server: ManagedServer, tool: string): Promise<unknown> {
    const result = (await server.client?.callTool(tool, {})) as { content: { text: string }[] };
    return JSON.parse(result.content[0]?.text ?? '');
  }

  /** Resolves once it rests, and says why. */
  function stopped(server: ManagedServer): Promise<unknown> {
    return new Promise((resolve) => {
      const look = () => {
        if (server.state.kind === 'stopped' && server.state.why !== undefined) resolve(server.state.why);
      };
      surroundings.add(server.onDidChange(look));
      look();
    });
  }

  it('is not started by anyone without its answers, and says what it waits for', async () => {
    const server = await approved({ env: { KEY: '${input:token}', MORE: '${input:more}' } });
    const why = '"git" is not started: it needs your answer to "API key". Start it by hand to give it.';
    await rejects(server.start(), { message: why });
    deepEqual(
      server.missing.map(({ id }) => id),
      ['token', 'more'],
    );
    const { id } = await host.clients.bridge.keys.create({ name: 'Claude Code', servers: ['git'] });
    const client = new MemoryClient();
    await host.clients.outside.connect(id, 'git', client.connection);
    equal(await client.refused, 'not answered');
    await answer(server, 's3cret');
    await rejects(server.start(), { message: why.replace('API key', 'more') });
  });

  it('runs with its answers put in once, and shows them nowhere', async () => {
    const secret = '${userHome} $& ${input:more}';
    const server = await approved({
      args: [fixture, 'plain', '--key=${input:token}', '${input:token}'],
      env: { KEY: 'Bearer ${input:token}' },
    });
    const before = server.prepared;
    await answer(server, secret);
    await server.start();
    deepEqual(await call(server, 'argv'), ['plain', `--key=${secret}`, secret]);
    equal(((await call(server, 'env')) as Record<string, string>)['KEY'], `Bearer ${secret}`);
    equal(server.prepared?.fingerprint, before?.fingerprint);
    deepEqual(server.prepared?.summary, before?.summary);
    const said = JSON.stringify([server.prepared?.launch, server.prepared?.summary, server.definition]);
    const recorded = JSON.stringify(host.supervisor.disclosures.of(server.id));
    doesNotMatch(said + recorded, /userHome\} \$&/u);
    match(
      keptText(server.prepared?.summary ?? ''),
      /^ {2}env\.KEY {2}\$\{input:token\} {2}your answer to “API key”$/mu,
    );
  });

  it('is ended when an answer changes or is forgotten, whichever window did it', async () => {
    const server = await approved({ env: { KEY: '${input:token}' } });
    await answer(server, 'one');
    await server.start();
    const [token] = server.definition.inputs;
    if (token === undefined) throw new Error('It has an input.');
    await host.consent.answers.keep(scope, token, 'two');
    equal(await stopped(server), answered);
    await server.start();
    equal(((await call(server, 'env')) as Record<string, string>)['KEY'], 'two');
    await host.consent.answers.forget(scope, token);
    equal(await stopped(server), answered);
    await rejects(server.start(), /needs your answer/u);
  });

  it('is ended for another client too, and for both only when it is another answer', async () => {
    const server = await approved({ env: { KEY: '${input:token}' } });
    await answer(server, 'one');
    const { id } = await host.clients.bridge.keys.create({ name: 'Claude Code', servers: ['git'] });
    const client = new MemoryClient();
    const session = host.clients.outside.connect(id, 'git', client.connection);
    await client.initialize();
    await answer(server, 'one');
    equal(host.clients.outside.all[0]?.isActive, true);
    await answer(server, 'two');
    await session;
    deepEqual(host.clients.outside.all[0]?.state, { kind: 'stopped', why: answered });
  });

  it('may not name a folder by an answer before that folder is granted (rule 2), and ends with the grant', async () => {
    const folder = await surroundings.directory();
    await host.setFolders([
      { uri: pathToFileURL(folder).href, path: folder, name: 'private', origin: 'workspace' },
    ]);
    const server = await approved({ args: [fixture, 'plain', '--at', '${input:token}'] });
    await answer(server, path.join(folder, 'sub'));
    deepEqual(
      server.named.map(({ name, granted }) => [name, granted]),
      [['private', false]],
    );
    await rejects(server.start(), /names the folder "private"/u);
    if (server.fingerprint === undefined) throw new Error('It is prepared.');
    const pair = { server: server.fingerprint, folder: asRealPath(folder) };
    await host.consent.ledger.decide([{ ...pair, verdict: 'allow' }], 'session');
    await server.start();
    const told = host.supervisor.disclosures
      .of(server.id)
      .flatMap(({ what }) => (what.event === 'spawned' ? what.told : []));
    deepEqual(told, [pathToFileURL(folder).href]);
    await host.consent.ledger.decide([{ ...pair, verdict: 'deny' }], 'session');
    match(String(await stopped(server)), /names the folder "private", which is not granted any more/u);
  });

  it('takes program, working directory and file of variables from answers at the start', async () => {
    const top = await surroundings.directory();
    await mkdir(path.join(top, 'work'));
    await writeFile(path.join(top, 'one.env'), 'FROM=one\n');
    const server = await approved({
      command: '${input:token}',
      cwd: '${input:more}/work',
      envFile: '${input:more}/one.env',
      env: { OWN: '1' },
    });
    await answer(server, process.execPath, top);
    deepEqual(
      server.named.map(({ path: named, granted }) => [named, granted]),
      [[path.join(top, 'work'), false]],
    );
    if (server.fingerprint === undefined) throw new Error('It is prepared.');
    const folder = asRealPath(path.join(top, 'work'));
    await host.consent.ledger.decide([{ server: server.fingerprint, folder, verdict: 'allow' }], 'session');
    await server.start();
    const env = (await call(server, 'env')) as Record<string, string>;
    deepEqual([env['FROM'], env['OWN']], ['one', '1']);
    deepEqual(server.prepared?.launch, {
      kind: 'process',
      executable: '${input:token}',
      args: [fixture, 'plain'],
      cwd: '${input:more}/work',
      env: { OWN: '1' },
    });
  });

  for (const [field, entry, value] of [
    ['command', { command: '${input:token}' }, '/none/s3cret'],
    ['cwd', { cwd: '${input:token}' }, '/none/s3cret'],
    ['envFile', { envFile: '${input:token}' }, 's3cret'],
  ] as const) {
    it(`says that an answer is no use for "${field}", and not which it is`, async () => {
      const server = await approved(entry);
      await answer(server, value);
      await server.start();
      const { state } = server;
      const why = state.kind === 'failed' ? state.why : state.kind;
      equal(
        why,
        `"git" is not started. With what is put in at its start, "${field}" cannot be used. Use "MCP Roots: Change Stored Inputs…".`,
      );
      doesNotMatch(JSON.stringify(host.supervisor.disclosures.of(server.id)), /s3cret/u);
    });
  }
});
