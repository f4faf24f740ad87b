import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Ledger } from '../../../src/core/consent/ledger';
import type { Event } from '../../../src/core/event';
import { DecisionFiles } from '../../../src/node/stores/decisionFiles';
import type { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { openWindowLease } from '../../../src/node/stores/windowLease';
import { FakeClock } from '../consent/fakes';
import { allow, KeptLog, Surroundings, testSigner } from './surroundings';

/** Resolves when the event fires next. */
function once(event: Event<void>): Promise<void> {
  return new Promise((resolve) => {
    const listening = event(() => {
      listening.dispose();
      resolve();
    });
  });
}

describe('A withdrawal that the disk does not take', function () {
  this.timeout(20_000);
  const surroundings = new Surroundings();
  const grant = allow('server', '/work/a');

  /** What an extension host keeps, over real files. */
  async function host(storage: PrivateFolder) {
    const log = new KeptLog();
    const store = surroundings.add(await DecisionFiles.open({ storage, signer: testSigner, log }));
    const lease = surroundings.add(
      await openWindowLease({ storage, signer: testSigner, log, workspace: 'w', patienceMilliseconds: 0 }),
    );
    return { store, lease, ledger: surroundings.add(new Ledger(store, new FakeClock(), path)) };
  }

  it('holds in the next extension host of the window, and in all others once the disk takes it', async () => {
    const storage = await surroundings.storage();
    const first = await host(storage);
    await first.store.write([grant]);

    // In the place of the folder of decisions there is a file: nothing can be written.
    const folder = path.join(storage.path, 'decisions');
    await rename(folder, `${folder}.away`);
    await writeFile(folder, '');
    await assert.rejects(first.ledger.withdraw([grant]), /tried again/);
    assert.equal(first.ledger.nearest(grant), undefined);
    const { sessionDecisions, unkept } = first.ledger;
    first.lease.keep({ sessionDecisions, unkept: unkept.words, revoked: [], sampling: [], running: [] });
    await first.lease.release();

    // The folder is back, and with it the grant.
    await rename(folder, `${folder}.file`);
    await rename(`${folder}.away`, folder);
    const second = await host(storage);
    assert.equal(second.ledger.nearest(grant)?.verdict, 'allow');
    await second.lease.claim((left) => second.ledger.adopt(left));
    assert.equal(second.ledger.nearest(grant), undefined);
    while (second.ledger.unkept.words.length > 0) await once(second.ledger.unkept.onDidChange);

    const other = await host(storage);
    assert.deepEqual([other.ledger.decisions, other.store.unreadable.has(grant)], [[], false]);
  });
});
