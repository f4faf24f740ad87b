import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Approvals, isApproved, type ApprovalSubject } from '../../../src/core/approval/approvals';
import { definitionFacts } from '../../../src/core/approval/definitionFacts';
import { keptText } from '../../../src/core/approval/definitionSummary';
import { fingerprintOf } from '../../../src/core/servers/fingerprint';
import { asRealPath } from '../../../src/core/roots/realPath';
import type { ServerDefinition, StdioTransport } from '../../../src/core/servers/definition';
import type { ProcessLaunch } from '../../../src/core/servers/launch';
import { approvals as approvalRecords } from '../../../src/node/stores/recordKinds';
import { Signer } from '../../../src/node/stores/signature';
import { SignedRecords } from '../../../src/node/stores/signedRecords';
import { FakeClock } from '../consent/fakes';
import { KeptLog, Surroundings } from '../stores/surroundings';
import { approval, FakeApprovals } from './fakeApprovals';

const key = Buffer.alloc(32, 2);

/** A record that version 0.2.0 wrote, when it was told to approve `subjectOf({})`, under that key. */
const record = {
  name: '026778a1085477442591699df209a4f8-000000000001-b9a781275c0f63cf.json',
  text: `{"approvedAt":1766000000000,"fingerprint":"f3cd48103a518c0185d5053ce5ef7309f55efc035cc791d4fbf06c00c84fe591","mac":"8df911bfcaa02e6fae189961f6279af3613d267f6ab6e2b51bd903548f5d01fc","place":"","replaces":null,"serverId":"user/git","summary":"Server: git\\nFrom: user settings\\nProgram: /usr/bin/git-server\\nArguments:\\n  --stdio\\nEnvironment variables besides the minimal ones (a value is not shown; its mark changes with it):\\n  none\\nWorking directory: the first folder that it may see, else an empty one\\nTold of roots: yes\\nFolder that goes first: the first of the workspace\\nWhen a folder is withdrawn: started again\\nWith no folder allowed: starts"}\n`,
};

function subjectOf(stdio: Partial<StdioTransport>, other: Partial<ServerDefinition> = {}): ApprovalSubject {
  const args = ['--stdio'];
  const definition: ServerDefinition = {
    name: 'git',
    scope: { kind: 'user' },
    transport: {
      type: 'stdio',
      command: 'git-server',
      args,
      cwd: undefined,
      env: {},
      envFile: undefined,
      ...stdio,
    },
    roots: { declare: true, primary: undefined, onRevoke: 'restart', whenEmpty: 'start' },
    timeouts: { initialize: undefined, request: undefined },
    inputs: [],
    ...other,
  };
  const launch: ProcessLaunch = {
    kind: 'process',
    executable: '/usr/bin/git-server',
    args,
    cwd: stdio.cwd,
    env: {},
  };
  return {
    definition,
    fingerprint: fingerprintOf(definition, launch, { key, workspace: '' }),
    summary: definitionFacts(definition, launch, () => 'm'),
    program: { path: launch.executable, leadsTo: asRealPath('/opt/git-server') },
  };
}

describe('An approval by version 0.2.0, where a server ran in the first folder that it may see', () => {
  const surroundings = new Surroundings();

  async function approvals(): Promise<Approvals> {
    const storage = await surroundings.storage();
    const folder = path.join(storage.path, 'approvals');
    await mkdir(folder, { mode: 0o700 });
    await writeFile(path.join(folder, record.name), record.text, { mode: 0o600 });
    const ground = { storage, signer: new Signer(key), log: new KeptLog() };
    const store = surroundings.add(await SignedRecords.open(approvalRecords, ground));
    return surroundings.add(new Approvals(store, new FakeClock(), 'w'));
  }

  it('is read, of the very fingerprint under which its folders were decided, and takes one review', async () => {
    const [kept, subject] = [await approvals(), subjectOf({})];
    equal(subject.fingerprint, 'f3cd48103a518c0185d5053ce5ef7309f55efc035cc791d4fbf06c00c84fe591');
    const standing = kept.standingOf(subject);
    equal(standing.kind, 'runs elsewhere');
    equal(isApproved(standing), false);
    await kept.approve(subject);
    deepEqual(kept.standingOf(subject), { kind: 'approved', replaces: undefined });
  });

  it('shows beside what is to be approved that the working directory is another, and nothing else', async () => {
    const [kept, { summary, ...subject }] = [await approvals(), subjectOf({})];
    const standing = kept.standingOf(subject);
    if (standing.kind !== 'runs elsewhere') throw new Error(standing.kind);
    const before = keptText(standing.before.summary).split('\n');
    const now = keptText(summary).split('\n');
    deepEqual(
      before.filter((line) => !now.includes(line)),
      ['Working directory: the first folder that it may see, else an empty one'],
    );
    deepEqual(
      now.filter((line) => !before.includes(line)),
      ['Working directory: an empty one of its own'],
    );
  });

  it('says nothing of a definition that has changed', async () => {
    const kept = await approvals();
    const changed = subjectOf({ cwd: '${mcpPrimaryRoot}' });
    equal(kept.standingOf(changed).kind, 'changed');
    match(keptText(changed.summary), /^Working directory: \$\{mcpPrimaryRoot\}$/mu);
  });

  const agent = { readsFiles: true, writesFiles: true, missingIsEmpty: false };
  const address = { type: 'http', url: 'https://a.example/mcp', headers: {} } as const;
  const unaffected: readonly (readonly [string, ApprovalSubject])[] = [
    ['names its working directory', subjectOf({ cwd: '/srv' })],
    ['is an agent, which never ran there', subjectOf({}, { agent })],
    ['is reached at an address', subjectOf({}, { transport: address })],
  ];
  for (const [what, subject] of unaffected) {
    it(`holds on for one that ${what}`, async () => {
      const store = new FakeApprovals();
      const serverId = subject.definition.agent === undefined ? 'user/git' : 'agent user/git';
      await store.write([approval(subject.fingerprint, { serverId, unlessSaid: undefined })]);
      const kept = new Approvals(store, new FakeClock(), 'w');
      deepEqual(kept.standingOf(subject), { kind: 'approved', replaces: undefined });
    });
  }
});
