import { deepEqual } from 'node:assert/strict';
import {
  consentRows,
  isTicked,
  outcomeOf,
  type ConsentRow,
  type ConsentSubject,
  type NamedStanding,
} from '../../../src/core/consent/consentForm';
import type { ConsentState, FolderStanding } from '../../../src/core/consent/consentState';
import type { Availability } from '../../../src/core/roots/candidate';
import { asRealPath } from '../../../src/core/roots/realPath';
import { available, entry } from '../roots/catalogBench';
import { server } from './fakes';

const undecided: ConsentState = { kind: 'undecided' };
const always = { duration: 'always' } as const;

function standing(
  path: string,
  consent: ConsentState = undecided,
  availability: Availability = available(path),
): FolderStanding {
  return { candidate: { ...entry(path), availability, aliases: [] }, consent };
}

function named(path: string, given: Partial<NamedStanding> = {}): NamedStanding {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    name,
    path,
    grantable: asRealPath(path),
    moved: false,
    granted: false,
    duration: undefined,
    ...given,
  };
}

function subject(
  folders: readonly FolderStanding[],
  names: readonly NamedStanding[] = [],
  before: readonly string[] = [],
): ConsentSubject {
  const wasAllowed = (folder: string) => before.includes(folder);
  return { name: 'git', noun: 'server', fingerprint: server('git'), folders, named: names, wasAllowed };
}

/** The rows, one line each. */
function lines(rows: readonly ConsentRow[]): readonly string[] {
  return rows.map((row) => {
    const remark = row.remark === undefined ? '' : ` (${row.remark})`;
    return `${row.section}: ${row.name}${isTicked(row) ? ' ✓' : ''}${remark}`;
  });
}

describe('The consent question', () => {
  it('offers again what was allowed before the definition changed, and ticks none of it', () => {
    const outside = named('/srv/data');
    const rows = consentRows(
      subject(
        [standing('/w/web'), standing('/w/api'), standing('/w/named')],
        [named('/w/named'), outside],
        ['/w/web', '/w/named', '/srv/data'],
      ),
    );
    deepEqual(lines(rows), [
      'New: web (allowed before the definition changed)',
      'New: api',
      'Named by the definition: named (allowed before the definition changed)',
      'Named by the definition: data (named by the definition, allowed before the definition changed)',
    ]);
  });

  it('has every folder in its section, sections in their order, folders in that of the workspace', () => {
    const rows = consentRows(
      subject(
        [
          standing('/w/denied', { kind: 'denied', ...always }),
          standing(
            '/w/gone',
            { kind: 'cannot be shared', why: 'the folder does not exist' },
            { kind: 'missing' },
          ),
          standing('/w/allowed', { kind: 'allowed', ...always }),
          standing('/w/named'),
          standing('/w/new1'),
          standing('/w/new2'),
        ],
        [named('/w/named')],
      ),
    );
    deepEqual(lines(rows), [
      'New: new1',
      'New: new2',
      'Named by the definition: named',
      'Allowed: allowed ✓',
      'Not allowed: denied',
      'Cannot be shared: gone (the folder does not exist)',
    ]);
  });

  it('says of each row all that an answer needs', () => {
    deepEqual(
      consentRows(
        subject([
          standing('/l/web', { kind: 'allowed', duration: 'session', through: '/w' }, available('/w/web')),
        ]),
      ),
      [
        {
          section: 'Allowed',
          server: { name: 'git', noun: 'server', fingerprint: server('git') },
          name: 'web',
          path: '/l/web',
          realPath: asRealPath('/w/web'),
          identity: { device: 'd1', inode: 'i1' },
          duration: 'session',
          coveredBy: '/w',
          remark: 'covered by /w',
        },
      ],
    );
  });

  it('ticks nothing new beforehand, only what is allowed already', () => {
    const rows = consentRows(
      subject(
        [
          standing('/w/new'),
          standing('/w/denied', { kind: 'denied', ...always }),
          standing('/w/allowed', { kind: 'allowed', ...always }),
        ],
        [named('/w/named')],
      ),
    );
    deepEqual(
      rows.filter(isTicked).map(({ name }) => name),
      ['allowed'],
    );
  });

  it('asks anew for a folder in whose place another was put, and says so (rule 5)', () => {
    const moved: Availability = {
      kind: 'moved',
      realPath: asRealPath('/w/web'),
      identity: { device: 'd1', inode: 'i2' },
    };
    const rows = consentRows(subject([standing('/w/web', undecided, moved), standing('/w/api')]));
    deepEqual(lines(rows), ['New: web (another folder was put in its place)', 'New: api']);
    deepEqual(
      rows.map(({ isMoved, identity }) => [isMoved, identity?.inode]),
      [
        [true, 'i2'],
        [undefined, 'i1'],
      ],
    );
  });

  it('says of a new folder when its disk cannot tell it from another (rule 5)', () => {
    const unstable: Availability = { ...available('/w/web'), hasUnstableNumbers: true };
    const rows = consentRows(subject([standing('/w/web', undecided, unstable)]));
    deepEqual(lines(rows), [
      'New: web (goes by its path alone: this disk does not show when another folder takes its place)',
    ]);
    deepEqual(
      rows.map(({ identity }) => identity),
      [undefined],
    );
  });

  it('says where a link led before it was turned (rule 5)', () => {
    const { candidate, consent } = standing('/l', undecided, available('/w/api'));
    const turned = { candidate: { ...candidate, ledTo: asRealPath('/w/web') }, consent };
    deepEqual(lines(consentRows(subject([turned]))), ['New: l (led to /w/web before)']);
  });

  it('lists a denied folder among those that the definition names when it needs it', () => {
    const rows = consentRows(subject([standing('/w/web', { kind: 'denied', ...always })], [named('/w/web')]));
    deepEqual(lines(rows), ['Named by the definition: web']);
  });

  it('says by which refusal a folder inside another is not allowed', () => {
    const rows = consentRows(subject([standing('/w/web', { kind: 'denied', ...always, through: '/w' })]));
    deepEqual(lines(rows), ['Not allowed: web (not allowed with /w)']);
  });

  it('offers what the definition names besides the candidates, and says for how long it is allowed', () => {
    const rows = consentRows(
      subject(
        [],
        [
          named('/x/new'),
          named('/x/yes', { granted: true, duration: 'session' }),
          named('/x/gone', { grantable: undefined }),
        ],
      ),
    );
    deepEqual(lines(rows), [
      'Named by the definition: new (named by the definition)',
      'Allowed: yes ✓ (named by the definition)',
      'Cannot be shared: gone (named by the definition, not available)',
    ]);
    deepEqual(
      rows.map(({ duration }) => duration),
      [undefined, 'session', undefined],
    );
  });

  it('lists a named candidate once', () => {
    const rows = consentRows(
      subject(
        [standing('/w/web', { kind: 'allowed', ...always })],
        [named('/w/web', { granted: true, duration: 'always' })],
      ),
    );
    deepEqual(lines(rows), ['Allowed: web ✓']);
  });
});

