import { deepEqual, equal, match, ok } from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { ExplorerProcess, type ExplorerStart, toolAnswer } from './explorerProcess';

const declared = { roots: { listChanged: true } };
const changed = { method: 'notifications/roots/list_changed' };

describe('the explorer asks its client for roots', function suite() {
  // Starts processes or makes many files; on a busy machine that takes its time.
  this.timeout(30_000);

  let top: string;
  let explorer: ExplorerProcess;

  beforeEach(() => {
    top = realpathSync.native(mkdtempSync(join(tmpdir(), 'explorer-')));
    for (const name of ['one', 'two', 'elsewhere']) {
      mkdirSync(join(top, name));
      writeFileSync(join(top, name, 'note.txt'), `in ${name}`);
    }
  });

  afterEach(async () => {
    await explorer.kill();
    rmSync(top, { recursive: true, force: true });
  });

  function start(options: ExplorerStart = {}): ExplorerProcess {
    explorer = new ExplorerProcess({ cwd: join(top, 'elsewhere'), ...options });
    return explorer;
  }

  const root = (name: string) => ({ uri: pathToFileURL(join(top, name)).href, name });
  const questions = () => explorer.messages.filter(({ method }) => method === 'roots/list').length;

  /** What the server says of itself, once it knows its roots. */
  async function seen(): Promise<{ roots: readonly string[]; workingDirectory: string }> {
    const { structured } = await explorer.call('list_roots');
    const roots = structured?.['roots'] as readonly { path: string }[];
    return {
      roots: roots.map(({ path }) => path.slice(top.length + 1)),
      workingDirectory: String(structured?.['workingDirectory']).slice(top.length + 1),
    };
  }

  it('declared: asks once initialised, not before', async () => {
    start();
    await explorer.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: declared,
      clientInfo: { name: 'test', version: '1' },
    });
    await explorer.request('ping');
    equal(questions(), 0);
    explorer.send({ method: 'notifications/initialized' });
    await explorer.answerRoots([root('one')]);
    deepEqual(await seen(), { roots: ['one'], workingDirectory: 'one' });
    equal(questions(), 1);
  });

  it('undeclared: never asks, not even after list_changed', async () => {
    start();
    await explorer.initialize({});
    explorer.send(changed);
    deepEqual(await seen(), { roots: [], workingDirectory: 'elsewhere' });
    const { isError, text } = await explorer.call('read_file', { path: 'note.txt' });
    equal(isError, true);
    match(text, /the client does not share roots/);
    await explorer.end();
    equal(questions(), 0);
  });

  it('empty: nothing can be read, the working directory stays', async () => {
    start();
    await explorer.initialize(declared);
    await explorer.answerRoots([]);
    deepEqual(await seen(), { roots: [], workingDirectory: 'elsewhere' });
    deepEqual(await explorer.call('read_file', { path: 'note.txt' }), {
      isError: true,
      text:
        'Cannot read "note.txt": it is not inside a folder that is shared, or cannot be resolved.\n' +
        'No folder can be read: the client shares none at present.',
      structured: undefined,
    });
  });

  it('one: it becomes the working directory, also of the process', async () => {
    start();
    await explorer.initialize(declared);
    await explorer.answerRoots([root('one')]);
    equal((await explorer.call('read_file', { path: 'note.txt' })).text, 'in one');
    if (process.platform === 'linux') equal(readlinkSync(`/proc/${explorer.pid}/cwd`), join(top, 'one'));
  });

  it('several: all can be read, the first valid one becomes the working directory', async () => {
    start();
    await explorer.initialize(declared);
    await explorer.answerRoots([root('missing'), root('two'), root('one')]);
    deepEqual(await seen(), { roots: ['two', 'one'], workingDirectory: 'two' });
    equal((await explorer.call('read_file', { path: join(top, 'one', 'note.txt') })).text, 'in one');
  });

  it('list_changed: asks again and moves; the folder before is closed', async () => {
    start();
    await explorer.initialize(declared);
    await explorer.answerRoots([root('one')]);
    await seen();
    explorer.send(changed);
    await explorer.answerRoots([root('two')], 2);
    deepEqual(await seen(), { roots: ['two'], workingDirectory: 'two' });
    const { isError, text } = await explorer.call('read_file', { path: join(top, 'one', 'note.txt') });
    equal(isError, true);
    match(text, /two\.$/);
  });

  it('list_changed to nothing: ends access and leaves the working directory', async () => {
    start();
    await explorer.initialize(declared);
    await explorer.answerRoots([root('one')]);
    await seen();
    explorer.send(changed);
    await explorer.answerRoots([], 2);
    deepEqual(await seen(), { roots: [], workingDirectory: 'one' });
    equal((await explorer.call('read_file', { path: 'note.txt' })).isError, true);
  });

  it('[https, missing, good] gives good, and says why the others were dropped', async () => {
    start();
    await explorer.initialize(declared);
    const good = root('one');
    await explorer.answerRoots([
      { uri: 'https://example.com/' },
      root('missing'),
      good,
      'text',
      { uri: 7 },
      { uri: 'file://elsewhere.example/share' },
      { uri: 'file:///%FF' },
      { uri: `${good.uri}/` },
    ]);
    deepEqual(await seen(), { roots: ['one'], workingDirectory: 'one' });
    const { structured } = await explorer.call('list_roots');
    const dropped = structured?.['dropped'] as readonly { reason: string }[];
    deepEqual(
      dropped.map(({ reason }) => reason),
      [
        'not a file: URI',
        'no directory or file is there',
        'not an object',
        'its uri is not text',
        'names another host',
        'cannot be decoded',
        'listed twice',
      ],
    );
  });

  it('a single file is read, listed and searched, and nothing beside it', async () => {
    start();
    await explorer.initialize(declared);
    const file = join(top, 'two', 'note.txt');
    writeFileSync(join(top, 'two', 'note.txt.bak'), 'beside');
    const uri = pathToFileURL(file).href;
    await explorer.answerRoots([{ uri, name: 'note' }, root('one')]);
    const { structured } = await explorer.call('list_roots');
    deepEqual(structured?.['roots'], [
      { uri, name: 'note', path: file, kind: 'file' },
      { ...root('one'), path: join(top, 'one'), kind: 'directory' },
    ]);
    deepEqual((await seen()).workingDirectory, 'one');
    equal((await explorer.call('read_file', { path: file })).text.startsWith('in two'), true);
    const found = await explorer.call('search_text', { text: 'in two', path: file });
    equal(found.structured?.['filesSearched'], 1);
    const listed = await explorer.request('resources/read', { uri });
    deepEqual(listed.result?.['contents'], [{ uri, text: 'in two' }]);
    for (const path of [`${file}.bak`, join(top, 'two'), `${file}/x`, join(file, '..', 'note.txt.bak')]) {
      equal((await explorer.call('file_info', { path })).isError, true, path);
    }
    equal((await explorer.call('list_directory', { path: join(top, 'two') })).isError, true);
    match((await explorer.call('set_working_directory', { root: 'note' })).text, /is a file/u);
  });

  it('a single file stays what is shared when it is saved anew, and not when something else lies there', async () => {
    start();
    await explorer.initialize(declared);
    const file = join(top, 'two', 'note.txt');
    await explorer.answerRoots([{ uri: pathToFileURL(file).href }, root('one')]);
    const read = async () => (await explorer.call('read_file', { path: file })).text;
    writeFileSync(`${file}.new`, 'saved');
    renameSync(`${file}.new`, file);
    match(await read(), /^saved/u);
    rmSync(file);
    symlinkSync(join(top, 'elsewhere', 'note.txt'), file);
    match(await read(), /not inside a folder that is shared/u);
    const { structured } = await explorer.call('list_roots');
    deepEqual(structured?.['dropped'], [
      { entry: pathToFileURL(file).href, reason: 'something else was put in its place' },
    ]);
    rmSync(file);
    mkdirSync(file);
    writeFileSync(join(file, 'inside'), 'secret');
    match((await explorer.call('read_file', { path: join(file, 'inside') })).text, /not inside/u);
    equal((await explorer.call('list_directory', { path: file })).isError, true);
  });

  it('tools/list arriving before the answer is answered at once, a read waits', async () => {
    start();
    const read = { name: 'read_file', arguments: { path: 'note.txt' } };
    await explorer.initialize(
      declared,
      { id: 'read', method: 'tools/call', params: read },
      { id: 'tools', method: 'tools/list' },
      { id: 'ping', method: 'ping' },
      { id: 'wrong', method: 'tools/call', params: { name: 'read_file', arguments: {} } },
      { id: 'unknown', method: 'tools/call', params: { name: 'write_file' } },
    );
    for (const id of ['tools', 'ping', 'wrong', 'unknown']) await explorer.response(id);
    ok(!explorer.messages.some(({ id }) => id === 'read'));
    await explorer.answerRoots([root('one')]);
    equal(toolAnswer(await explorer.response('read')).text, 'in one');
  });

  it('a response with a foreign id is not taken for the answer', async () => {
    start();
    await explorer.initialize(declared);
    const { id } = await explorer.question();
    const foreign = { roots: [root('two')] };
    explorer.send(
      { id: String(id), result: foreign },
      { id: 9999, result: foreign },
      { id: '', result: foreign },
      { id: null, result: foreign },
      { id, result: { roots: [root('one')] } },
      { id, result: foreign },
    );
    deepEqual(await seen(), { roots: ['one'], workingDirectory: 'one' });
  });

  it('list_changed during the query: one more question after it, whose answer counts', async () => {
    start();
    await explorer.initialize(declared);
    await explorer.question();
    explorer.send(changed, changed, changed);
    await explorer.answerRoots([root('one')]);
    await explorer.answerRoots([root('two')], 2);
    deepEqual(await seen(), { roots: ['two'], workingDirectory: 'two' });
    await explorer.end();
    equal(questions(), 2);
  });

  it('a call right behind list_changed is judged by the new list', async () => {
    start();
    await explorer.initialize(declared);
    await explorer.answerRoots([root('one')]);
    await seen();
    const read = { name: 'read_file', arguments: { path: join(top, 'one', 'note.txt') } };
    explorer.send(changed, { id: 'read', method: 'tools/call', params: read });
    await explorer.question(2);
    await explorer.request('ping');
    ok(!explorer.messages.some(({ id }) => id === 'read'));
    await explorer.answerRoots([root('two')], 2);
    equal(toolAnswer(await explorer.response('read')).isError, true);
  });

  it('a client that never answers: the read ends with the reason after the timeout', async () => {
    start({ env: { EXPLORER_ROOTS_TIMEOUT_MS: '150' } });
    await explorer.initialize(declared);
    await explorer.question();
    const { isError, text } = await explorer.call('read_file', { path: 'note.txt' });
    equal(isError, true);
    match(text, /was asked for its roots but gave no list/);
    equal((await explorer.request('ping')).error, undefined);
    await explorer.end();
    match(explorer.log, /gave no list/);
  });

  it('an error to the first question: no roots, and it says so', async () => {
    start();
    await explorer.initialize(declared);
    const { id } = await explorer.question();
    explorer.send({ id, error: { code: -32601, message: 'Roots not supported' } });
    deepEqual(await seen(), { roots: [], workingDirectory: 'elsewhere' });
    match((await explorer.call('list_directory')).text, /gave no list \(.*Roots not supported\)/);
  });

  it('an error, or no list, to a later question: no access until the client answers again', async () => {
    start();
    await explorer.initialize(declared);
    await explorer.answerRoots([root('one')]);
    await seen();
    explorer.send(changed);
    const { id } = await explorer.question(2);
    explorer.send({ id, error: { code: -32603, message: 'Internal error' } });
    match(
      (await explorer.call('read_file', { path: 'note.txt' })).text,
      /until the client lists its roots again/,
    );
    explorer.send(changed);
    const third = await explorer.question(3);
    explorer.send({ id: third.id, result: { roots: 'none' } });
    match(
      (await explorer.call('read_file', { path: 'note.txt' })).text,
      /until the client lists its roots again/,
    );
    explorer.send(changed);
    await explorer.answerRoots([root('one')], 4);
    equal((await explorer.call('read_file', { path: 'note.txt' })).text, 'in one');
  });

  it('each request is answered once, in whatever order they come', async () => {
    start();
    const calls = Array.from({ length: 20 }, (_, index) => [
      {
        id: `read ${index}`,
        method: 'tools/call',
        params: { name: 'read_file', arguments: { path: 'note.txt' } },
      },
      { id: `tools ${index}`, method: 'tools/list' },
      { id: `none ${index}`, method: 'no/such/method' },
      changed,
    ]).flat();
    await explorer.initialize(declared, ...calls);
    await explorer.answerRoots([root('one')]);
    await explorer.answerRoots([root('one')], 2);
    for (const { id } of calls.filter((call) => 'id' in call)) await explorer.response(id);
    const ids = (await explorer.end()).flatMap(({ id, method }) => (method === undefined ? (id ?? []) : []));
    equal(new Set(ids).size, ids.length);
    equal(ids.length, 61);
    equal(questions(), 2);
  });

  it('the same when a client sends everything without waiting', async () => {
    start();
    const clientInfo = { name: 'test', version: '1' };
    explorer.send(
      {
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2024-11-05', capabilities: declared, clientInfo },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'read_file', arguments: { path: 'note.txt' } } },
    );
    await explorer.answerRoots([root('one')]);
    equal(toolAnswer(await explorer.response(2)).text, 'in one');
  });

  it('folders on the command line give no access', async () => {
    start({ args: [join(top, 'two')] });
    await explorer.initialize({});
    equal((await explorer.call('read_file', { path: join(top, 'two', 'note.txt') })).isError, true);
    match(explorer.log, /Folders on the command line give no access/);
  });

  it('a directory put in the place of a root is not that root', async () => {
    start();
    await explorer.initialize(declared);
    await explorer.answerRoots([root('one')]);
    await seen();
    renameSync(join(top, 'one'), join(top, 'kept'));
    mkdirSync(join(top, 'one'));
    writeFileSync(join(top, 'one', 'note.txt'), 'another');
    const { isError, text } = await explorer.call('read_file', { path: join(top, 'one', 'note.txt') });
    equal(isError, true);
    match(text, /in whose place another one was put/);
  });

  it('a client that cannot say that its roots changed is asked before each call', async () => {
    start();
    await explorer.initialize({ roots: {} });
    const first = explorer.call('read_file', { path: 'note.txt' });
    await explorer.answerRoots([root('one')]);
    equal((await first).text, 'in one');
    const read = explorer.call('read_file', { path: join(top, 'one', 'note.txt') });
    await explorer.answerRoots([root('one')], 2);
    equal((await read).text, 'in one');
    const again = explorer.call('read_file', { path: join(top, 'one', 'note.txt') });
    await explorer.answerRoots([root('two')], 3);
    equal((await again).isError, true);
    const listed = explorer.request('resources/list');
    await explorer.answerRoots([], 4);
    deepEqual((await listed).result, { resources: [] });
  });

  it('one failed answer is not for good: the client is asked again by itself', async () => {
    start();
    await explorer.initialize(declared);
    const { id } = await explorer.question();
    explorer.send({ id, error: { code: -32603, message: 'Not yet' } });
    await explorer.answerRoots([root('one')], 2);
    deepEqual(await seen(), { roots: ['one'], workingDirectory: 'one' });
  });

  it('a deleted root is not listed, says why, and is one again when the client names it anew', async () => {
    start();
    await explorer.initialize(declared);
    await explorer.answerRoots([root('one'), root('two')]);
    await seen();
    rmSync(join(top, 'one'), { recursive: true });
    deepEqual((await seen()).roots, ['two']);
    const { structured } = await explorer.call('list_roots');
    deepEqual(structured?.['dropped'], [
      { entry: root('one').uri, reason: 'no directory is there any more' },
    ]);
    const { text } = await explorer.call('read_file', { path: join(top, 'one', 'note.txt') });
    match(text, /shared folder that does not exist any more/);
    match(text, /can be read: [^,]*two\./);
    // So that no number of the disk is used again.
    mkdirSync(join(top, 'more'));
    mkdirSync(join(top, 'one'));
    writeFileSync(join(top, 'one', 'note.txt'), 'anew');
    const asking = explorer.call('read_file', { path: join(top, 'one', 'note.txt') });
    await explorer.answerRoots([root('one'), root('two')], 2);
    await asking;
    equal((await explorer.call('read_file', { path: join(top, 'one', 'note.txt') })).text, 'anew');
    equal(questions(), 2);
  });

  it('a root that comes later is one, once the client names it again', async () => {
    start();
    await explorer.initialize(declared);
    await explorer.answerRoots([root('later')]);
    deepEqual((await seen()).roots, []);
    mkdirSync(join(top, 'later'));
    const asking = explorer.call('list_roots');
    await explorer.answerRoots([root('later')], 2);
    await asking;
    deepEqual((await seen()).roots, ['later']);
  });

  it('a check that gets no list takes nothing away', async () => {
    start();
    await explorer.initialize(declared);
    await explorer.answerRoots([root('one'), root('two')]);
    await seen();
    renameSync(join(top, 'one'), join(top, 'kept'));
    mkdirSync(join(top, 'one'));
    const asking = explorer.call('read_file', { path: join(top, 'two', 'note.txt') });
    const { id } = await explorer.question(2);
    explorer.send({ id, error: { code: -32603, message: 'Internal error' } });
    equal((await asking).text, 'in two');
    deepEqual((await seen()).roots, ['two']);
    equal(questions(), 2);
  });

  it('the working directory can be chosen among the roots, and lasts while the client names it', async () => {
    start();
    await explorer.initialize(declared);
    await explorer.answerRoots([root('one'), root('two')]);
    for (const wanted of [join(top, 'two'), root('two').uri, 'two']) {
      deepEqual((await explorer.call('set_working_directory', { root: 'one' })).isError, false);
      equal((await explorer.call('read_file', { path: 'note.txt' })).text, 'in one');
      deepEqual((await explorer.call('set_working_directory', { root: wanted })).structured, {
        workingDirectory: join(top, 'two'),
      });
      equal((await explorer.call('read_file', { path: 'note.txt' })).text, 'in two');
    }
    for (const wrong of ['elsewhere', join(top, 'elsewhere'), `${join(top, 'one')}/../two`]) {
      match((await explorer.call('set_working_directory', { root: wrong })).text, /is not one of the roots/);
    }
    explorer.send(changed);
    await explorer.answerRoots([root('elsewhere'), root('two')], 2);
    equal((await seen()).workingDirectory, 'two');
    explorer.send(changed);
    await explorer.answerRoots([root('elsewhere'), root('one')], 3);
    equal((await seen()).workingDirectory, 'elsewhere');
  });
});
