import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'mocha';
import { judge, type Judgement, type PinnedRoot } from '../../../src/core/roots/containment';
import type { Disk, Entry, EntryKind, Resolution } from '../../../src/core/roots/disk';
import { asRealPath } from '../../../src/core/roots/realPath';
import { WindowsDisk } from './containmentWindowsDisk';

function entry(kind: EntryKind, inode = 'i'): Entry {
  return { kind, identity: { device: 'd', inode } };
}

const root: PinnedRoot = { realPath: asRealPath('/w'), identity: { device: 'd', inode: 'w' } };
const outside: Judgement = { verdict: 'deny', reason: 'outside' };

/** A posix disk that says what a test says, also what no disk says that holds still: the rest is missing. */
class RestlessDisk implements Disk {
  readonly flavour = 'posix';
  readonly asked: string[] = [];
  readonly real: Record<string, Resolution> = {};
  readonly entries: Record<string, Entry | 'unreadable'> = {
    '/': entry('directory'),
    '/w': entry('directory', 'w'),
  };
  readonly links: Record<string, string> = {};

  async realPath(path: string): Promise<Resolution> {
    return this.realPathNow(path);
  }

  realPathNow(path: string): Resolution {
    this.asked.push(path);
    const there = this.entries[path] !== undefined && !(path in this.links);
    return this.real[path] ?? (there ? { kind: 'found', realPath: asRealPath(path) } : { kind: 'missing' });
  }

  look(path: string): Entry | 'missing' | 'unreadable' {
    this.asked.push(path);
    return this.entries[path] ?? 'missing';
  }

  linkTarget(path: string): string | undefined {
    return this.links[path];
  }
}

describe('judge, on a disk that changes meanwhile', () => {
  it('touches nothing where there is no root', async () => {
    const disk = new RestlessDisk();
    deepEqual([await judge('/w/a', 'read', [], disk), disk.asked], [outside, []]);
  });

  it('does not follow what became a link after it was resolved', async () => {
    const disk = new RestlessDisk();
    disk.real['/w/a'] = { kind: 'found', realPath: asRealPath('/w/a') };
    disk.entries['/w/a'] = entry('link');
    deepEqual(await judge('/w/a', 'inspect', [root], disk), outside);
  });

  it('knows nothing of what went after it was resolved, or cannot be looked at', async () => {
    const disk = new RestlessDisk();
    disk.real['/w/a'] = { kind: 'found', realPath: asRealPath('/w/a') };
    deepEqual(await judge('/w/a', 'inspect', [root], disk), outside);
    disk.entries['/w/a'] = 'unreadable';
    deepEqual(await judge('/w/a', 'inspect', [root], disk), outside);
  });

  it('takes nothing for missing that cannot be resolved, whatever a second look says', async () => {
    const disk = new RestlessDisk();
    disk.real['/w/a'] = { kind: 'unresolvable' };
    deepEqual(await judge('/w/a', 'write', [root], disk), outside);
  });

  it('takes nothing for missing whose ancestor cannot be looked at', async () => {
    const disk = new RestlessDisk();
    disk.real['/w/a/b'] = { kind: 'missing' };
    disk.entries['/w/a'] = 'unreadable';
    disk.real['/w/a'] = { kind: 'found', realPath: asRealPath('/w/a') };
    deepEqual(await judge('/w/a/b', 'write', [root], disk), outside);
  });

  it('comes to an end where each link leads to another that leads nowhere', async () => {
    const disk = new RestlessDisk();
    disk.entries['/w/a'] = entry('link');
    disk.links['/w/a'] = 'a';
    deepEqual(await judge('/w/a', 'write', [root], disk), outside);
  });

  it('knows a root by device and inode, and no root that is gone', async () => {
    const disk = new RestlessDisk();
    const said = async (now: Entry | 'unreadable') => {
      disk.entries['/w'] = now;
      disk.real['/w'] = { kind: 'found', realPath: asRealPath('/w') };
      return judge('/w/new', 'write', [root], disk);
    };
    const replaced: Judgement = { verdict: 'deny', reason: 'root was replaced' };
    deepEqual(await said(entry('directory', 'other')), replaced);
    deepEqual(await said({ kind: 'directory', identity: { device: 'e', inode: 'w' } }), replaced);
    deepEqual(await said(entry('file', 'w')), replaced);
    delete disk.entries['/w'];
    const gone: Judgement = { verdict: 'deny', reason: 'root is gone' };
    deepEqual(await judge('/w/new', 'write', [root], disk), gone);
  });
});

describe('judge, on a Windows disk', () => {
  const pinned: PinnedRoot = { realPath: asRealPath('C:\\w'), identity: { device: '1', inode: 'C:\\w' } };
  const tree = {
    'C:\\w': 'directory',
    'C:\\w\\j': { to: 'C:\\far\\deep' },
    'C:\\far': 'directory',
    'C:\\far\\deep': 'directory',
    'C:\\far\\deep\\l': { to: '..\\none' },
    'C:\\w\\s': { to: 'C:\\w\\none:stream' },
  } as const;

  it('resolves a relative link from where it really lies, not from where it was found', async () => {
    deepEqual(await judge('C:\\w\\j\\l', 'write', [pinned], new WindowsDisk(tree)), outside);
  });

  it('does not follow a link whose target is refused for its spelling', async () => {
    deepEqual(await judge('C:\\w\\s', 'write', [pinned], new WindowsDisk(tree)), outside);
  });
});
