import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openHost } from '../openHost';
import type { Probe } from '../probeDriver';
import { fixture, uri } from '../servers';
import { Stage } from '../stage';

/** The stores by themselves are tested beside them (`test/unit/stores`); this is about what a whole host makes of them. */
describe('faults: what happens to decisions', () => {
  const stage = new Stage();

  afterEach(() => stage.clear());

  async function open(storage: string, folders: readonly string[]): Promise<Probe> {
    return stage.start({ it: fixture() }, { folders, args: ['--storage', storage] });
  }

  async function decided(probe: Probe): Promise<readonly string[]> {
    const { decisions = [] } = await probe.run('state');
    return decisions.map((each) => JSON.stringify(each)).toSorted();
  }

  const kept = (folder: string, verdict: string) =>
    JSON.stringify({ server: 'it', folder, verdict, duration: 'always' });

  it('a host killed in the middle of 500: none that it acknowledged is lost, none is half', async () => {
    const storage = path.join(await stage.folder, 'storage');
    const folders = await Promise.all(Array.from({ length: 50 }, (_, i) => stage.makeFolder(`f${i}`)));
    const probe = await open(storage, folders);
    const words = ['grant', 'deny', 'revoke'] as const;
    const commands = Array.from({ length: 500 }, (_, i) => ({
      word: words[i % 3] ?? 'revoke',
      folder: folders[(i * 7) % 50] ?? '',
    }));
    await probe.run('stop it');
    const mark = probe.mark();
    probe.send(commands.map(({ word, folder }) => `${word} it ${folder}`));
    const done = () => probe.lines.slice(mark).filter(({ event }) => event === 'done').length;
    await probe.next(() => done() >= 200);
    await probe.kill();
    // All that it said is heard then.
    await probe.end();
    const acknowledged = done();
    ok(acknowledged >= 200 && acknowledged < 500, `${acknowledged} were acknowledged`);

    const standsAfter = (count: number) => {
      const last = new Map(commands.slice(0, count).map(({ word, folder }) => [folder, word]));
      const standing = [...last].filter(([, word]) => word !== 'revoke');
      return standing.map(([folder, word]) => kept(folder, word === 'grant' ? 'allow' : 'deny')).toSorted();
    };
    const next = await open(storage, folders);
    const found = JSON.stringify(await decided(next));
    // The one that was being written may have reached the disk, or not.
    const possible = [standsAfter(acknowledged), standsAfter(acknowledged + 1)].map((each) =>
      JSON.stringify(each),
    );
    ok(possible.includes(found), `${acknowledged} acknowledged, found ${found}`);
    const { exposed } = await next.standing('it');
    const allowed = (JSON.parse(found) as readonly string[]).map(
      (each) => JSON.parse(each) as { folder: string; verdict: string },
    );
    deepEqual(
      exposed.toSorted(),
      allowed.flatMap(({ folder, verdict }) => (verdict === 'allow' ? uri(folder) : [])).toSorted(),
    );
    deepEqual(warningsOf(next), []);
  });

  it('a record that was edited, copied from another folder, or put back after a revoke counts as none', async () => {
    const storage = path.join(await stage.folder, 'storage');
    const names = ['edited', 'copied', 'replayed', 'source', 'good'];
    const folders = await Promise.all(names.map((name) => stage.makeFolder(name)));
    const [edited = '', copied = '', replayed = '', source = '', good = ''] = folders;
    const place = path.join(storage, 'decisions');
    const probe = await open(storage, folders);
    const files = async () => (await readdir(place)).map((name) => path.join(place, name));
    const written = async (command: string) => {
      const before = await files();
      await probe.run(command);
      const [file = ''] = (await files()).filter((each) => !before.includes(each));
      return subjectOf(file);
    };
    /** The record of a subject once it says which folder it is for, if it is a grant: that makes another file of it. */
    const settled = async (subject: string) => {
      for (let file: string | undefined; ; await delay(20)) {
        file = (await files()).find((each) => subjectOf(each) === subject);
        const text = file === undefined ? '' : await readFile(file, 'utf8').catch(() => '');
        if (file !== undefined && (text.includes('"deny"') || text.includes('"identity"'))) return file;
      }
    };
    const ofEdited = await settled(await written(`deny it ${edited}`));
    const ofCopied = await settled(await written(`deny it ${copied}`));
    const ofReplayed = await settled(await written(`grant it ${replayed}`));
    const ofSource = await settled(await written(`grant it ${source}`));
    await written(`grant it ${good}`);
    const before = await readFile(ofReplayed);
    await probe.run(`revoke it ${replayed}`);
    await probe.run(`revoke it ${source}`);
    await probe.end();

    const text = await readFile(ofEdited, 'utf8');
    ok(text.includes('"deny"'));
    await writeFile(ofEdited, text.replace('"deny"', '"allow"'));
    await writeFile(ofReplayed, before, { mode: 0o600 });
    // What was granted to one folder, under the name of another, and under a later one.
    await copyFile(ofReplayed, ofCopied);
    await copyFile(ofReplayed, laterName(ofSource, 50));

    const next = await open(storage, folders);
    const { exposed, folders: standings } = await next.standing('it');
    deepEqual(exposed, [uri(good)]);
    deepEqual(
      standings.map(({ folder, consent }) => [path.basename(folder), 'kind' in consent ? consent.kind : '']),
      [
        ['edited', 'undecided'],
        ['copied', 'undecided'],
        ['replayed', 'undecided'],
        ['source', 'undecided'],
        ['good', 'allowed'],
      ],
    );
    await next.until('it', 'answered');
    deepEqual(next.story('it').at(-1), `answered ${uri(good)}`);
    ok(warningsOf(next).length > 0);
  });

  it('two windows that decide at once about the same folders agree, and show their servers the same', async () => {
    const storage = path.join(await stage.folder, 'storage');
    const folders = await Promise.all(Array.from({ length: 40 }, (_, i) => stage.makeFolder(`f${i}`)));
    const [one, other] = [await open(storage, folders), await open(storage, folders)];
    const deciding = folders.flatMap((folder) => [
      one.run(`grant it ${folder}`),
      other.run(`deny it ${folder}`),
    ]);
    await Promise.all(deciding);
    // Each window hears of the other's last word when the system tells it.
    for (let left = 500; left > 0; left -= 1) {
      const [a, b] = [await decided(one), await decided(other)];
      if (a.length === 40 && JSON.stringify(a) === JSON.stringify(b)) break;
    }
    const [a, b] = [await decided(one), await decided(other)];
    deepEqual(a, b);
    equal(a.length, 40);
    const allowed = folders.filter((folder) => a.includes(kept(folder, 'allow'))).map(uri);
    deepEqual([(await one.standing('it')).exposed, (await other.standing('it')).exposed], [allowed, allowed]);
    const third = await open(storage, folders);
    deepEqual(await decided(third), a);
  });

  it('a storage that is a link to another folder is refused in words, and nothing is shared', async () => {
    const elsewhere = path.join(await stage.folder, 'elsewhere');
    await mkdir(elsewhere);
    await symlink(elsewhere, path.join(await stage.folder, 'storage'));
    const folder = await stage.makeFolder('folder');
    await rejects(openHost(stage, { it: fixture() }, [folder]), {
      name: 'UserError',
      message: /is a symbolic link\. MCP Roots keeps decisions only in a real folder/,
    });
    deepEqual(await readdir(elsewhere), []);
  });
});

/** What the host itself complained of. */
function warningsOf(probe: Probe): readonly string[] {
  return probe.lines.flatMap(({ event, text = '' }) =>
    event === 'log' && /^\[(warn|error)\]/.test(text) ? text : [],
  );
}

/** What a record is about, as the name of its file has it. */
function subjectOf(file: string): string {
  return path.basename(file).split('-')[0] ?? '';
}

/** The name that a later record about the same pair would have. */
function laterName(file: string, by: number): string {
  return file.replace(
    /-(\d{12})-/,
    (_, place: string) => `-${String(Number(place) + by).padStart(12, '0')}-`,
  );
}
