import { deepEqual, equal, match } from 'node:assert/strict';
import { addressKey } from '../../src/core/roots/grantable';
import type { Host } from '../../src/node/host/host';
import { folderEntry } from '../probe/folderArgument';
import { openHost, Subject, textOf } from './openHost';
import { everything, fixture, uri, type Entry } from './servers';
import { Stage } from './stage';

const stage = new Stage();
const api = 'https://api.example.com/v1';
const schemes = { roots: { schemes: ['https'] } };
const explorer: Entry = { command: process.execPath, args: [require.resolve('../../src/explorer/main')] };

describe('a root that is an address', function () {
  this.timeout(60_000);
  let folder: string;
  let host: Host | undefined;

  beforeEach(async () => {
    folder = await stage.makeFolder('a');
  });

  afterEach(async () => {
    await host?.close();
    host = undefined;
    await stage.clear();
  });

  /** A server that may see the folder and the address. */
  async function subjectOf(entry: Entry): Promise<Subject> {
    host = await openHost(stage, { it: entry }, [folder]);
    const address = { uri: api, path: undefined, name: 'v1', origin: 'address' } as const;
    await host.setFolders([folderEntry(folder), address]);
    const subject = new Subject(host, 'it');
    await subject.decide(folder, 'allow');
    const server = subject.server.fingerprint;
    if (server === undefined) throw new Error('It is prepared.');
    await host.consent.ledger.decide([{ server, folder: addressKey(api), verdict: 'allow' }], 'session');
    await subject.start();
    return subject;
  }

  const both = [
    { uri: '', name: 'a' },
    { uri: api, name: 'v1' },
  ];

  async function answered({ client }: Subject): Promise<unknown> {
    const answer = JSON.parse(textOf(await client.callTool('roots', {}))) as { result: { roots: unknown } };
    return answer.result.roots;
  }

  it('is told, after the folders, to a server that asks for its scheme, and withdrawn like them', async () => {
    const it = await subjectOf(fixture('plain', schemes));
    deepEqual(await answered(it), [{ ...both[0], uri: uri(folder) }, both[1]]);
    const { pid } = it;
    const ready = it.next('initialised');
    if (host === undefined || it.server.fingerprint === undefined) throw new Error('It runs.');
    const pair = { server: it.server.fingerprint, folder: addressKey(api) };
    await host.consent.ledger.decide([{ ...pair, verdict: 'deny' }], 'session');
    await ready;
    equal(it.pid === pid, false);
    deepEqual(await answered(it), [{ ...both[0], uri: uri(folder) }]);
  });

  it('is not told to a server that does not', async () => {
    deepEqual(await answered(await subjectOf(fixture('plain'))), [{ ...both[0], uri: uri(folder) }]);
  });

  it('makes a strict server reject its whole list (server-everything)', async () => {
    const text = textOf(await (await subjectOf(everything(schemes))).client.callTool('get-roots-list', {}));
    match(text, /no roots are currently configured/u);
  });

  it('is passed over by the explorer, which keeps the folders', async () => {
    const answer = await (await subjectOf({ ...explorer, ...schemes })).client.callTool('list_roots', {});
    const { roots, dropped } = JSON.parse(textOf(answer)) as { roots: { path: string }[]; dropped: unknown };
    deepEqual(
      roots.map((root) => root.path),
      [folder],
    );
    deepEqual(dropped, [{ entry: api, reason: 'not a file: URI' }]);
  });
});
