import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The path of a server in test/fixtures/servers, found from wherever the compiled tests lie in the checkout. */
export function fixtureServer(name: string): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const path = join(folder, 'test', 'fixtures', 'servers', name);
    if (existsSync(path)) return path;
    if (dirname(folder) === folder) throw new Error(`There is no fixture server ${name} above ${__dirname}.`);
  }
}
