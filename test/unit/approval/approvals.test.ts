import { deepEqual, equal, rejects } from 'node:assert/strict';
import { keptText } from '../../../src/core/approval/definitionSummary';
import { Approvals, isApproved, mayGoOn, type ApprovalSubject } from '../../../src/core/approval/approvals';
import { standingApprovals } from '../../../src/core/approval/approval';
import { asRealPath } from '../../../src/core/roots/realPath';
import type { Scope, ServerDefinition } from '../../../src/core/servers/definition';
import type { Program } from '../../../src/core/approval/program';
import { FakeClock, server } from '../consent/fakes';
import { approval, FakeApprovals } from './fakeApprovals';

function subject(
  fingerprint: string,
  scope: Scope = { kind: 'user' },
  args: string[] = [],
  program?: Program,
): ApprovalSubject {
  const definition: ServerDefinition = {
    name: 'git',
    scope,
    transport: { type: 'stdio', command: 'git', args, cwd: undefined, env: {}, envFile: undefined },
    roots: { declare: true, primary: undefined, onRevoke: 'restart', whenEmpty: 'start' },
    timeouts: { initialize: undefined, request: undefined },
    inputs: [],
  };
  return { definition, fingerprint: server(fingerprint), summary: `Runs ${fingerprint}`, program };
}

describe('Approvals', () => {
  let store: FakeApprovals;
  let approvals: Approvals;

  beforeEach(() => {
    store = new FakeApprovals();
    approvals = new Approvals(store, new FakeClock(), 'w1');
  });

  const may = (given: ApprovalSubject, by = approvals) => isApproved(by.standingOf(given));
  const inAnother = () => new Approvals(store, new FakeClock(), 'w2');

  it('hold for exactly what was approved, and keep how that read', async () => {
    deepEqual(approvals.standingOf(subject('a')), { kind: 'new' });
    await approvals.approve(subject('a'));
    deepEqual(approvals.standingOf(subject('a')), { kind: 'approved', replaces: undefined });
    deepEqual(approvals.standingOf(subject('b')), { kind: 'changed', before: approval('a') });
  });

  it('end with the approval of another definition, also for a definition that is changed back', async () => {
    await approvals.approve(subject('a'));
    await approvals.approve(subject('b'));
    deepEqual(approvals.standingOf(subject('b')), { kind: 'approved', replaces: server('a') });
    equal(may(subject('a')), false);
  });

  it('still know what they replaced when they are given twice', async () => {
    for (const each of ['a', 'b', 'b']) await approvals.approve(subject(each));
    deepEqual(approvals.standingOf(subject('b')), { kind: 'approved', replaces: server('a') });
  });

  it('are not given when they could not be kept', async () => {
    store.fails = true;
    await rejects(approvals.approve(subject('a')), { name: 'UserError' });
    equal(may(subject('a')), false);
  });

  it('that were taken back hold for nothing, and that is kept', async () => {
    await approvals.approve(subject('a'));
    const said: string[] = [];
    approvals.onDidTakeBack((fingerprint) => said.push(fingerprint));
    await approvals.takeBack(subject('a'));
    deepEqual(
      [approvals, inAnother()].map((each) => each.standingOf(subject('a'))),
      [{ kind: 'new' }, { kind: 'new' }],
    );
    deepEqual(said, ['a']);
    await approvals.approve(subject('a'));
    deepEqual([may(subject('a')), may(subject('a'), inAnother())], [true, true]);
  });

  it('that were taken back hold for nothing at once, also where that cannot be kept', async () => {
    await approvals.approve(subject('a'));
    store.fails = true;
    const announced: boolean[] = [];
    approvals.onDidChange(() => announced.push(may(subject('a'))));
    await rejects(approvals.takeBack(subject('a')), { name: 'UserError' });
    deepEqual([announced, may(subject('a'))], [[false], false]);
    store.fails = false;
    await inAnother().approve(subject('b'));
    deepEqual(approvals.standingOf(subject('b')), { kind: 'new' }, 'another window approved it before');
  });

  it('are not needed by what comes with the extension, and by nothing else', () => {
    deepEqual(approvals.standingOf(subject('a', { kind: 'bundled' })), { kind: 'not needed' });
    const scopes: readonly Scope[] = [
      { kind: 'user' },
      { kind: 'workspace' },
      { kind: 'folder', uri: 'file:///w', name: 'w' },
    ];
    deepEqual(
      scopes.map((scope) => may(subject('a', scope))),
      [false, false, false],
    );
  });

  it('of a user server hold in every workspace', async () => {
    await approvals.approve(subject('a'));
    equal(may(subject('a'), inAnother()), true);
  });

  it('of a workspace say nothing about a server of the same name in another, or in another scope', async () => {
    const workspace: Scope = { kind: 'workspace' };
    await approvals.approve(subject('a', workspace));
    deepEqual(inAnother().standingOf(subject('b', workspace)), { kind: 'new' });
    deepEqual(approvals.standingOf(subject('a')), { kind: 'new' });
  });

  it('of one server say nothing about another of the same place', async () => {
    await approvals.approve(subject('a'));
    const other = subject('a');
    deepEqual(approvals.standingOf({ ...other, definition: { ...other.definition, name: 'docs' } }), {
      kind: 'new',
    });
  });

  it('keep no more of a definition than their store can read again', async () => {
    await approvals.approve({ ...subject('a'), summary: 'x'.repeat(100_000) });
    const standing = approvals.standingOf(subject('b'));
    equal(standing.kind === 'changed' && keptText(standing.before.summary).length < 61_000, true);
  });

  it('of a user server that is another one in each workspace hold for each', async () => {
    const args = ['${workspaceFolder}'];
    await approvals.approve(subject('a', { kind: 'user' }, args));
    await inAnother().approve(subject('b', { kind: 'user' }, args));
    equal(may(subject('a', { kind: 'user' }, args)), true);
    equal(may(subject('b', { kind: 'user' }, args), inAnother()), true);
  });
});

