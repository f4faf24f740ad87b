import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkoutRoot } from '../host/checkout';

/** A workspace of two folders, a third one to be added, and a server from npm besides the bundled one. */
export interface Sample {
  readonly folder: string;
  readonly workspace: string;
  readonly web: string;
  readonly api: string;
  readonly docs: string;
  /** Writes another definition of the server from npm into the workspace file. */
  redefine(definition: object): Promise<void>;
  remove(): Promise<void>;
}

/** The name of the server from npm in the sample. */
export const filesServer = 'files';

/** Writes the sample into a folder of its own, which goes with `remove`. */
export async function makeSample(): Promise<Sample> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-roots-sample-'));
  const place = (name: string) => join(folder, name);
  const texts = { web: 'index.html', api: 'server.txt', docs: 'guide.md' };
  for (const [name, file] of Object.entries(texts)) {
    await mkdir(place(name));
    await writeFile(join(place(name), file), `This is ${file} in ${name}.\n`);
  }
  const workspace = place('sample.code-workspace');
  await writeFile(
    workspace,
    JSON.stringify(
      {
        folders: [{ path: 'web' }, { path: 'api' }],
        settings: { 'mcpRoots.servers': { [filesServer]: filesDefinition() } },
      },
      null,
      2,
    ),
  );
  return {
    folder,
    workspace,
    web: place('web'),
    api: place('api'),
    docs: place('docs'),
    redefine: async (definition) => {
      const content = JSON.parse(await readFile(workspace, 'utf8')) as { settings: Record<string, unknown> };
      content.settings['mcpRoots.servers'] = { [filesServer]: definition };
      await writeFile(workspace, JSON.stringify(content, null, 2));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** `@modelcontextprotocol/server-filesystem` as this checkout has it, without any folder on its command line. */
export function filesDefinition(): { readonly command: string; readonly args: readonly string[] } {
  const server = join('node_modules', '@modelcontextprotocol', 'server-filesystem', 'dist', 'index.js');
  return { command: process.execPath, args: [join(checkoutRoot(), server)] };
}
