import { deepEqual, equal } from 'node:assert/strict';
import path from 'node:path';
import * as fc from 'fast-check';
import { exposureOf, type RootWriter } from '../../../src/core/consent/exposing';
import { Ledger } from '../../../src/core/consent/ledger';
import { accessRule, type RuledServer, type AccessRule } from '../../../src/core/consent/accessRule';
import { whoSentence, whySentence, type AccessCase } from '../../../src/core/record/accessSentence';
import type { Availability, Candidate } from '../../../src/core/roots/candidate';
import { asRealPath } from '../../../src/core/roots/realPath';
import { decision, FakeClock, FakeStore, plainWriter, server } from '../consent/fakes';

const moment = (at: number) => `minute ${at}`;
const git: RuledServer = { fingerprint: server('git'), declare: true, primary: undefined };
const on = { sharing: true, trusted: true };

function candidate(folder: string, availability?: Availability): Candidate {
  const identity = { device: '1', inode: folder };
  return {
    uri: `file://${folder}`,
    path: folder,
    name: path.posix.basename(folder),
    origin: 'workspace',
    aliases: [],
    availability: availability ?? { kind: 'available', realPath: asRealPath(folder), identity },
  };
}

function ledgerOf(...decisions: Parameters<typeof decision>[]): Ledger {
  return new Ledger(
    new FakeStore(...decisions.map((each) => decision(...each))),
    new FakeClock(),
    path.posix,
  );
}

/** A case of the server "git" and the folder /w/web. */
function sight(rule: AccessRule, changes: Partial<AccessCase> = {}): AccessCase {
  return {
    server: 'git',
    noun: 'server',
    folder: 'web',
    rule,
    state: { kind: 'stopped' },
    hindrance: undefined,
    wasAllowed: false,
    isNamed: false,
    told: undefined,
    ...changes,
  };
}

const running = {
  kind: 'running',
  since: 1,
  place: { kind: 'process', pid: 1 },
  protocolVersion: '',
  serverInfo: '',
} as const;
const unreadable: RootWriter = { ...plainWriter, uri: () => undefined };

interface Row {
  readonly decisions?: readonly Parameters<typeof decision>[];
  readonly server?: RuledServer;
  readonly switches?: typeof on;
  readonly availability?: Availability;
  readonly outside?: true;
  readonly writer?: RootWriter;
  readonly case?: Partial<AccessCase>;
  readonly says: string;
}

