import { deepEqual } from 'node:assert/strict';
import path from 'node:path';
import { exposureOf, type ExposedServer, type Switches } from '../../../src/core/consent/exposing';
import type { Exposure, Lapse } from '../../../src/core/consent/exposure';
import { Ledger } from '../../../src/core/consent/ledger';
import type { Decision } from '../../../src/core/consent/decision';
import type { Availability, Candidate } from '../../../src/core/roots/candidate';
import { asRealPath } from '../../../src/core/roots/realPath';
import { available, entry } from '../roots/catalogBench';
import { decision, FakeClock, FakeStore, plainWriter, server } from './fakes';

const git: ExposedServer = { fingerprint: server('git'), declare: true, primary: undefined };
const on: Switches = { sharing: true, trusted: true };

function candidate(path: string, availability: Availability = available(path), name?: string): Candidate {
  return { ...entry(path, name), availability, aliases: [] };
}

function ledger(...standing: readonly Decision[]): Ledger {
  return new Ledger(new FakeStore(...standing), new FakeClock(), path.posix);
}

function allowing(...folders: readonly string[]): Ledger {
  return ledger(...folders.map((folder) => decision(folder, 'allow', 1)));
}

function expose(
  candidates: readonly Candidate[],
  consents: Ledger,
  { of = git, switches = on, before }: { of?: ExposedServer; switches?: Switches; before?: Exposure } = {},
): Exposure {
  return exposureOf(of, candidates, consents, switches, plainWriter, before);
}

function uris({ roots }: Exposure): readonly string[] {
  return roots.map(({ uri }) => uri);
}

function lapses({ lapsed }: Exposure): Record<string, Lapse['why']> {
  return Object.fromEntries([...lapsed].map(([uri, { why }]) => [uri, why]));
}

describe('exposureOf: what is exposed (rule 1)', () => {
  it('is a granted, available candidate, as a root with all that is known of it', () => {
    deepEqual(expose([candidate('/w/web')], allowing('/w/web')), {
      roots: [{ uri: 'file:///w/web', name: 'web', folder: asRealPath('/w/web'), source: 'file:///w/web' }],
      lapsed: new Map(),
    });
  });

  it('is not what nobody decided about, nor what was denied', () => {
    const consents = ledger(decision('/w/api', 'deny', 1), decision('/w/web', 'allow', 1));
    deepEqual(
      uris(
        expose(
          ['/w/web', '/w/api', '/w/docs'].map((each) => candidate(each)),
          consents,
        ),
      ),
      ['file:///w/web'],
    );
  });

  it('is not what another server was granted', () => {
    const consents = ledger(decision('/w/web', 'allow', 1, 'always', 'other'));
    deepEqual(uris(expose([candidate('/w/web')], consents)), []);
  });

  const unavailable: readonly Availability[] = [
    { kind: 'missing' },
    { kind: 'not a directory' },
    { kind: 'not readable' },
    { kind: 'no address' },
    { kind: 'no answer' },
    { kind: 'moved', realPath: asRealPath('/w/web'), identity: { device: 'd1', inode: 'i2' } },
    { kind: 'scheme not supported', scheme: 'vscode-vfs' },
  ];
  for (const availability of unavailable) {
    it(`is not a granted folder that is: ${availability.kind}`, () => {
      deepEqual(uris(expose([candidate('/w/web', availability)], allowing('/w/web'))), []);
    });
  }

  const off: readonly (readonly [string, Parameters<typeof expose>[2]])[] = [
    ['while sharing is off', { switches: { sharing: false, trusted: true } }],
    ['in an untrusted workspace', { switches: { sharing: true, trusted: false } }],
    ['where roots are not declared', { of: { ...git, declare: false } }],
  ];
  for (const [when, given] of off) {
    it(`is nothing ${when}`, () => {
      deepEqual(expose([candidate('/w/web')], allowing('/w/web'), given), { roots: [], lapsed: new Map() });
    });
  }

  it('is not a folder that no URI surely means (rule 4), and its name counts for no other', () => {
    const writer = { ...plainWriter, uri: (folder: string) => (folder === '/w/a' ? undefined : folder) };
    const both = [candidate('/w/a', available('/w/a'), 'same'), candidate('/w/b', available('/w/b'), 'same')];
    deepEqual(exposureOf(git, both, allowing('/w/a', '/w/b'), on, writer).roots, [
      { uri: '/w/b', name: 'same', folder: asRealPath('/w/b'), source: 'file:///w/b' },
    ]);
  });
});

describe('exposureOf: the folder that is decided about is the real one (rule 5)', () => {
  it('a link is exposed by the address of where it leads, and only with a grant for that', () => {
    const link = candidate('/l/web', available('/w/web'));
    deepEqual(uris(expose([link], allowing('/l/web'))), []);
    deepEqual(uris(expose([link], allowing('/w/web'))), ['file:///w/web']);
  });

  it('a grant for a folder covers candidates inside it, a nearer refusal does not', () => {
    const consents = ledger(decision('/w', 'allow', 1), decision('/w/api', 'deny', 1));
    const inside = ['/w/web', '/w/api', '/w/api/src', '/workshop'].map((each) => candidate(each));
    deepEqual(uris(expose(inside, consents)), ['file:///w/web']);
  });
});

