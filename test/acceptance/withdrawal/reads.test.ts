import { deepEqual, equal } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Host } from '../../../src/node/host/host';
import { filesystem, fixture, type Entry } from '../servers';
import { Stage } from '../stage';
import { openHost, Subject } from '../openHost';
import { OutsideSubject } from './outsideSubject';
import { tryOnce, type Outcome, type Read } from './tries';

/** So many servers are withdrawn from at the same time: one waits while another one starts. */
const lanes = 8;

/** Each starts a process, so the usual run makes a quarter of the thousand that `MCP_ROOTS_TRIES=1000` makes. */
const all = Number(process.env['MCP_ROOTS_TRIES'] ?? 250);

const byTool: Read = ({ client }, file) => client.callTool('read_text_file', { path: file });

const byEveryWay: readonly Read[] = [
  ({ client }, file) => client.callTool('read', { path: file }),
  ({ client }, file) => client.request('prompts/get', { name: 'file', arguments: { path: file } }),
  ({ client }, file) => client.request('resources/read', { uri: pathToFileURL(file).href }),
  ({ client }, file) =>
    client.request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'file' },
      argument: { name: 'path', value: file },
    }),
];

interface Row {
  readonly what: string;
  readonly entry: Entry;
  readonly reads: readonly Read[];
  readonly tries: number;
  /** Who reads. */
  readonly as: (host: Host, server: string) => Subject | Promise<Subject>;
}

const inThisWindow = (host: Host, server: string) => new Subject(host, server);
const outside = (host: Host, server: string) => OutsideSubject.admit(host, server);

const rows: readonly Row[] = [
  {
    what: 'by server-filesystem 2026.8.31',
    entry: filesystem(),
    reads: [byTool],
    tries: all,
    as: inThisWindow,
  },
  {
    what: 'through tools, prompts, resources and completions of a server that keeps what it was told',
    entry: fixture(),
    reads: byEveryWay,
    tries: Math.ceil(all / 5),
    as: inThisWindow,
  },
  {
    what: 'through all of these by another client, whose messages pass as bytes',
    entry: fixture(),
    reads: byEveryWay,
    tries: Math.ceil(all / 5),
    as: outside,
  },
];

describe('a withdrawn folder is not read again, whenever that is asked for (rule 7)', function () {
  this.timeout(30 * 60_000);
  const stage = new Stage();
  let host: Host | undefined;

  afterEach(async () => {
    await host?.close();
    host = undefined;
    await stage.clear();
  });

  for (const { what, entry, reads, tries, as } of rows) {
    it(`${what}: ${tries} withdrawals`, async () => {
      const kept = await stage.makeFolder('kept');
      const names = Array.from({ length: lanes }, (_, lane) => `lane${lane}`);
      const folders = await Promise.all(names.map((name) => stage.makeFolder(name)));
      const opened = await openHost(stage, Object.fromEntries(names.map((name) => [name, entry])), [
        kept,
        ...folders,
      ]);
      host = opened;
      const outcomes: Outcome[] = [];
      let begun = 0;
      const lane = async (name: string, folder: string, keepsOne: boolean) => {
        const subject = await as(opened, name);
        const [file, secret] = [path.join(folder, 'secret.txt'), `what only ${name} may read`];
        await writeFile(file, secret);
        if (keepsOne) await subject.decide(kept, 'allow');
        await subject.start();
        while (begun < tries)
          outcomes.push(...(await tryOnce(subject, folder, file, secret, reads, begun++)));
        equal(subject.grantee.state.kind, 'running');
      };
      await Promise.all(names.map((name, i) => lane(name, folders[i] ?? '', i % 2 === 0)));
      const table = countsOf(outcomes);
      console.log(`      ${JSON.stringify(table)}`);
      deepEqual(
        outcomes.filter(({ moment, how }) => how === 'read' && moment !== 'before'),
        [],
      );
      equal(outcomes.filter(({ moment }) => moment === 'in the same tick').length, tries * reads.length);
    });
  }
});

/** How often each came of the reads of each moment. */
function countsOf(outcomes: readonly Outcome[]): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const counts: Record<string, Record<string, number>> = {};
  for (const { moment, how } of outcomes) {
    const own = (counts[moment] ??= {});
    own[how] = (own[how] ?? 0) + 1;
  }
  return counts;
}