const rows: Readonly<Record<string, Row>> = {
  'a grant for always, server stopped': {
    decisions: [['/w/web', 'allow', 7]],
    says: '“git” can see “web”: it is allowed always, since minute 7, and it is told when it starts.',
  },
  'a grant for the session, and told': {
    decisions: [['/w/web', 'allow', 7, 'session']],
    case: { state: running, told: { at: 8, by: 'roots/list' } },
    says: '“git” can see “web”: it is allowed in this session, since minute 7, and it was told of it when it asked, minute 8.',
  },
  'a grant, and not asked yet': {
    decisions: [['/w/web', 'allow', 7]],
    case: { state: running },
    says: '“git” can see “web”: it is allowed always, since minute 7, but it has not asked since.',
  },
  "the parent's grant covers it": {
    decisions: [['/w', 'allow', 7]],
    says: '“git” can see “web”: it lies in /w, which is allowed always, since minute 7, and it is told when it starts.',
  },
  'a grant, but the server is shadowed or not approved': {
    decisions: [['/w/web', 'allow', 7]],
    case: { hindrance: 'its definition was not approved yet' },
    says: '“git” can see “web”: it is allowed always, since minute 7, but it does not start: its definition was not approved yet.',
  },
  'a grant to an agent, which never asks': {
    decisions: [['/w/web', 'allow', 7]],
    case: { noun: 'agent', state: running },
    says: '“git” can see “web”: it is allowed always, since minute 7, and the next session that is opened is told of it.',
  },
  'a grant to an agent that was told': {
    decisions: [['/w/web', 'allow', 7]],
    case: { noun: 'agent', state: running, told: { at: 8, by: 'session/new' } },
    says: '“git” can see “web”: it is allowed always, since minute 7, and it was told of it when a session was begun, minute 8.',
  },
  'denied to an agent that was told before and runs': {
    decisions: [['/w/web', 'deny', 7]],
    case: { noun: 'agent', state: running, told: { at: 3, by: 'session/load' } },
    says: '“git” cannot see “web”: it is not allowed, since minute 7, but its running process was told of it when a session was opened again, minute 3.',
  },
  'undecided again after the definition of an agent changed': {
    case: { noun: 'agent', wasAllowed: true },
    says: '“git” cannot see “web”: the definition of the agent has changed since it was allowed, and you have not decided anew.',
  },
  undecided: { says: '“git” cannot see “web”: you have not decided about it.' },
  'undecided again after the definition changed': {
    case: { wasAllowed: true },
    says: '“git” cannot see “web”: the definition of the server has changed since it was allowed, and you have not decided anew.',
  },
  'denied for always': {
    decisions: [['/w/web', 'deny', 7]],
    says: '“git” cannot see “web”: it is not allowed, since minute 7.',
  },
  'denied for the session, but told before and still running': {
    decisions: [['/w/web', 'deny', 7, 'session']],
    case: { state: running, told: { at: 3, by: 'roots/list' } },
    says: '“git” cannot see “web”: it is not allowed in this session, since minute 7, but its running process was told of it when it asked, minute 3.',
  },
  'denied with its parent': {
    decisions: [['/w', 'deny', 7]],
    says: '“git” cannot see “web”: it lies in /w, which is not allowed, since minute 7.',
  },
  'denied inside a granted parent': {
    decisions: [
      ['/w', 'allow', 3],
      ['/w/web', 'deny', 7],
    ],
    says: '“git” cannot see “web”: it is not allowed, since minute 7, but it lies in /w, which is allowed.',
  },
  'sharing is off': {
    decisions: [['/w/web', 'allow', 7]],
    switches: { sharing: false, trusted: true },
    says: '“git” cannot see “web”: sharing is off, in all windows.',
  },
  'the workspace is not trusted': {
    decisions: [['/w/web', 'allow', 7]],
    switches: { sharing: true, trusted: false },
    says: '“git” cannot see “web”: this workspace is not trusted, so that no folder is shared.',
  },
  'the definition cannot be used': {
    server: { fault: 'The command "gti" was not found on PATH.' },
    says: '“git” cannot see “web”: its definition cannot be used: The command "gti" was not found on PATH.',
  },
  'roots are not declared': {
    server: { ...git, declare: false },
    says: '“git” cannot see “web”: its definition says that it is not told of roots.',
  },
  'roots are not declared, but the launch names it': {
    server: { ...git, declare: false },
    case: { isNamed: true },
    says: '“git” cannot see “web” as a root: its definition says that it is not told of roots, but its definition names it, which tells it of it at every start.',
  },
  'roots are not declared, and the launch has told it': {
    server: { ...git, declare: false },
    case: { isNamed: true, state: running, told: { at: 3, by: 'launch' } },
    says: '“git” cannot see “web” as a root: its definition says that it is not told of roots, but its running process was told of it by its launch, minute 3.',
  },
  'no folder of this workspace': {
    outside: true,
    case: { isNamed: true },
    says: '“git” cannot see “web” as a root: the folder is not part of this workspace, but its definition names it, which tells it of it at every start.',
  },
  missing: {
    availability: { kind: 'missing' },
    says: '“git” cannot see “web”: the folder does not exist.',
  },
  'not a directory': {
    availability: { kind: 'not a directory' },
    says: '“git” cannot see “web”: it is a file, not a folder.',
  },
  'not readable': {
    availability: { kind: 'not readable' },
    says: '“git” cannot see “web”: the folder cannot be read.',
  },
  'no answer of the disk': {
    availability: { kind: 'no answer' },
    says: '“git” cannot see “web”: the disk does not answer.',
  },
  'no address of its own': {
    availability: { kind: 'no address' },
    says: '“git” cannot see “web”: its name cannot be written as an address.',
  },
  'granted, but without an address': {
    decisions: [['/w/web', 'allow', 7]],
    writer: unreadable,
    says: '“git” cannot see “web”: its path cannot be written as an address.',
  },
  'another scheme': {
    availability: { kind: 'scheme not supported', scheme: 'vscode-vfs' },
    says: '“git” cannot see “web”: "vscode-vfs:" folders have no path that a server could open.',
  },
  moved: {
    decisions: [['/w/web', 'allow', 7]],
    availability: { kind: 'moved', realPath: asRealPath('/w/web'), identity: { device: '1', inode: '2' } },
    says: '“git” cannot see “web”: another folder was put in its place, about which you have not decided.',
  },
};

