import { deepEqual, equal, match } from 'node:assert/strict';
import type { DisclosureEvent } from '../../src/core/record/disclosure';
import type { Host } from '../../src/node/host/host';
import { openHost, Subject, textOf } from './openHost';
import { filesystem, fixture, uri, type Entry } from './servers';
import { Stage } from './stage';

const stage = new Stage();
const undeclared = { roots: { declare: false } };

describe('a server that is told of folders by its launch', function () {
  this.timeout(60_000);
  let a: string;
  let b: string;
  let host: Host | undefined;

  beforeEach(async () => {
    [a, b] = [await stage.makeFolder('a'), await stage.makeFolder('b')];
  });

  afterEach(async () => {
    await host?.close();
    host = undefined;
    await stage.clear();
  });

  async function subjectOf(entry: Entry, more: object = {}): Promise<Subject> {
    host = await openHost(stage, { files: { ...entry, ...undeclared, ...more } }, [a, b]);
    return new Subject(host, 'files');
  }

  function withArgs(entry: Entry, ...args: readonly string[]): Entry {
    return { ...entry, args: [...entry.args, ...args] };
  }

  /** Which of the notes the server reads: "a", "b". */
  async function reach({ client }: Subject): Promise<readonly string[]> {
    const read = [a, b].map(async (folder) => {
      const answer = await client.callTool('read_text_file', { path: `${folder}/note.txt` });
      return (answer as { readonly isError?: boolean }).isError === true ? [] : [textOf(answer)];
    });
    return (await Promise.all(read)).flat();
  }

  /** Resolves when it runs with exactly this told to it by its launch. */
  async function startedWith(subject: Subject, ...folders: readonly string[]): Promise<void> {
    await subject.next('spawned', ({ told }) => String(told) === String(folders.map(uri)));
    await subject.next('initialised');
  }

  it('reaches exactly what is allowed, before and after ticking and unticking (server-filesystem)', async () => {
    const files = await subjectOf(withArgs(filesystem(), '${mcpRoots}'));
    await files.decide(a, 'allow');
    await files.start();
    deepEqual(await reach(files), ['the note of a']);
    const wider = startedWith(files, a, b);
    await files.decide(b, 'allow');
    await wider;
    deepEqual(await reach(files), ['the note of a', 'the note of b']);
    const narrower = startedWith(files, b);
    await files.decide(a, 'deny');
    await narrower;
    deepEqual(await reach(files), ['the note of b']);
    equal(files.server.sync?.kind, 'undeclared');
    deepEqual(
      files.story.filter((event) => event === 'asked' || event === 'answered'),
      [],
    );
  });

  it('gets no request that was made after a withdrawal before its successor knows no more of it', async () => {
    const files = await subjectOf(withArgs(filesystem(), '${mcpRoots}'));
    await files.decide(a, 'allow');
    await files.decide(b, 'allow');
    await files.start();
    const before = files.pid;
    const { client } = files;
    void files.decide(a, 'deny');
    // In the same turn: nothing has been awaited since.
    const answer = await client.callTool('read_text_file', { path: `${a}/note.txt` });
    equal((answer as { readonly isError?: boolean }).isError, true);
    equal(files.pid === before, false);
  });

  it('is started again once for a burst of changes, with the primary folder first', async () => {
    const files = await subjectOf(withArgs(fixture('plain'), '${mcpRoots}', '${mcpPrimaryRoot}'));
    await files.decide(b, 'allow');
    await files.start();
    deepEqual(JSON.parse(textOf(await files.client.callTool('argv', {}))), ['plain', b, b]);
    const successor = startedWith(files, a, b);
    await Promise.all([files.decide(a, 'allow'), files.decide(b, 'allow', 'always')]);
    await successor;
    deepEqual(JSON.parse(textOf(await files.client.callTool('argv', {}))), ['plain', a, b, a]);
    equal(files.story.filter((event) => event === 'spawned').length, 2);
  });

  it('is told in its environment, and the record says so of each folder that was put in', async () => {
    const files = await subjectOf(fixture('plain', { env: { ALL: 'x${mcpRoots::}', ONE: '${mcpRoot:b}' } }));
    await files.decide(b, 'allow');
    await files.decide(a, 'allow');
    const spawned = files.next('spawned');
    await files.start();
    const { told }: Extract<DisclosureEvent, { event: 'spawned' }> = await spawned;
    deepEqual(told.toSorted(), [uri(a), uri(b)]);
    const env = JSON.parse(textOf(await files.client.callTool('env', {}))) as Record<string, string>;
    deepEqual([env['ALL'], env['ONE']], [`x${a}:${b}`, b]);
  });

  it('is not started without a folder that it needs by name, and fails when that is withdrawn', async () => {
    const files = await subjectOf(withArgs(fixture('plain'), '${mcpRoot:b}'));
    const why =
      '"files" is not started. ${mcpRoot:b} stands for the folder "b" that it may see. Allow it first.';
    await files.start();
    deepEqual(files.server.state, { kind: 'failed', why });
    await files.decide(b, 'allow');
    await files.start();
    equal(files.server.state.kind, 'running');
    const failed = files.next('failed');
    await files.decide(b, 'deny');
    equal((await failed).why, why);
  });

  it('waits for a folder, also when the last one is gone, where its definition says so', async () => {
    const waiting = { roots: { declare: false, whenEmpty: 'wait' } };
    const files = await subjectOf(withArgs(filesystem(), '${mcpRoots}'), waiting);
    const rests = () =>
      new Promise<void>((resolve) => {
        const look = () => files.server.state.kind === 'waiting for a grant' && resolve();
        files.server.onDidChange(look);
        look();
      });
    await files.start();
    await rests();
    const first = files.next('initialised');
    await files.decide(a, 'allow');
    await first;
    await files.decide(a, 'deny');
    await rests();
    const again = files.next('initialised');
    await files.decide(b, 'allow');
    await again;
    deepEqual(await reach(files), ['the note of b']);
  });

  it('may not reach out of an exposed folder by what stands around a placeholder (rule 2)', async () => {
    const files = await subjectOf(withArgs(fixture('plain'), '${mcpPrimaryRoot}/../b'));
    await files.decide(a, 'allow');
    await files.start();
    const { state } = files.server;
    match(state.kind === 'failed' ? state.why : state.kind, /names the folder "b"/u);
  });
});
