import { deepEqual, equal } from 'node:assert/strict';
import type { FolderEntry } from '../../../src/core/roots/candidate';
import { Catalog } from '../../../src/core/roots/catalog';
import { asRealPath } from '../../../src/core/roots/realPath';
import { available, catalogOf, entry, FakeDisk, sights } from './catalogBench';

describe('Catalog: what is a candidate', () => {
  it('lists folders in the order of its entries, each with what the disk says of it', async () => {
    const disk = new FakeDisk('/w/web');
    disk.folders.set('/w/file', { kind: 'not a directory' });
    disk.folders.set('/w/secret', { kind: 'not readable' });
    disk.folders.set('/w/hung', { kind: 'no answer' });
    const remote: FolderEntry = {
      uri: 'vscode-vfs://github/a/b',
      path: undefined,
      name: 'b',
      origin: 'added',
    };
    const { catalog } = await catalogOf(
      disk,
      entry('/w/web'),
      entry('/w/gone'),
      entry('/w/file'),
      entry('/w/secret'),
      entry('/w/hung'),
      remote,
    );
    deepEqual(catalog.candidates, [
      { ...entry('/w/web'), availability: available('/w/web'), aliases: [] },
      { ...entry('/w/gone'), availability: { kind: 'missing' }, aliases: [] },
      { ...entry('/w/file'), availability: { kind: 'not a directory' }, aliases: [] },
      { ...entry('/w/secret'), availability: { kind: 'not readable' }, aliases: [] },
      { ...entry('/w/hung'), availability: { kind: 'no answer' }, aliases: [] },
      { ...remote, availability: { kind: 'scheme not supported', scheme: 'vscode-vfs' }, aliases: [] },
    ]);
  });

  it('makes nothing a candidate before the disk was looked at', async () => {
    const disk = new FakeDisk('/w/web');
    const catalog = new Catalog(disk.look, disk.clock);
    let open = () => {};
    disk.gate = new Promise((resolve) => (open = resolve));
    const set = catalog.setEntries([entry('/w/web')]);
    deepEqual(catalog.candidates, []);
    open();
    await set;
    deepEqual(sights(catalog.candidates), ['web: available']);
  });

  it('lets go at once of what leaves the entries, before any look', async () => {
    const disk = new FakeDisk('/w/web', '/w/api');
    const { catalog } = await catalogOf(disk, entry('/w/web'), entry('/w/api'));
    const set = catalog.setEntries([entry('/w/api')]);
    deepEqual(sights(catalog.candidates), ['api: available']);
    await set;
  });

  it('makes one change of a burst of lists, each with another folder', async () => {
    const disk = new FakeDisk('/w/a', '/w/b', '/w/c');
    const catalog = new Catalog(disk.look, disk.clock);
    const published: (readonly string[])[] = [];
    catalog.onDidChange((candidates) => published.push(sights(candidates)));
    const entries = [entry('/w/a'), entry('/w/b'), entry('/w/c')];
    const settings = entries.map((_, i) => catalog.setEntries(entries.slice(0, i + 1)));
    await settings[0];
    deepEqual(published, [['a: available', 'b: available', 'c: available']]);
    await Promise.all(settings);
    equal(published.length, 1);
  });

  it('takes no late answer for a folder that has left', async () => {
    const disk = new FakeDisk('/w/web');
    const catalog = new Catalog(disk.look, disk.clock);
    const first = catalog.setEntries([entry('/w/web')]);
    await Promise.all([first, catalog.setEntries([])]);
    deepEqual(catalog.candidates, []);
  });

  it('looks anew at a folder that comes back after a late answer about it', async () => {
    const disk = new FakeDisk('/w/web');
    const catalog = new Catalog(disk.look, disk.clock);
    await Promise.all([catalog.setEntries([entry('/w/web')]), catalog.setEntries([])]);
    disk.folders.delete('/w/web');
    await catalog.setEntries([entry('/w/web')]);
    deepEqual(sights(catalog.candidates), ['web: missing']);
  });

  it('takes over another order and other names without asking the disk again', async () => {
    const disk = new FakeDisk('/w/web', '/w/api');
    const { catalog } = await catalogOf(disk, entry('/w/web'), entry('/w/api'));
    disk.looks.length = 0;
    await catalog.setEntries([entry('/w/api'), entry('/w/web', 'site')]);
    deepEqual(sights(catalog.candidates), ['api: available', 'site: available']);
    deepEqual(disk.looks, []);
  });
});

describe('Catalog: candidates with one real path are one', () => {
  it('keeps the first and names the others as its aliases', async () => {
    const disk = new FakeDisk('/w/web');
    disk.folders.set('/l/web', available('/w/web'));
    const { catalog } = await catalogOf(disk, entry('/l/web', 'link'), entry('/w/web'));
    deepEqual(catalog.candidates, [
      { ...entry('/l/web', 'link'), availability: available('/w/web'), aliases: [entry('/w/web')] },
    ]);
  });

  it('does not take two missing folders for one', async () => {
    const { catalog } = await catalogOf(new FakeDisk(), entry('/w/a'), entry('/w/b'));
    deepEqual(sights(catalog.candidates), ['a: missing', 'b: missing']);
  });

  it('looks once at a path that is listed twice', async () => {
    const disk = new FakeDisk('/w/web');
    await catalogOf(disk, entry('/w/web'), { ...entry('/w/web'), uri: 'file:///w/./web', origin: 'added' });
    deepEqual(disk.looks, ['/w/web']);
  });
});

