import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The checkout that this compiled file belongs to; else the working directory, when compiled elsewhere. */
export function checkoutRoot(): string {
  for (let folder = __dirname; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const manifest = path.join(folder, 'package.json');
    if (existsSync(manifest) && nameIn(manifest) === 'mcp-roots') return folder;
  }
  return process.cwd();
}

/** A folder for what a run leaves behind to be looked at: `artifacts/<name>`, not under version control. */
export function artifactsFolder(name: string): string {
  return path.join(process.env['MCP_ROOTS_ARTIFACTS'] ?? path.join(checkoutRoot(), 'artifacts'), name);
}

function nameIn(manifest: string): unknown {
  const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return typeof content === 'object' && content !== null && 'name' in content ? content.name : undefined;
}
