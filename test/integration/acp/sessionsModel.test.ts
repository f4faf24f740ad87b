import { ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import { Surroundings } from '../../unit/stores/surroundings';
import { ModelDisk } from './modelDisk';
import { SessionsModel, steps, type Done } from './sessionsModel';

describe('The sessions of an agent, whatever happens in whatever order', function () {
  this.timeout(300_000);
  const surroundings = new Surroundings();

  it('send no folder that is not granted at that moment, and read, write, attach and run nothing outside', async () => {
    const done: Done = new Map();
    await fc.assert(
      fc.asyncProperty(fc.boolean(), steps, async (takesAdditional, all) => {
        const disk = await ModelDisk.make(await surroundings.directory());
        const model = await SessionsModel.open(disk, takesAdditional, done);
        try {
          await model.take({ does: 'grant', folders: ['a', 'b'] });
          await model.take({ does: 'begin', primary: undefined });
          await model.take({ does: 'grant', folders: ['c', 'a', 'b'] });
          await model.take({ does: 'begin', primary: 'b' });
          for (const step of all) await model.take(step);
        } finally {
          await model.close();
        }
      }),
      { numRuns: 30 },
    );
    for (const kind of ['opened', 'read', 'wrote', 'ran', 'sent'] as const)
      ok((done.get(kind) ?? 0) > 0, `nothing was ever ${kind}`);
  });
});
