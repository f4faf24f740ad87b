import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { fileKey, type Grantable } from '../../src/core/roots/grantable';
import { asRealPath } from '../../src/core/roots/realPath';
import { explorerDefinition } from '../../src/node/servers/bundledServer';
import type { Host } from '../../src/node/host/host';
import { folderEntry } from '../probe/folderArgument';
import { openHost, Subject, textOf } from './openHost';
import { fixture, uri } from './servers';
import { until } from '../host/workbench/until';
import { Stage } from './stage';

const stage = new Stage();

describe('a root that is a single file', function () {
  this.timeout(60_000);
  let folder: string;
  let file: string;
  let host: Host;

  beforeEach(async () => {
    folder = await stage.makeFolder('a');
    file = path.join(folder, 'notes.md');
    await writeFile(file, 'first');
  });

  afterEach(async () => {
    await host.close();
    await stage.clear();
  });

  /** A server that may see the file, and nothing else. */
  async function subjectOf(roots: object): Promise<Subject> {
    host = await openHost(stage, { it: fixture('plain', { roots }) }, [folder]);
    return started('it');
  }

  async function started(name: string): Promise<Subject> {
    await host.setFolders([folderEntry(folder), { ...folderEntry(file), origin: 'file' }]);
    const subject = new Subject(host, name);
    const server = subject.server.fingerprint;
    if (server === undefined) throw new Error('It is prepared.');
    await host.consent.ledger.decide(
      [{ server, folder: fileKey(asRealPath(file)), verdict: 'allow' }],
      'session',
    );
    await subject.start();
    return subject;
  }

  async function told({ client }: Subject): Promise<unknown> {
    const answer = JSON.parse(textOf(await client.callTool('roots', {}))) as { result: { roots: unknown } };
    return answer.result.roots;
  }

  /** Sooner or later, and from then on: the disk's word may be a second old. */
  async function tells(it: Subject, expected: unknown): Promise<void> {
    await until(
      'what it is told',
      () => told(it),
      (now) => isDeepStrictEqual(now, expected),
    );
    await delay(1200);
    deepEqual(await told(it), expected);
  }

  const only = () => [{ uri: uri(file), name: 'notes.md' }];

  it('is told to a server that asks for files, stays when it is saved anew, and is withdrawn like a folder', async () => {
    const it = await subjectOf({ files: true });
    deepEqual(await told(it), only());
    await writeFile(`${file}.new`, 'saved');
    await rename(`${file}.new`, file);
    await tells(it, only());
    const { pid } = it;
    const ready = it.next('initialised');
    if (it.server.fingerprint === undefined) throw new Error('It runs.');
    await host.consent.ledger.withdraw([
      { server: it.server.fingerprint, folder: fileKey(asRealPath(file)) },
    ]);
    await ready;
    equal(it.pid === pid, false);
    deepEqual(await told(it), []);
  });

  it('is not told to a server that does not', async () => {
    deepEqual(await told(await subjectOf({})), []);
  });

  it('is told no more when a link or a folder lies in its place', async () => {
    const it = await subjectOf({ files: true });
    const secret = path.join(await stage.makeFolder('b'), 'secret');
    await writeFile(secret, 'secret');
    await rm(file);
    await symlink(secret, file);
    await tells(it, []);
    await rm(file);
    await mkdir(file);
    await tells(it, []);
    await rm(file, { recursive: true });
    await writeFile(file, 'back');
    await tells(it, only());
  });

  it('is named by a definition also by another path that leads to it, and then needs its grant or that of a folder around it', async () => {
    const link = path.join(await stage.makeFolder('b'), 'link.md');
    await symlink(file, link);
    const through = { ...folderEntry(link), origin: 'file' } as const;
    const { command, args } = fixture('plain');
    const entries = { it: { command, args: [...args, `--notes=${file}`] } };
    host = await openHost(stage, entries, [folder]);
    await host.setFolders([through]);
    const subject = new Subject(host, 'it');
    const server = subject.server.fingerprint;
    if (server === undefined) throw new Error('It is prepared.');
    const decide = async (granted: Grantable, verdict: 'allow' | 'deny') => {
      await host.consent.ledger.decide([{ server, folder: granted, verdict }], 'session');
      return subject.server.named.map(({ name, granted: isGranted }) => [name, isGranted]);
    };
    await rejects(subject.start(), /names the folder "link.md".* Allow that folder to start it/u);
    const own = fileKey(asRealPath(file));
    deepEqual(await decide(asRealPath(folder), 'allow'), [['link.md', true]]);
    deepEqual(await decide(own, 'deny'), [['link.md', false]]);
    await rejects(subject.start(), /names the folder "link.md"/u);
    deepEqual(await decide(asRealPath(folder), 'deny'), [['link.md', false]]);
    deepEqual(await decide(own, 'allow'), [['link.md', true]]);
    await subject.start();
    const exited = subject.next('exited');
    await decide(own, 'deny');
    await exited;
  });

  it('is what the bundled server reads, and nothing beside it', async () => {
    await writeFile(`${file}.bak`, 'beside');
    host = await openHost(stage, {}, [folder]);
    await host.supervisor.servers.configure([{ kind: 'defined', definition: explorerDefinition }]);
    const { client } = await started('explorer');
    match(textOf(await client.callTool('read_file', { path: file })), /first/u);
    for (const beside of [`${file}.bak`, folder]) {
      const { isError } = (await client.callTool('file_info', { path: beside })) as { isError?: boolean };
      equal(isError, true, beside);
    }
  });
});
