import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { KeptEntry } from '../../src/node/stores/disclosureReading';
import type { Probe } from './probeDriver';
import { filesystem, fixture, memory, uri } from './servers';
import { Stage } from './stage';

const secret = 'a value that nobody is told';

describe('the record of what servers were told', () => {
  const stage = new Stage();
  let [a, b]: [string, string] = ['', ''];

  beforeEach(async () => {
    [a, b] = [await stage.makeFolder('a'), await stage.makeFolder('b')];
  });

  afterEach(() => stage.clear());

  async function start(servers: object, grants: Record<string, readonly string[]>): Promise<Probe> {
    const args = ['--storage', path.join(await stage.folder, 'storage')];
    return stage.start(servers, { folders: [a, b], grants, args });
  }

  async function recordOf(probe: Probe): Promise<readonly KeptEntry[]> {
    return (await probe.run('record')).entries ?? [];
  }

  function inShort({ what, times }: KeptEntry): string {
    const count = times > 1 ? ` x${times}` : '';
    switch (what.event) {
      case 'spawned':
        return ['spawned', ...what.told].join(' ');
      case 'answered':
        return ['answered', ...what.uris].join(' ') + count;
      case 'decided':
        return `${what.verdict} ${what.folder} ${what.duration}`;
      case 'withdrawn':
        return `withdrawn ${what.folder}`;
      case 'called':
        return `called ${what.tool}`;
      default:
        return what.event + count;
    }
  }

  it('has all that a real server was told, who decided it and what was called, and no content', async () => {
    const probe = await start({ files: filesystem({ env: { SECRET: secret } }) }, { files: [a] });
    await probe.untilLog('files', 'Updated allowed directories');
    await probe.call('files', 'read_text_file', { path: path.join(a, 'note.txt') });
    const granted = probe.mark();
    await probe.run(`grant files ${b}`);
    await probe.until('files', 'answered', granted);
    const mark = probe.mark();
    await probe.run(`revoke files ${a}`);
    await probe.until('files', 'answered', mark);
    await probe.call('files', 'list_allowed_directories');
    const isHolding = (line: string) => line === 'held' || line === 'released';
    const kept = await recordOf(probe);
    const ends = kept.flatMap(({ what }) => (what.event === 'called' ? [what.ends] : []));
    deepEqual(
      ends.map((each) => each?.counts),
      [{ answered: 1 }, { answered: 1 }],
    );
    const story = kept.map(inShort).filter((line) => !isHolding(line));
    deepEqual(story, [
      'approved',
      `allow ${a} always`,
      'spawned',
      'initialised',
      `answered ${uri(a)}`,
      'called read_text_file',
      `allow ${b} always`,
      'list_changed',
      `answered ${uri(a)} ${uri(b)}`,
      `withdrawn ${a}`,
      'replaced',
      'exited',
      'spawned',
      'initialised',
      `answered ${uri(b)}`,
      'called list_allowed_directories',
    ]);
    const record = path.join(await stage.folder, 'storage', 'record');
    const [workspace = ''] = await readdir(record);
    const [file = ''] = await readdir(path.join(record, workspace));
    const text = await readFile(path.join(record, workspace, file), 'utf8');
    ok(!text.includes(secret) && !text.includes('note.txt') && !text.includes('the note of'));
  });

  it('outlives a host that is killed, and is merged with that of the next one', async () => {
    const first = await start({ files: filesystem() }, { files: [a] });
    await first.until('files', 'answered');
    const [told] = (await recordOf(first)).filter(({ what }) => what.event === 'answered');
    await first.kill();
    const second = await start({ files: filesystem() }, {});
    await second.until('files', 'answered');
    const { entries = [], ended = [], passedOver, window } = await second.run('record');
    const windows = [...new Set(entries.map((entry) => entry.window))];
    deepEqual([windows.length, windows[1], ended, passedOver], [2, window, [windows[0]], 0]);
    deepEqual(
      entries.find(({ what }) => what.event === 'answered'),
      told,
    );
  });

  it('has one line with a count of 10,000 questions, in memory and on disk', async () => {
    const probe = await start({ bad: fixture('flood-roots-list=10000') }, { bad: [a] });
    for (let answered = 0; answered < 10_000;) {
      ({ answered } = JSON.parse(await probe.call('bad', 'flood')) as { answered: number });
    }
    const flood = (await recordOf(probe)).filter(({ what }) => what.event === 'answered');
    deepEqual(flood.map(inShort), [`answered ${uri(a)} x10000`]);
    const record = path.join(await stage.folder, 'storage', 'record');
    const [workspace = ''] = await readdir(record);
    const [file = ''] = await readdir(path.join(record, workspace));
    const lines = (await readFile(path.join(record, workspace, file), 'utf8')).split('\n');
    const written = lines.filter((line) => line.includes('"event":"answered"')).length;
    ok(written < 20, `${written} lines`);
  });

  it('answers who can see what, as it is at that moment', async () => {
    const servers = {
      files: filesystem(),
      memory: memory(),
      closed: memory({ roots: { declare: false }, cwd: b }),
    };
    const probe = await start(servers, { files: [a], memory: [a] });
    await probe.until('files', 'answered');
    const sentence = async (command: string) => {
      const text = (await probe.run(command)).sentence ?? '';
      return text.replaceAll(/\d{4}-[\d:.T-]+Z/g, 'then');
    };
    equal(
      await sentence(`why files ${a}`),
      '“files” can see “a”: it is allowed always, since then, and it was told of it when it asked, then.',
    );
    equal(await sentence(`why files ${b}`), '“files” cannot see “b”: you have not decided about it.');
    match(
      await sentence(`why closed ${b}`),
      /^“closed” cannot see “b” as a root: its definition says that it is not told of roots, but its definition names it/,
    );
    equal(
      await sentence(`who ${a}`),
      '“a” can be seen by “files” (it is allowed always, since then) and “memory” (it is allowed always, since then), not by “closed” (its definition says that it is not told of roots).',
    );
    const off = probe.mark();
    await probe.run('sharing off');
    equal(await sentence(`who ${b}`), 'No server can see “b”: sharing is off, in all windows.');
    // It was never told of the folder, and runs on.
    await probe.until('memory', 'list_changed', off);
    await probe.until('files', 'answered', off);
    await probe.run('sharing on');
    const { report } = await probe.run('report');
    deepEqual(
      report?.servers.map(({ name, canSee, cannotSee, namedByDefinition, running }) => ({
        name,
        canSee: canSee.map((each) => each.uri),
        cannotSee: cannotSee.map(({ folder }) => folder),
        namedByDefinition,
        running: running.map(({ client }) => client),
      })),
      [
        {
          name: 'files',
          canSee: [uri(a)],
          cannotSee: ['b'],
          namedByDefinition: [],
          running: ['this window'],
        },
        {
          name: 'memory',
          canSee: [uri(a)],
          cannotSee: ['b'],
          namedByDefinition: [],
          running: ['this window'],
        },
        {
          name: 'closed',
          canSee: [],
          cannotSee: ['a', 'b'],
          namedByDefinition: [{ path: b, allowed: false }],
          running: [],
        },
      ],
    );
  });
});
