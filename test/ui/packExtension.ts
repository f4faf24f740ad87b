import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '../host/checkout';

/** Packages an extension of `test/fixtures`. @returns its file, in a folder of its own */
export async function packExtension(name: string): Promise<string> {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'mcp-roots-extension-'));
  const file = path.join(folder, `${name}.vsix`);
  const vsce = path.join(checkoutRoot(), 'node_modules', '@vscode', 'vsce', 'vsce');
  const options = ['--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', file];
  const cwd = path.join(checkoutRoot(), 'test', 'fixtures', name);
  await promisify(execFile)(process.execPath, [vsce, 'package', ...options], { cwd });
  return file;
}
