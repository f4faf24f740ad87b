import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '../host/checkout';

/** Packages the extension that offers language models to the tests. @returns its file, in a folder of its own */
export async function packModelExtension(): Promise<string> {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'mcp-roots-model-'));
  const file = path.join(folder, 'test-model.vsix');
  const vsce = path.join(checkoutRoot(), 'node_modules', '@vscode', 'vsce', 'vsce');
  const options = ['--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', file];
  const cwd = path.join(checkoutRoot(), 'test', 'fixtures', 'modelExtension');
  await promisify(execFile)(process.execPath, [vsce, 'package', ...options], { cwd });
  return file;
}