describe('Catalog: looking again', () => {
  it('sees what vanished and what came back', async () => {
    const disk = new FakeDisk('/w/web');
    const { catalog } = await catalogOf(disk, entry('/w/web'));
    disk.folders.delete('/w/web');
    await catalog.look();
    deepEqual(sights(catalog.candidates), ['web: missing']);
    disk.folders.set('/w/web', available('/w/web', 'made anew'));
    await catalog.look();
    deepEqual(sights(catalog.candidates), ['web: available']);
  });

  it('announces a list only when it is another one', async () => {
    const disk = new FakeDisk('/w/web');
    const { catalog, announced } = await catalogOf(disk, entry('/w/web'));
    await catalog.look();
    await catalog.setEntries([entry('/w/web')]);
    deepEqual(announced.map(sights), [['web: available']]);
    disk.folders.delete('/w/web');
    await catalog.look();
    deepEqual(announced.map(sights), [['web: available'], ['web: missing']]);
    equal(announced.at(-1), catalog.candidates);
  });

  it('believes the later of two looks, whichever is answered first', async () => {
    const disk = new FakeDisk('/w/web');
    const { catalog } = await catalogOf(disk, entry('/w/web'));
    let open = () => {};
    disk.gate = new Promise((resolve) => (open = resolve));
    const slow = catalog.look();
    disk.gate = undefined;
    disk.folders.delete('/w/web');
    await catalog.look();
    open();
    await slow;
    deepEqual(sights(catalog.candidates), ['web: missing']);
  });
});

describe('Catalog: which directory lies there', () => {
  const web = asRealPath('/w/web');
  const inodes = (catalog: Catalog) =>
    [...catalog.folders].map(([realPath, { identity }]) => `${realPath} ${identity?.inode}`);

  it('is known of every candidate, also while it has vanished', async () => {
    const disk = new FakeDisk('/w/web');
    const { catalog } = await catalogOf(disk, entry('/w/web'));
    deepEqual(inodes(catalog), ['/w/web i1']);
    disk.folders.delete('/w/web');
    await catalog.look();
    deepEqual(inodes(catalog), ['/w/web i1']);
  });

  it('is known of granted folders around the candidates, which are no candidates themselves', async () => {
    const disk = new FakeDisk('/w/web', '/w', '/other');
    const around = (folder: string) => (folder === web ? [asRealPath('/w'), web] : []);
    const catalog = new Catalog(disk.look, disk.clock, around);
    await catalog.setEntries([entry('/w/web')]);
    deepEqual(inodes(catalog), ['/w i1', '/w/web i1']);
    deepEqual(disk.looks, ['/w/web', '/w']);
    disk.folders.set('/w', available('/w', 'other'));
    const announced: unknown[] = [];
    catalog.onDidChange(() => announced.push(inodes(catalog)));
    await catalog.look();
    deepEqual(announced, [['/w other', '/w/web i1']]);
    equal(catalog.folders.get(asRealPath('/w'))?.isSwapped, true);
  });

  it('is forgotten of granted folders that are around no candidate any more', async () => {
    const disk = new FakeDisk('/w/web', '/w');
    const catalog = new Catalog(disk.look, disk.clock, () => [asRealPath('/w')]);
    await catalog.setEntries([entry('/w/web')]);
    await catalog.setEntries([]);
    deepEqual(inodes(catalog), []);
  });

  it('is told by the path that leads there, not by one that led there before', async () => {
    const disk = new FakeDisk('/w/web');
    disk.folders.set('/l', available('/w/web'));
    const { catalog } = await catalogOf(disk, entry('/l'), entry('/w/web'));
    disk.folders.delete('/l');
    disk.folders.set('/w/web', available('/w/web', 'other'));
    await catalog.look();
    deepEqual(inodes(catalog), ['/w/web other']);
  });

  it('is told by the path under which another was seen put in its place', async () => {
    const disk = new FakeDisk('/w/web');
    const { catalog } = await catalogOf(disk, entry('/w/web'));
    disk.folders.set('/w/web', available('/w/web', 'other'));
    disk.folders.set('/l/web', available('/w/web', 'other'));
    await catalog.look();
    for (const entries of [
      [entry('/l/web'), entry('/w/web')],
      [entry('/w/web'), entry('/l/web')],
    ]) {
      await catalog.setEntries(entries);
      equal(catalog.folders.get(web)?.isSwapped, true);
    }
  });

  it('is forgotten with the entry', async () => {
    const disk = new FakeDisk('/w/web');
    const { catalog } = await catalogOf(disk, entry('/w/web'));
    disk.folders.set('/w/web', available('/w/web', 'other'));
    await catalog.look();
    await catalog.setEntries([]);
    await catalog.setEntries([entry('/w/web')]);
    deepEqual(catalog.folders.get(web), {
      identity: { device: 'd1', inode: 'other' },
      formerly: [],
      isSwapped: false,
    });
  });

  it('is another candidate where a link was turned: that is another real path, with decisions of its own', async () => {
    const disk = new FakeDisk();
    disk.folders.set('/l', available('/w/web', 'i1'));
    const { catalog } = await catalogOf(disk, entry('/l'));
    disk.folders.set('/l', available('/w/api', 'i2'));
    await catalog.look();
    deepEqual(catalog.candidates, [
      { ...entry('/l'), availability: available('/w/api', 'i2'), ledTo: '/w/web', aliases: [] },
    ]);
    equal(catalog.folders.get(asRealPath('/w/api'))?.isSwapped, false);
    await catalog.look();
    deepEqual(
      catalog.candidates.map(({ ledTo }) => ledTo),
      ['/w/web'],
    );
  });
});
