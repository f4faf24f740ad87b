import { deepEqual, equal } from 'node:assert/strict';
import { asRealPath } from '../../../src/core/roots/realPath';
import type { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { PrimaryFiles } from '../../../src/node/stores/primaryFiles';
import { FakeClock, server } from '../consent/fakes';
import { KeptLog, Surroundings, testSigner } from '../stores/surroundings';

describe('The folder that goes first in the sessions of an agent', function () {
  this.timeout(20_000);
  const surroundings = new Surroundings();
  const clock = new FakeClock();
  let storage: PrivateFolder;
  beforeEach(async () => (storage = await surroundings.storage()));

  const open = async (workspace: string) =>
    surroundings.add(
      await PrimaryFiles.open({ storage, signer: testSigner, log: new KeptLog() }, workspace, clock),
    );

  it('is remembered for this agent in this workspace only, the last one that was chosen', async () => {
    const files = await open('w');
    await files.choose(server('claude'), asRealPath('/w/app'));
    await files.choose(server('claude'), asRealPath('/w/docs'));
    const later = await open('w');
    equal(later.find(server('claude')), '/w/docs');
    deepEqual(
      [later.find(server('other')), (await open('v')).find(server('claude'))],
      [undefined, undefined],
    );
  });
});
