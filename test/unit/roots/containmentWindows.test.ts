import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'mocha';
import { judge, type Operation, type PinnedRoot } from '../../../src/core/roots/containment';
import { WindowsDisk, type Tree, type WindowsDiskOptions } from './containmentWindowsDisk';

const work: Tree = {
  'C:\\Work': 'directory',
  'C:\\Work\\App': 'directory',
  'C:\\Work\\App\\a.txt': 'file',
  'C:\\Work\\App2': 'directory',
  'C:\\Secret': 'directory',
  'C:\\Secret\\s.txt': 'file',
  'C:\\x': 'file',
};

const share: Tree = {
  '\\\\nas\\team\\proj': 'directory',
  '\\\\nas\\team\\proj\\a.txt': 'file',
  '\\\\nas\\team\\other': 'directory',
  '\\\\nas\\team\\other\\x': 'file',
};

/** Pins a root as `realpath.native` spells it on that disk, then judges. */
async function verdict(
  disk: WindowsDisk,
  root: string,
  path: string,
  operation: Operation = 'read',
): Promise<string> {
  const real = await disk.realPath(root);
  const entry = real.kind === 'found' ? disk.look(real.realPath) : 'missing';
  const roots: readonly PinnedRoot[] =
    real.kind === 'found' && entry !== 'missing'
      ? [{ realPath: real.realPath, identity: entry.identity }]
      : [];
  const judgement = await judge(path, operation, roots, disk);
  return judgement.verdict === 'allow' ? `allow ${judgement.realPath}` : `deny: ${judgement.reason}`;
}

describe('containment on Windows', () => {
  const table: readonly (readonly [string, Tree, WindowsDiskOptions, string, string, Operation, string])[] = [
    ['a drive as root ends in a separator already', work, {}, 'C:\\', 'C:\\x', 'read', 'allow C:\\x'],
    [
      'letter case is the disk’s affair',
      work,
      {},
      'C:\\Work\\App',
      'c:/work/APP/A.TXT',
      'read',
      'allow C:\\Work\\App\\a.txt',
    ],
    [
      'a name that begins alike is another name',
      work,
      {},
      'C:\\Work\\App',
      'C:\\Work\\App2\\new',
      'write',
      'deny: outside',
    ],
    [
      'a junction leads where it leads',
      { ...work, 'C:\\Work\\App\\j': { to: 'C:\\Secret' } },
      {},
      'C:\\Work\\App',
      'C:\\Work\\App\\j\\s.txt',
      'read',
      'deny: outside',
    ],
    [
      'a new file behind a junction is made where it leads',
      { ...work, 'C:\\Work\\App\\j': { to: 'C:\\Secret' } },
      {},
      'C:\\Work\\App',
      'C:\\Work\\App\\j\\new.txt',
      'write',
      'deny: outside',
    ],
    [
      'a new file behind a dangling junction is made where it leads',
      { ...work, 'C:\\Work\\App\\j': { to: 'C:\\Secret\\none' } },
      {},
      'C:\\Work\\App',
      'C:\\Work\\App\\j\\new.txt',
      'write',
      'deny: outside',
    ],
    [
      'a dangling link to a device path is not followed',
      { ...work, 'C:\\Work\\App\\j': { to: '\\\\?\\C:\\Work\\App\\none' } },
      {},
      'C:\\Work\\App',
      'C:\\Work\\App\\j',
      'write',
      'deny: outside',
    ],
    [
      'names of a case-sensitive directory differ by case',
      { ...work, 'C:\\Work\\APP': 'directory', 'C:\\Work\\APP\\x': 'file' },
      { caseSensitive: ['C:\\Work'] },
      'C:\\Work\\App',
      'C:\\Work\\APP\\x',
      'read',
      'deny: outside',
    ],
    [
      'a long s is not an s',
      {
        'C:\\Work': 'directory',
        'C:\\Work\\src': 'directory',
        'C:\\Work\\\u017frc': 'directory',
        'C:\\Work\\\u017frc\\x': 'file',
      },
      {},
      'C:\\Work\\src',
      'C:\\Work\\\u017frc\\x',
      'read',
      'deny: outside',
    ],
    [
      'a short name is its long name',
      {
        'C:\\Work': 'directory',
        'C:\\Work\\LongDirectoryName': 'directory',
        'C:\\Work\\LongDirectoryName\\a.txt': 'file',
      },
      { aliases: { 'C:\\Work\\LONGDI~1': 'C:\\Work\\LongDirectoryName' } },
      'C:\\Work\\LongDirectoryName',
      'C:\\Work\\LONGDI~1\\a.txt',
      'read',
      'allow C:\\Work\\LongDirectoryName\\a.txt',
    ],
    [
      'a substituted drive is what it stands for',
      work,
      { aliases: { 'S:\\': 'C:\\Work\\App' } },
      'C:\\Work\\App',
      'S:\\a.txt',
      'read',
      'allow C:\\Work\\App\\a.txt',
    ],
    [
      'a mapped drive is its share',
      share,
      { aliases: { 'Y:\\': '\\\\nas\\team\\' } },
      'Y:\\proj',
      'Y:\\proj\\a.txt',
      'read',
      'allow \\\\nas\\team\\proj\\a.txt',
    ],
    [
      'host and share know no letter case',
      share,
      {},
      '\\\\nas\\team\\proj',
      '\\\\NAS\\Team\\proj\\a.txt',
      'read',
      'allow \\\\nas\\team\\proj\\a.txt',
    ],
    [
      'a share is not its neighbour',
      share,
      {},
      '\\\\nas\\team',
      '\\\\nas\\team2\\proj\\a.txt',
      'read',
      'deny: outside',
    ],
    [
      'two dots within a share are resolved before anything is compared',
      share,
      {},
      '\\\\nas\\team\\proj',
      '\\\\nas\\team\\proj\\..\\other\\x',
      'read',
      'deny: outside',
    ],
  ];
  for (const [rule, tree, options, root, path, operation, expected] of table) {
    it(rule, async () =>
      equal(await verdict(new WindowsDisk(tree, options), root, path, operation), expected),
    );
  }

  it('touches no share on which there is no root: a look alone sends credentials', async () => {
    const disk = new WindowsDisk(work);
    const root = {
      realPath: 'C:\\Work\\App',
      identity: { device: '1', inode: 'C:\\Work\\App' },
    } as PinnedRoot;
    for (const path of [
      '\\\\evil.example\\share\\x',
      '//evil.example/share/x',
      '\\\\localhost\\C$\\Work\\App\\a.txt',
    ]) {
      deepEqual(await judge(path, 'read', [root], disk), { verdict: 'deny', reason: 'outside' });
    }
    deepEqual(disk.asked, []);
  });

  const reserved = [
    'a.txt::$DATA',
    'a.txt.',
    'a.txt ',
    'NUL',
    'com1.log',
    'AUX.txt',
    'CONIN$',
    'a*',
    'a|b',
    '...',
    'lpt¹',
  ];
  for (const name of reserved) {
    it(`refuses a name that Windows would read otherwise, untouched: ${name}`, async () => {
      const disk = new WindowsDisk(work);
      const root = {
        realPath: 'C:\\Work\\App',
        identity: { device: '1', inode: 'C:\\Work\\App' },
      } as PinnedRoot;
      const judgement = await judge(`C:\\Work\\App\\${name}`, 'read', [root], disk);
      deepEqual([judgement, disk.asked], [{ verdict: 'deny', reason: 'a reserved name' }, []]);
    });
  }
});
