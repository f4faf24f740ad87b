import { deepEqual, equal, rejects } from 'node:assert/strict';
import { Approvals, isApproved, type ApprovalSubject } from '../../../src/core/approval/approvals';
import type { Scope, ServerDefinition } from '../../../src/core/servers/definition';
import { FakeClock, server } from '../consent/fakes';
import { approval, FakeApprovals } from './fakeApprovals';

function subject(fingerprint: string, scope: Scope = { kind: 'user' }, args: string[] = []): ApprovalSubject {
  const definition: ServerDefinition = {
    name: 'git',
    scope,
    transport: { type: 'stdio', command: 'git', args, cwd: undefined, env: {}, envFile: undefined },
    roots: { declare: true, primary: undefined, onRevoke: 'restart', whenEmpty: 'start' },
    timeouts: { initialize: undefined, request: undefined },
    inputs: [],
  };
  return { definition, fingerprint: server(fingerprint), summary: `Runs ${fingerprint}` };
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
    equal(standing.kind === 'changed' && standing.before.summary.length < 61_000, true);
  });

  it('of a user server that is another one in each workspace hold for each', async () => {
    const args = ['${workspaceFolder}'];
    await approvals.approve(subject('a', { kind: 'user' }, args));
    await inAnother().approve(subject('b', { kind: 'user' }, args));
    equal(may(subject('a', { kind: 'user' }, args)), true);
    equal(may(subject('b', { kind: 'user' }, args), inAnother()), true);
  });
});
