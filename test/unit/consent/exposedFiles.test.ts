import { deepEqual, equal } from 'node:assert/strict';
import path from 'node:path';
import type { Decision, Verdict } from '../../../src/core/consent/decision';
import { exposureOf, type ExposedServer } from '../../../src/core/consent/exposing';
import { listedRoots, type Exposure } from '../../../src/core/consent/exposure';
import { Ledger } from '../../../src/core/consent/ledger';
import { accessRule } from '../../../src/core/consent/accessRule';
import type { Candidate, FolderEntry } from '../../../src/core/roots/candidate';
import type { FolderStat } from '../../../src/core/roots/folderStat';
import { fileKey } from '../../../src/core/roots/grantable';
import { asRealPath } from '../../../src/core/roots/realPath';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';
import { catalogOf, entry, FakeDisk, sights } from '../roots/catalogBench';
import { decision, FakeClock, FakeStore, plainWriter, server } from './fakes';

const notes = '/w/web/notes.md';
const switches = { sharing: true, trusted: true };
const plain: ExposedServer = { fingerprint: server('git'), declare: true, primary: undefined };
const asking: ExposedServer = { ...plain, files: true };

const single = (at: string): FolderEntry => ({ ...entry(at), origin: 'file' });

function found(file: string): FolderStat {
  return { kind: 'file', file: asRealPath(file) };
}

function about(file: string, verdict: Verdict): Decision {
  return { ...decision('/', verdict, 1), folder: fileKey(asRealPath(file)) };
}

async function candidates(
  seen: Readonly<Record<string, FolderStat>>,
  ...entries: readonly FolderEntry[]
): Promise<readonly Candidate[]> {
  const disk = new FakeDisk('/w/web');
  for (const [at, stat] of Object.entries(seen)) disk.folders.set(at, stat);
  return (await catalogOf(disk, ...entries)).catalog.candidates;
}

function expose(
  of: ExposedServer,
  all: readonly Candidate[],
  decisions: readonly Decision[],
  before?: Exposure,
): Exposure {
  const ledger = new Ledger(new FakeStore(...decisions), new FakeClock(), path.posix);
  return exposureOf(of, all, ledger, switches, plainWriter, before);
}

const uris = (exposure: Exposure) => listedRoots(exposure).map(({ uri }) => uri);

describe('Single files as roots (rule 4)', () => {
  it('go only to a server that asks for files, after the folders', async () => {
    const all = await candidates({ [notes]: found(notes) }, single(notes), entry('/w/web'));
    const consents = [about(notes, 'allow'), decision('/w/web', 'allow', 1)];
    deepEqual(uris(expose(asking, all, consents)), ['file:///w/web', `file://${notes}`]);
    deepEqual(uris(expose(plain, all, consents)), ['file:///w/web']);
    deepEqual(expose(asking, all, consents).others, [
      {
        uri: `file://${notes}`,
        name: 'notes.md',
        key: fileKey(asRealPath(notes)),
        source: `file://${notes}`,
      },
    ]);
  });

  it('are covered by no consent but their own, and cover nothing: not what is put in their place either', async () => {
    const all = await candidates({ [notes]: found(notes) }, single(notes));
    deepEqual(uris(expose(asking, all, [decision('/w/web', 'allow', 1), decision('/', 'allow', 1)])), []);
    deepEqual(uris(expose(asking, all, [about(notes, 'deny')])), []);
    const folder = await candidates({}, entry('/w/web'));
    deepEqual(uris(expose(asking, folder, [about('/w', 'allow'), about('/w/web', 'allow')])), []);
  });

  it('are where their path leads now: a link that is turned leads to another one, which nobody allowed', async () => {
    const before = expose(asking, await candidates({ [notes]: found(notes) }, single(notes)), [
      about(notes, 'allow'),
    ]);
    const turned = await candidates({ [notes]: found('/etc/passwd') }, single(notes));
    const after = expose(asking, turned, [about(notes, 'allow')], before);
    deepEqual([uris(after), [...after.lapsed.keys()]], [[], []]);
  });

  it('never turn into folders, nor folders into files', async () => {
    const seen = { '/w/file': found('/w/file') };
    const all = await candidates(seen, entry('/w/file'), single('/w/web'), single('/w/none'));
    deepEqual(sights(all), ['file: not a directory', 'web: not a file', 'none: missing']);
    const granted = ['/w/file', '/w/web', '/w/none'].map((each) => about(each, 'allow'));
    const folders = ['/w/file', '/w/web'].map((each) => decision(each, 'allow', 1));
    deepEqual(uris(expose(asking, all, [...granted, ...folders])), []);
  });

  it('that lead to one file are one root', async () => {
    const all = await candidates(
      { '/w/link': found(notes), [notes]: found(notes) },
      single('/w/link'),
      single(notes),
    );
    deepEqual(uris(expose(asking, all, [about(notes, 'allow')])), [`file://${notes}`]);
  });

  it('that vanish are only gone', async () => {
    const before = expose(asking, await candidates({ [notes]: found(notes) }, single(notes)), [
      about(notes, 'allow'),
    ]);
    const after = expose(asking, await candidates({}, single(notes)), [about(notes, 'allow')], before);
    deepEqual([uris(after), after.lapsed.get(`file://${notes}`)?.why], [[], 'vanished from disk']);
  });

  it('are in the bounds of no session', async () => {
    const all = await candidates({ [notes]: found(notes) }, single(notes), entry('/w/web'));
    const web = asRealPath('/w/web');
    const within = { folders: [web], standing: new Set([web]) };
    const consents = [about(notes, 'allow'), decision('/w/web', 'allow', 1)];
    deepEqual(uris(expose({ ...asking, within }, all, consents)), ['file:///w/web']);
  });

  it('say why they are not told', async () => {
    const [only] = await candidates({ [notes]: found(notes) }, single(notes));
    const sources = {
      ledger: new Ledger(new FakeStore(), new FakeClock(), path.posix),
      switches,
      writer: plainWriter,
    };
    deepEqual(accessRule(asking, only, sources), { rule: 'undecided' });
    deepEqual(accessRule(plain, only, sources), {
      rule: 'not asked for',
      asking: 'files with "roots.files"',
    });
    await sources.ledger.decide(
      [{ server: plain.fingerprint, folder: fileKey(asRealPath(notes)), verdict: 'allow' }],
      'session',
    );
    equal(accessRule(asking, only, sources).rule, 'allowed');
  });

  it('are asked for by a definition, whose fingerprint says so only where it does', () => {
    const read = (files: unknown) =>
      parseDefinitions({ git: { command: 'x', roots: { files } } }, { kind: 'user' }).map((each) =>
        each.kind === 'defined' ? Object.hasOwn(each.definition.roots, 'files') : each.fault.problem,
      );
    deepEqual(
      [read(true), read(false), read('yes')],
      [[true], [false], ['"roots.files" must be a boolean.']],
    );
  });
});
