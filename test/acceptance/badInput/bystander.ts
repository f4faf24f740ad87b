import { deepEqual, equal } from 'node:assert/strict';
import type { Probe } from '../probeDriver';
import { uri } from '../servers';

/**
 * Holds that the server "good" beside all the bad ones was never disturbed: one process, one answer with its one
 * folder, the decision for it, and it still works.
 */
export async function assertUntouched(probe: Probe, folder: string): Promise<void> {
  await probe.until('good', 'answered');
  deepEqual(probe.story('good'), ['spawned', 'initialised', 'asked', `answered ${uri(folder)}`]);
  equal(await probe.call('good', 'echo', { text: 'untouched' }), 'untouched');
  equal((await probe.standing('good')).state.kind, 'running');
  await assertGranted(probe, 'good', folder);
}

/** Holds that the decision for always for this server and folder is in force. */
export async function assertGranted(probe: Probe, server: string, folder: string): Promise<void> {
  const { decisions = [] } = await probe.run('state');
  const wanted = { server, folder, verdict: 'allow', duration: 'always' };
  const found = decisions.filter((each) => JSON.stringify(each) === JSON.stringify(wanted));
  deepEqual(found, [wanted]);
}
