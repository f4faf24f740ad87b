import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Probe } from './probeDriver';
import { observing, uri } from './servers';
import { Stage } from './stage';

const stage = new Stage();
const servers = { files: observing() };

/** Waits until the server asked and was told exactly these. */
async function answered(probe: Probe, folders: readonly string[], mark = 0): Promise<void> {
  const wanted = JSON.stringify(folders.map(uri));
  await probe.next(
    (line) => line.server === 'files' && line.event === 'answered' && JSON.stringify(line.uris) === wanted,
    mark,
  );
}

/** Waits until everything was looked at twice more: all folders are looked at together. */
async function lookedAgain(probe: Probe, fence: string, others: readonly string[] = []): Promise<void> {
  let mark = probe.mark();
  await rename(fence, `${fence}.away`);
  await answered(probe, others, mark);
  mark = probe.mark();
  await rename(`${fence}.away`, fence);
  await answered(probe, [...others, fence], mark);
}

describe('another folder in the place of a granted one (rule 5)', function () {
  this.timeout(60_000);
  afterEach(() => stage.clear());

  async function openOn(folders: readonly string[], granted: readonly string[] = []): Promise<Probe> {
    const args = ['--storage', path.join(await stage.folder, 'storage')];
    return stage.start(servers, { folders, grants: { files: granted }, args });
  }

  it('is not told to a server, however long the first one is away before, until the user decides about it', async () => {
    const web = await stage.makeFolder('web');
    const fence = await stage.makeFolder('fence');
    const secret = await stage.makeFolder('secret');
    const probe = await openOn([web, fence], [web, fence]);
    await answered(probe, [web, fence]);
    let mark = probe.mark();
    await rename(web, `${web}.away`);
    await answered(probe, [fence], mark);
    await lookedAgain(probe, fence);
    await rename(secret, web);
    await lookedAgain(probe, fence);
    deepEqual((await probe.standing('files')).exposed, [uri(fence)]);
    deepEqual((await probe.standing('files')).waiting, [web]);
    match((await probe.run(`why files ${web}`)).sentence ?? '', /another folder was put in its place/);
    equal(
      probe.lines.slice(mark).some(({ uris = [] }) => uris.includes(uri(web))),
      false,
    );
    mark = probe.mark();
    await probe.run(`grant files ${web}`);
    await answered(probe, [web, fence], mark);
  });

  it('is not told either when it was put there while nothing ran, and neither is what lies in it', async () => {
    const web = await stage.makeFolder('web');
    const inner = await stage.makeFolder('all/inner');
    const fence = await stage.makeFolder('fence');
    const all = path.dirname(inner);
    const before = await openOn([web, inner, fence], [web, all, fence]);
    await answered(before, [web, inner, fence]);
    await before.end();
    const others = [
      await stage.makeFolder('other'),
      path.dirname(await stage.makeFolder('others/inner')),
    ] as const;
    await Promise.all([rename(web, `${web}.away`), rename(all, `${all}.away`)]);
    await Promise.all([rename(others[0], web), rename(others[1], all)]);
    const probe = await openOn([web, inner, fence]);
    await answered(probe, [fence]);
    deepEqual((await probe.standing('files')).waiting, [web, inner]);
    const mark = probe.mark();
    await rename(web, others[0]);
    await rename(`${web}.away`, web);
    await answered(probe, [web, fence], mark);
  });

  it('is told when it was made anew where nothing was left, as a checkout does, and stays so after a restart', async function () {
    const [web, fence] = [await stage.makeFolder('web'), await stage.makeFolder('fence')];
    const probe = await openOn([web, fence], [web, fence]);
    await answered(probe, [web, fence]);
    let mark = probe.mark();
    await rm(web, { recursive: true });
    // So that no number of the disk is used again.
    await mkdir(`${web}.more`);
    await answered(probe, [fence], mark);
    mark = probe.mark();
    await mkdir(web);
    await writeFile(path.join(web, 'note.txt'), 'anew');
    await answered(probe, [web, fence], mark);
    await probe.end();
    const later = await openOn([web, fence]);
    await answered(later, [web, fence]);
  });
});