describe('Why can a server see a folder, or not: one sentence, and the rule that decided', () => {
  for (const [name, row] of Object.entries(rows)) {
    it(name, () => {
      const of = row.outside ? undefined : candidate('/w/web', row.availability);
      const sources = {
        ledger: ledgerOf(...(row.decisions ?? [])),
        switches: row.switches ?? on,
        writer: row.writer ?? plainWriter,
      };
      equal(whySentence(sight(accessRule(row.server ?? git, of, sources), row.case), moment), row.says);
    });
  }

  it('tells of a folder which of a server and an agent of one name can see it', () => {
    const seen = sight(
      accessRule(git, candidate('/w/web'), {
        ledger: ledgerOf(['/w/web', 'allow', 7]),
        switches: on,
        writer: plainWriter,
      }),
    );
    const unseen = sight({ rule: 'undecided' }, { noun: 'agent' });
    equal(
      whoSentence('web', [seen, unseen], moment),
      '“web” can be seen by “git” (it is allowed always, since minute 7), not by the agent “git” (you have not decided about it).',
    );
    equal(
      whoSentence('web', [sight({ rule: 'undecided' }), unseen], moment),
      'No server or agent can see “web”: you have not decided about it.',
    );
  });

  it('shows names of others harmless and short', () => {
    const evil = `\u001b[2J\u202e${'x'.repeat(500)}`;
    const text = whySentence(sight({ rule: 'undecided' }, { server: evil, folder: evil }), moment);
    deepEqual([text.includes('\u001b') || text.includes('\u202e'), text.length < 250], [false, true]);
  });

  it('says "can see" exactly if the folder is exposed (10,000 random worlds)', () => {
    const folders = ['/w', '/w/web', '/w/web/src', '/w/api', '/x'];
    const identity = { device: '1', inode: '1' };
    const availabilities = fc.constantFrom(
      ...(['missing', 'not a directory', 'not readable', 'no address', 'no answer'] as const).map(
        (kind) => () => ({ kind }),
      ),
      (folder: string) => ({ kind: 'moved' as const, realPath: asRealPath(folder), identity }),
      () => ({ kind: 'scheme not supported' as const, scheme: 'vscode-vfs' }),
      ...Array.from({ length: 8 }, () => (folder: string) => {
        return { kind: 'available' as const, realPath: asRealPath(folder), identity };
      }),
    );
    const world = fc.record({
      decisions: fc.uniqueArray(
        fc.tuple(
          fc.constantFrom(...folders),
          fc.constantFrom('allow', 'deny'),
          fc.nat(9),
          fc.constantFrom('always', 'session'),
          fc.constantFrom('git', 'git', 'docs'),
        ),
        { selector: ([folder, , , , by]) => `${by} ${folder}` },
      ),
      availabilities: fc.array(availabilities, { minLength: folders.length, maxLength: folders.length }),
      sharing: fc.constantFrom(true, true, true, false),
      trusted: fc.constantFrom(true, true, true, false),
      declare: fc.constantFrom(true, true, true, false),
      unwritable: fc.constantFrom(...folders, ...folders.map(() => undefined)),
    });
    fc.assert(
      fc.property(world, ({ decisions, availabilities: found, sharing, trusted, declare, unwritable }) => {
        const candidates = folders.map((folder, i) => candidate(folder, found[i]?.(folder)));
        const ledger = ledgerOf(...(decisions as Parameters<typeof decision>[]));
        const writer: RootWriter = {
          ...plainWriter,
          uri: (folder) => (folder === unwritable ? undefined : plainWriter.uri(folder)),
        };
        const asked = { ...git, declare };
        const switches = { sharing, trusted };
        const { roots } = exposureOf(asked, candidates, ledger, switches, writer);
        const said = candidates.filter((each) => {
          const rule = accessRule(asked, each, { ledger, switches, writer });
          const sentence = whySentence(sight(rule, { folder: each.name }), moment);
          const can = sentence.startsWith(`“git” can see “${each.name}”`);
          equal(!can, sentence.startsWith(`“git” cannot see “${each.name}”`));
          equal(sentence.indexOf('. '), -1, sentence);
          return can;
        });
        deepEqual(
          said.map(({ uri }) => uri),
          roots.map(({ source }) => source),
        );
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('Who can see a folder: one sentence', () => {
  const grant = decision('/w/web', 'allow', 7);
  const allowed = { rule: 'allowed', by: grant, isOwn: true } as const;
  const undecided = { rule: 'undecided' } as const;

  const cases: Readonly<Record<string, readonly [cases: readonly AccessCase[], says: string]>> = {
    'no server': [[], 'No server can see “web”: none is configured.'],
    'some, and why the others cannot': [
      [
        sight(allowed, { server: 'a' }),
        sight({ ...allowed, by: decision('/w', 'allow', 8, 'session'), isOwn: false }, { server: 'b' }),
        sight(undecided, { server: 'c' }),
      ],
      '“web” can be seen by “a” (it is allowed always, since minute 7) and “b” (it lies in /w, which is allowed in this session, since minute 8), not by “c” (you have not decided about it).',
    ],
    'all of them': [[sight(allowed)], '“web” can be seen by “git” (it is allowed always, since minute 7).'],
    'nobody, for one reason': [
      [
        sight({ rule: 'sharing is off' }, { server: 'a' }),
        sight({ rule: 'sharing is off' }, { server: 'b' }),
      ],
      'No server can see “web”: sharing is off, in all windows.',
    ],
    'nobody, for several reasons': [
      [sight(undecided, { server: 'a' }), sight({ rule: 'roots not declared' }, { server: 'b' })],
      'No server can see “web”: “a” (you have not decided about it) and “b” (its definition says that it is not told of roots).',
    ],
    'nobody, but one was told and still runs': [
      [sight({ rule: 'sharing is off' }, { server: 'a', told: { at: 3, by: 'launch' } })],
      'No server can see “web”: sharing is off, in all windows; “a” was told of it earlier and still runs.',
    ],
    many: [
      Array.from({ length: 12 }, (_, i) => sight(undecided, { server: `s${i}`, wasAllowed: i > 0 })),
      `No server can see “web”: ${[
        '“s0” (you have not decided about it)',
        ...Array.from(
          { length: 7 },
          (_, i) =>
            `“s${i + 1}” (the definition of the server has changed since it was allowed, and you have not decided anew)`,
        ),
      ].join(', ')} and 4 more.`,
    ],
  };
  for (const [name, [all, says]] of Object.entries(cases)) {
    it(name, () => equal(whoSentence('web', all, moment), says));
  }
});
