import { deepEqual } from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { amendApproval, standingApprovals } from '../../../src/core/approval/approval';
import type { DefinitionFacts } from '../../../src/core/approval/definitionFacts';
import { asRealPath } from '../../../src/core/roots/realPath';
import type { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { approvals } from '../../../src/node/stores/recordKinds';
import { Signer } from '../../../src/node/stores/signature';
import { SignedRecords } from '../../../src/node/stores/signedRecords';
import { approval } from '../approval/fakeApprovals';
import { server } from '../consent/fakes';
import { KeptLog, Surroundings, testSigner } from './surroundings';

describe('Approvals on disk', () => {
  const surroundings = new Surroundings();
  let storage: PrivateFolder;
  beforeEach(async () => (storage = await surroundings.storage()));

  const open = async (of = storage, signer = testSigner) =>
    surroundings.add(await SignedRecords.open(approvals, { storage: of, signer, log: new KeptLog() }));
  const folderOf = ({ path: top }: PrivateFolder) => path.join(top, 'approvals');
  const onlyFile = async () => {
    const [name, ...others] = await readdir(folderOf(storage));
    if (name === undefined || others.length > 0) throw new Error('There is one record.');
    return path.join(folderOf(storage), name);
  };

  it('stand for the next window, one for each server and place, the latest', async () => {
    const store = await open();
    const replacing = approval('b', { replaces: server('a'), summary: 'Runs "b"\n  ä' });
    const elsewhere = approval('c', { serverId: 'workspace/git', place: 'file:///w' });
    for (const each of [approval('a'), elsewhere, replacing]) await store.write([each]);
    const next = [...standingApprovals(await open())].toSorted((a, b) =>
      a.fingerprint < b.fingerprint ? -1 : 1,
    );
    deepEqual(next, [replacing, elsewhere]);
  });

  it('that were taken back do not stand for the next window, nor do older ones put back beside that', async () => {
    const store = await open();
    await store.write([approval('a')]);
    const file = await onlyFile();
    const text = await readFile(file);
    await store.write([{ serverId: 'user/git', place: '', fingerprint: undefined, takenBackAt: 2000 }]);
    deepEqual([standingApprovals(store), standingApprovals(await open())], [[], []]);
    await writeFile(file, text, { mode: 0o600 });
    deepEqual(standingApprovals(await open()), []);
    await store.write([approval('b')]);
    deepEqual(standingApprovals(await open()), [approval('b')]);
  });

  it('keep everything that was approved by its facts, whatever it is', async () => {
    const oauth = { clientId: 'id', clientSecret: 'mark', scopes: ['a'] };
    const plain: DefinitionFacts = {
      name: 'git',
      scope: { kind: 'user' },
      launch: { kind: 'process', executable: '/bin/git', args: ['-x'], env: { A: 'mark', B: null } },
      late: [],
      roots: { declare: true, onRevoke: 'restart', whenEmpty: 'start' },
    };
    const all: readonly DefinitionFacts[] = [
      plain,
      {
        ...plain,
        scope: { kind: 'folder', uri: 'file:///w', name: 'w' },
        launch: { kind: 'process', executable: '/bin/git', args: [], cwd: '/w', env: {} },
        late: [
          { at: 'args.0', name: 'input:key', asks: 'API key' },
          { at: 'args.1', name: 'mcpRoots' },
        ],
        roots: { ...plain.roots, primary: 'web', files: true, schemes: ['https'] },
        agent: { readsFiles: true, writesFiles: false, missingIsEmpty: true },
      },
      {
        ...plain,
        launch: { kind: 'address', type: 'sse', url: 'https://a.example', headers: { A: 'mark' }, oauth },
      },
    ];
    for (const summary of all) {
      await (await open()).write([approval('a', { summary })]);
      deepEqual(standingApprovals(await open()), [approval('a', { summary })]);
    }
  });

  it('may have the longest summary that is kept', async () => {
    const long = approval('a', { summary: '\\'.repeat(60_100) });
    await (await open()).write([long]);
    deepEqual(standingApprovals(await open()), [long]);
  });

  it('keep the program that was approved, and none where an older version wrote none', async () => {
    const program = { path: '/bin/tool', leadsTo: asRealPath('/opt/v1/tool') };
    await (await open()).write([approval('a')]);
    deepEqual(standingApprovals(await open()), [approval('a')]);
    deepEqual(JSON.parse(await readFile(await onlyFile(), 'utf8')).program, undefined);
    await (await open()).write([approval('a', { program })]);
    deepEqual(standingApprovals(await open()), [approval('a', { program })]);
  });

  it('are amended only as long as no other word stands in their place', async () => {
    const program = { path: '/bin/tool', leadsTo: asRealPath('/opt/v1/tool') };
    const [store, other] = [await open(), await open()];
    await store.write([approval('a')]);
    deepEqual(await amendApproval(other, approval('a', { program }), approval('a')), true);
    deepEqual(standingApprovals(await open()), [approval('a', { program })]);
    await store.write([{ serverId: 'user/git', place: '', fingerprint: undefined, takenBackAt: 2000 }]);
    deepEqual(await amendApproval(other, approval('a', { program }), approval('a', { program })), false);
    await store.write([approval('b', { approvedAt: 3000 })]);
    deepEqual(await amendApproval(other, approval('a', { program }), approval('a', { program })), false);
    deepEqual(standingApprovals(await open()), [approval('b', { approvedAt: 3000 })]);
    await store.write([approval('b', { approvedAt: 4000 })]);
    deepEqual(
      await amendApproval(other, approval('b', { program }), approval('b', { approvedAt: 3000 })),
      false,
    );
    deepEqual(standingApprovals(await open()), [approval('b', { approvedAt: 4000 })]);
  });

  it('that were edited are not believed', async () => {
    await (await open()).write([approval('aaaa')]);
    const file = await onlyFile();
    await writeFile(file, (await readFile(file, 'utf8')).replace('"aaaa"', '"bbbb"'));
    deepEqual(standingApprovals(await open()), []);
  });

  it('of another installation are not believed', async () => {
    await (await open()).write([approval('a')]);
    const another = await surroundings.storage();
    await mkdir(folderOf(another), { recursive: true, mode: 0o700 });
    const file = await onlyFile();
    await copyFile(file, path.join(folderOf(another), path.basename(file)));
    deepEqual(standingApprovals(await open(another, new Signer(Buffer.alloc(32, 8)))), []);
  });

  it('are no decisions: the signed record of one kind counts for nothing among the other', async () => {
    const decisions = await storage.child('decisions');
    await (await open()).write([approval('a')]);
    const file = await onlyFile();
    await copyFile(file, path.join(decisions.path, path.basename(file)));
    const { DecisionFiles } = await import('../../../src/node/stores/decisionFiles.js');
    const store = surroundings.add(
      await DecisionFiles.open({ storage, signer: testSigner, log: new KeptLog() }),
    );
    deepEqual(store.standing, []);
  });
});