describe('exposureOf: order and names (rule 8)', () => {
  const three = ['/w/a', '/w/b', '/w/c'].map((each) => candidate(each));
  const all = allowing('/w/a', '/w/b', '/w/c');

  it('keeps the order of the catalog', () => {
    deepEqual(uris(expose(three, all)), ['file:///w/a', 'file:///w/b', 'file:///w/c']);
  });

  for (const primary of ['c', '/w/c']) {
    it(`puts the primary folder first, named as ${primary}`, () => {
      const of = { ...git, primary };
      deepEqual(uris(expose(three, all, { of })), ['file:///w/c', 'file:///w/a', 'file:///w/b']);
    });
  }

  it('finds the primary folder by an alias too', () => {
    const link = { ...candidate('/w/c'), aliases: [entry('/l/main', 'main')] };
    const of = { ...git, primary: 'main' };
    deepEqual(uris(expose([candidate('/w/a'), link], all, { of })), ['file:///w/c', 'file:///w/a']);
  });

  it('takes no other folder whose name begins like that of the primary one', () => {
    const longer = { ...candidate('/w/a'), name: 'core' };
    const of = { ...git, primary: 'c' };
    deepEqual(uris(expose([candidate('/w/b'), longer], all, { of })), ['file:///w/b', 'file:///w/a']);
  });

  it('does not expose a primary folder that is not granted', () => {
    const of = { ...git, primary: 'c' };
    deepEqual(uris(expose(three, allowing('/w/a'), { of })), ['file:///w/a']);
  });

  it('numbers equal names within the exposed list only: a hidden folder leaves no trace', () => {
    const same = ['/w/a', '/w/b', '/w/c'].map((each) => candidate(each, available(each), 'web'));
    const names = (consents: Ledger) => expose(same, consents).roots.map(({ name }) => name);
    deepEqual(names(all), ['web', 'web (2)', 'web (3)']);
    deepEqual(names(allowing('/w/b', '/w/c')), ['web', 'web (2)']);
    deepEqual(names(allowing('/w/c')), ['web']);
  });

  it('counts a name as the writer writes it', () => {
    const writer = { ...plainWriter, name: () => 'folder' };
    const names = exposureOf(git, three, all, on, writer).roots.map(({ name }) => name);
    deepEqual(names, ['folder', 'folder (2)', 'folder (3)']);
  });
});

describe('exposureOf: what lapsed although its grant stands (rule 7)', () => {
  const web = candidate('/w/web');
  const grants = allowing('/w/web');
  const before = expose([web], grants);

  for (const kind of ['missing', 'not a directory', 'not readable', 'no address', 'no answer'] as const) {
    it(`vanished from disk: ${kind}`, () => {
      const next = expose([candidate('/w/web', { kind })], grants, { before });
      deepEqual([uris(next), lapses(next)], [[], { 'file:///w/web': 'vanished from disk' }]);
    });
  }

  it('left the workspace', () => {
    deepEqual(lapses(expose([], grants, { before })), { 'file:///w/web': 'left the workspace' });
  });

  it('is withdrawn, when a link leads elsewhere now', () => {
    const turned = expose([candidate('/w/web', available('/w/api'))], grants, { before });
    deepEqual([uris(turned), lapses(turned)], [[], {}]);
  });

  it('is withdrawn, when a link leads now where another entry leads', () => {
    const first = candidate('/w/api');
    const turned = { ...first, aliases: [entry('/w/web')] };
    const both = allowing('/w/web', '/w/api');
    deepEqual(lapses(expose([turned], both, { before: expose([first, web], both) })), {});
  });

  it('is not what is exposed by another entry after its own has left', () => {
    const link = { ...entry('/l/web'), availability: available('/w/web'), aliases: [] };
    const next = expose([link], grants, { before });
    deepEqual([uris(next), lapses(next)], [['file:///w/web'], {}]);
  });

  it('is remembered until it is exposed again', () => {
    const gone = expose([], grants, { before });
    const still = expose([], grants, { before: gone });
    deepEqual(lapses(still), { 'file:///w/web': 'left the workspace' });
    deepEqual(lapses(expose([web], grants, { before: still })), {});
  });

  const withdrawn: readonly (readonly [string, () => Exposure])[] = [
    ['the grant was withdrawn', () => expose([], ledger(), { before })],
    ['it was denied', () => expose([], ledger(decision('/w/web', 'deny', 1)), { before })],
    [
      'another folder was put in its place',
      () =>
        expose(
          [
            candidate('/w/web', {
              kind: 'moved',
              realPath: asRealPath('/w/web'),
              identity: { device: 'd1', inode: 'i2' },
            }),
          ],
          grants,
          { before },
        ),
    ],
    [
      'sharing was turned off',
      () => expose([web], grants, { before, switches: { sharing: false, trusted: true } }),
    ],
    [
      'the workspace is not trusted',
      () => expose([web], grants, { before, switches: { sharing: true, trusted: false } }),
    ],
  ];
  for (const [when, next] of withdrawn) {
    it(`is withdrawn, and not a lapse, when ${when}`, () => {
      deepEqual([uris(next()), lapses(next())], [[], {}]);
    });
  }

  it('is withdrawn when the grant goes while the folder is gone', () => {
    const gone = expose([], grants, { before });
    deepEqual(lapses(expose([], ledger(), { before: gone })), {});
  });
});
