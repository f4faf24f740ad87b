import { deepEqual, equal, rejects } from 'node:assert/strict';
import path from 'node:path';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import { everything, memory, observing, uri } from './servers';
import { Stage } from './stage';

const stage = new Stage();

describe('what a server knows', () => {
  afterEach(() => stage.clear());

  it('are the granted roots, at every time, where it can show them (server-everything)', async () => {
    const folders = [await stage.makeFolder('a'), await stage.makeFolder('b')];
    const [a = '', b = ''] = folders;
    const probe = await stage.start({ every: everything() }, { folders, grants: { every: [a] } });
    const listed = async () => {
      // What it was told last is in force when it has answered something else since.
      await probe.call('every', 'echo', { message: 'hello' });
      const text = await probe.call('every', 'get-roots-list');
      return [...text.matchAll(/URI: (.*)/g)].map(([, address]) => address);
    };
    deepEqual(await listed(), [uri(a)]);
    let mark = probe.mark();
    await probe.run(`grant every ${b}`);
    await probe.until('every', 'answered', mark);
    deepEqual(await listed(), [uri(a), uri(b)]);
    mark = probe.mark();
    await probe.run(`remove-folder ${a}`);
    await probe.until('every', 'answered', mark);
    deepEqual(await listed(), [uri(b)]);
    await probe.run(`revoke every ${b}`);
    deepEqual(await listed(), []);
    equal((await probe.standing('every')).sync?.kind, 'in sync');
  });

  it('is that there are roots only where they are declared to it', async () => {
    const a = await stage.makeFolder('a');
    const servers = { with: everything(), without: everything({ roots: { declare: false } }) };
    const probe = await stage.start(servers, { folders: [a], grants: { with: [a], without: [a] } });
    const tools = async (server: string) => (await probe.run(`tools ${server}`)).tools ?? [];
    const [more, fewer] = [await tools('with'), await tools('without')];
    deepEqual(
      more.filter((tool) => !fewer.includes(tool)),
      ['get-roots-list'],
    );
    const { sync, exposed, folders } = await probe.standing('without');
    deepEqual({ sync, exposed, folders }, { sync: { kind: 'undeclared' }, exposed: [], folders: [] });
  });

  it('is nothing of roots where they are not declared: an ask is refused, and no change announced', async () => {
    const [a, b] = [await stage.makeFolder('a'), await stage.makeFolder('b')];
    const servers = { closed: observing({ roots: { declare: false } }), open: observing() };
    const probe = await stage.start(servers, { folders: [a], grants: { closed: [a], open: [a] } });
    const mark = probe.mark();
    const reason = 'Client does not have roots capability';
    const answer = JSON.parse(await probe.call('closed', 'roots'));
    deepEqual(answer.error, { code: -32601, message: 'Roots not supported', data: { reason } });
    await probe.run(`add-folder ${b}`);
    await probe.run(`grant closed ${b}`);
    await probe.run(`grant open ${b}`);
    await probe.until('open', 'list_changed', mark);
    await probe.run(`revoke closed ${a}`);
    deepEqual(probe.story('closed', mark), ['asked', 'refused: roots are not declared to it']);
    const heard: string[] = JSON.parse(await probe.call('closed', 'heard'));
    deepEqual(
      heard.filter((method) => method !== 'tools/call'),
      ['initialize', 'notifications/initialized'],
    );
    equal((await probe.until('closed', 'spawned')).told?.length, 0);
  });

  it('is of its environment the default of the SDK and what was declared to it, nothing else', async () => {
    const env = { FAKE_SECRET: 'a secret of the window', PASSED: 'passed on' };
    const envFile = await stage.makeFile('.env', 'FROM_FILE=file\nBOTH=file\n');
    const declared = { DECLARED: 'yes', PASSED_ON: '${env:PASSED}', NUMBER: 7, BOTH: 'entry', LOGNAME: null };
    const probe = await stage.start({ every: everything({ env: declared, envFile }) }, { env });
    const { LOGNAME: _, ...defaults } = getDefaultEnvironment();
    deepEqual(JSON.parse(await probe.call('every', 'get-env')), {
      ...defaults,
      DECLARED: 'yes',
      PASSED_ON: 'passed on',
      NUMBER: '7',
      FROM_FILE: 'file',
      BOTH: 'entry',
    });
  });

  it('is said not to have been asked for by one that never asks (server-memory)', async () => {
    const [a, b] = [await stage.makeFolder('a'), await stage.makeFolder('b')];
    const file = path.join(await stage.folder, 'memory.jsonl');
    const inFirstFolder = { cwd: '${mcpPrimaryRoot}' };
    const probe = await stage.start(
      { memory: memory({ env: { MEMORY_FILE_PATH: file }, ...inFirstFolder }) },
      { folders: [a, b], grants: { memory: [a, b] } },
    );
    equal(JSON.parse(await probe.call('memory', 'read_graph')).entities.length, 0);
    const { sync, exposed } = await probe.standing('memory');
    deepEqual({ sync, exposed }, { sync: { kind: 'never asked' }, exposed: [uri(a), uri(b)] });
    deepEqual(probe.story('memory'), [`spawned ${uri(a)}`, 'initialised']);
    const before = probe.pidOf('memory');
    await probe.run(`revoke memory ${a}`);
    equal(JSON.parse(await probe.call('memory', 'read_graph')).entities.length, 0);
    deepEqual(probe.story('memory').slice(2), [
      'replaced: a folder that it knew was withdrawn',
      'exited',
      `spawned ${uri(b)}`,
      'initialised',
    ]);
    equal(probe.pidOf('memory') === before, false);
  });

  it('keeps a server that is only told of withdrawals from hearing more until it has asked', async () => {
    const [a, b] = [await stage.makeFolder('a'), await stage.makeFolder('b')];
    const entry = memory({
      env: { MEMORY_FILE_PATH: path.join(await stage.folder, 'memory.jsonl') },
      roots: { onRevoke: 'notify' },
    });
    const probe = await stage.start(
      { memory: entry },
      // By a variable that it inherits it is told of a folder.
      { folders: [a, b], grants: { memory: [a, b] }, env: { LOGNAME: a } },
    );
    const mark = probe.mark();
    await probe.run(`revoke memory ${a}`);
    await rejects(probe.call('memory', 'read_graph'), {
      message: 'MCP error -32000: "memory" knows a folder that is gone and has not asked for its new list.',
    });
    deepEqual(probe.story('memory', mark), [
      'list_changed',
      'refused: "memory" knows a folder that is gone and has not asked for its new list.',
    ]);
    await probe.run('stop memory');
    await probe.run('start memory');
    equal(JSON.parse(await probe.call('memory', 'read_graph')).entities.length, 0);
  });
});