describe('The program of an approval', () => {
  const at = (leadsTo: string, path = '/bin/tool'): Program => ({ path, leadsTo: asRealPath(leadsTo) });
  const using = (program: Program | undefined, name = 'git', fingerprint = 'a'): ApprovalSubject => {
    const given = subject(fingerprint, undefined, [], program);
    return { ...given, definition: { ...given.definition, name } };
  };
  let store: FakeApprovals;
  let approvals: Approvals;

  beforeEach(() => {
    store = new FakeApprovals();
    approvals = new Approvals(store, new FakeClock(), 'w1');
  });

  const turned = { path: '/bin/tool', before: asRealPath('/v1'), now: asRealPath('/v2') };
  const kindOf = (given: ApprovalSubject, by = approvals) => by.standingOf(given).kind;

  it('is where its name led then: elsewhere it does not run, and what is decided stays', async () => {
    await approvals.approve(using(at('/v1')));
    deepEqual(kindOf(using(at('/v1'))), 'approved');
    const standing = approvals.standingOf(using(at('/v2')));
    deepEqual(standing.kind === 'other program' && standing.program, turned);
    deepEqual([isApproved(standing), mayGoOn(standing)], [false, true]);
    deepEqual(kindOf(using(at('/v1'))), 'approved', 'turned back it is the approved one');
    deepEqual(mayGoOn(approvals.standingOf(using(at('/v1'), 'git', 'b'))), false);
  });

  it('is asked about once for all that run it, in every workspace', async () => {
    const inAnother = new Approvals(store, new FakeClock(), 'w2');
    const ofWorkspace = {
      ...using(at('/v1')),
      definition: { ...using(at('/v1')).definition, scope: { kind: 'workspace' } as const },
    };
    await approvals.approve(using(at('/v1'), 'one'));
    await approvals.approve(using(at('/v1'), 'two'));
    await approvals.approve(using(at('/v1', '/bin/other'), 'three'));
    await inAnother.approve(ofWorkspace);
    const told: string[] = [];
    approvals.onDidApprove(({ serverId }) => told.push(serverId));
    await approvals.approveProgram(turned);
    deepEqual(
      [
        kindOf(using(at('/v2'), 'one')),
        kindOf(using(at('/v2'), 'two')),
        kindOf({ ...ofWorkspace, program: at('/v2') }, inAnother),
        kindOf(using(at('/v2', '/bin/other'), 'three')),
        kindOf(using(at('/v1'), 'one')),
      ],
      ['approved', 'approved', 'approved', 'other program', 'other program'],
    );
    deepEqual(told, ['user/one', 'user/two', 'workspace/git']);
  });

  it('does not run elsewhere where that could not be kept', async () => {
    await approvals.approve(using(at('/v1')));
    store.fails = true;
    await rejects(approvals.approveProgram(turned), { name: 'UserError' });
    deepEqual(kindOf(using(at('/v2'))), 'other program');
  });

  it('is taken over at the first look where a version kept none, once and without a word of the user', async () => {
    await store.write([approval('a')]);
    const told: unknown[] = [];
    approvals.onDidApprove((each) => told.push(each));
    deepEqual(kindOf(using(at('/v1'))), 'approved');
    await approvals.adoptProgram(using(at('/v1')));
    deepEqual(standingApprovals(store), [approval('a', { program: at('/v1') })]);
    let writes = 0;
    store.onDidChange(() => (writes += 1));
    for (const each of ['/v1', '/v2']) await approvals.adoptProgram(using(at(each)));
    deepEqual([kindOf(using(at('/v1'))), kindOf(using(at('/v2'))), told], ['approved', 'other program', []]);
    equal(writes, 0);
  });

  it('that could not be kept is the one of the first look all the same, for this window', async () => {
    await store.write([approval('a')]);
    store.fails = true;
    await approvals.adoptProgram(using(at('/v1')));
    deepEqual([kindOf(using(at('/v1'))), kindOf(using(at('/v2')))], ['approved', 'other program']);
  });

  it('is not taken over where it was approved otherwise with another server', async () => {
    await store.write([approval('a')]);
    await approvals.approve(using(at('/v1'), 'other'));
    await approvals.adoptProgram(using(at('/v2')));
    deepEqual([kindOf(using(at('/v2'))), kindOf(using(at('/v1')))], ['other program', 'approved']);
    await approvals.approveProgram(turned);
    deepEqual(kindOf(using(at('/v2'))), 'approved');
  });

  it('is not taken over for what is not approved', async () => {
    await store.write([approval('b')]);
    await approvals.adoptProgram(using(at('/v1')));
    deepEqual([standingApprovals(store), kindOf(using(at('/v1')))], [[approval('b')], 'changed']);
    await approvals.takeBack(using(undefined, 'git', 'b'));
    await approvals.adoptProgram(using(at('/v1'), 'git', 'b'));
    deepEqual([standingApprovals(store), kindOf(using(at('/v1'), 'git', 'b'))], [[], 'new']);
  });

  it('does not count where none runs, or an answer decides which', async () => {
    await approvals.approve(using(undefined));
    await approvals.adoptProgram(using(undefined));
    deepEqual([kindOf(using(undefined)), standingApprovals(store)[0]?.program], ['approved', undefined]);
  });
});