describe('The answer to it', () => {
  const rows = consentRows(
    subject(
      [
        standing('/w/new'),
        standing('/w/named'),
        standing('/w/allowed', { kind: 'allowed', ...always }),
        standing('/w/denied', { kind: 'denied', ...always }),
        standing('/w/gone', { kind: 'cannot be shared', why: 'gone' }, { kind: 'missing' }),
      ],
      [named('/w/named')],
    ),
  );

  function answer(...ticked: readonly string[]) {
    const { granted, withdrawn, left } = outcomeOf(
      rows,
      new Set(rows.filter(({ name }) => ticked.includes(name))),
    );
    const names = (of: readonly ConsentRow[]) => of.map(({ name }) => name);
    return { granted: names(granted), withdrawn: names(withdrawn), left: names(left) };
  }

  const cases: readonly (readonly [string, readonly string[], object])[] = [
    [
      'Enter without a change grants nothing and takes nothing away',
      ['allowed'],
      { granted: [], withdrawn: [], left: ['new', 'named'] },
    ],
    [
      'a tick grants, what was asked for and not ticked is left',
      ['new', 'allowed'],
      { granted: ['new'], withdrawn: [], left: ['named'] },
    ],
    [
      'taking the tick off what is allowed withdraws it',
      [],
      { granted: [], withdrawn: ['allowed'], left: ['new', 'named'] },
    ],
    [
      'a tick on what was refused grants it; not ticking it is no new refusal',
      ['denied', 'allowed'],
      { granted: ['denied'], withdrawn: [], left: ['new', 'named'] },
    ],
    [
      'a tick on what cannot be shared means nothing',
      ['gone', 'allowed'],
      { granted: [], withdrawn: [], left: ['new', 'named'] },
    ],
  ];
  for (const [rule, ticked, expected] of cases) {
    it(rule, () => deepEqual(answer(...ticked), expected));
  }
});
