import { deepEqual, equal } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suggestionsIn } from '../../../src/core/suggest/suggestions';
import { lookForFolders, usualLookBounds } from '../../../src/node/suggest/lookForFolders';
import { Surroundings } from '../stores/surroundings';

const never = new AbortController().signal;

describe('lookForFolders: real trees', function () {
  this.timeout(30_000);
  const surroundings = new Surroundings();
  let top: string;

  beforeEach(async () => {
    top = path.join(await surroundings.directory(), 'top');
    await mkdir(top);
  });

  async function write(file: string, text = ''): Promise<void> {
    await mkdir(path.dirname(path.join(top, file)), { recursive: true });
    await writeFile(path.join(top, file), text);
  }

  async function seen(bounds = usualLookBounds, signal = never): Promise<readonly string[]> {
    const { directories, isWhole } = await lookForFolders(top, signal, bounds);
    const names = directories.map((each) => each.names.join('/') || '.').toSorted();
    return isWhole ? names : [...names, 'and more'];
  }

  async function suggested(): Promise<readonly (readonly [string, readonly string[]])[]> {
    const { directories } = await lookForFolders(top, never);
    return suggestionsIn('top', directories).map(({ names, reasons }) => [names.join('/'), reasons]);
  }

  function git(folder: string, ...args: readonly string[]): void {
    const own = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'protocol.file.allow=always'];
    execFileSync('git', [...own, ...args], { cwd: path.join(top, folder), stdio: 'ignore' });
  }

  it('finds repositories, worktrees and submodules as git made them', async () => {
    await write('one/file');
    git('one', 'init');
    git('one', 'add', '.');
    git('one', 'commit', '-m', 'a');
    git('one', 'worktree', 'add', '../beside');
    git('one', 'worktree', 'add', 'inside');
    await mkdir(path.join(top, 'two'));
    git('two', 'init');
    git('two', 'submodule', 'add', path.join(top, 'one'), 'sub');
    await write('not/.git', 'nonsense');
    deepEqual(await suggested(), [
      ['beside', ['worktree of a repository']],
      ['one', ['repository of its own']],
      ['one/inside', ['worktree of a repository']],
      ['two', ['repository of its own']],
      ['two/sub', ['submodule of a repository']],
    ]);
  });

  it('finds the packages of workspaces on the disk', async () => {
    await write('package.json', '{"workspaces": ["packages/*"]}');
    await write('packages/api/package.json', '{}');
    await write('packages/docs/readme.md');
    await write('rust/Cargo.toml', '[workspace]\nmembers = ["a"]\n');
    await write('rust/a/Cargo.toml', '[package]\nname = "a"\n');
    deepEqual(await suggested(), [
      ['packages/api', ['package of the npm workspace in top']],
      ['rust/a', ['package of the Cargo workspace in rust']],
    ]);
  });

  it('follows no link, neither to a directory nor to a file', async () => {
    const outside = await surroundings.directory();
    await mkdir(path.join(outside, 'packages', 'secret'), { recursive: true });
    await writeFile(path.join(outside, 'packages', 'secret', 'package.json'), '{}');
    await writeFile(path.join(outside, 'package.json'), '{"workspaces": ["packages/*"]}');
    await symlink(outside, path.join(top, 'link'), 'dir');
    await symlink(path.join(outside, 'package.json'), path.join(top, 'package.json'));
    await write('packages/own/package.json', '{}');
    deepEqual(await seen(), ['.', 'packages', 'packages/own']);
    deepEqual(await suggested(), []);
  });

  it('passes over what tools put there, and hidden directories', async () => {
    for (const name of [
      'node_modules/a',
      '.cache/a',
      'rust/target/a',
      'go/vendor/a',
      'target',
      'vendor',
      'src',
    ])
      await mkdir(path.join(top, name), { recursive: true });
    await write('rust/Cargo.toml');
    await write('go/go.mod');
    deepEqual(await seen(), ['.', 'go', 'rust', 'src', 'target', 'vendor']);
  });

  it('ends at its bounds, and says that there is more', async () => {
    for (const name of ['a/b/c', 'd']) await mkdir(path.join(top, name), { recursive: true });
    deepEqual(await seen({ ...usualLookBounds, depth: 1 }), ['.', 'a', 'd', 'and more']);
    deepEqual(await seen({ ...usualLookBounds, depth: 3 }), ['.', 'a', 'a/b', 'a/b/c', 'd']);
    deepEqual(await seen({ ...usualLookBounds, directories: 1 }), ['.', 'and more']);
    deepEqual(await seen({ ...usualLookBounds, milliseconds: -1 }), ['and more']);
  });

  it('ends when it is cancelled', async () => {
    deepEqual(await seen(usualLookBounds, AbortSignal.abort()), ['and more']);
  });

  it('finds nothing in what is no folder', async () => {
    const { directories } = await lookForFolders(path.join(top, 'none'), never);
    equal(suggestionsIn('none', directories).length, 0);
  });
});
