import { execFileSync } from 'node:child_process';
import { deepEqual } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readForeign } from '../../../src/node/files/readForeign';

const mebibyte = 1024 * 1024;

describe('a file that others wrote', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'mcp-roots-foreign-'));
    file = path.join(folder, 'mcp.json');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is read, also through a link and without its byte order mark', async () => {
    writeFileSync(path.join(folder, 'real.json'), '\ufeff{ "ä": 1 }');
    symlinkSync('real.json', file);
    deepEqual(await readForeign(file, mebibyte), { kind: 'text', text: '{ "ä": 1 }' });
  });

  it('is missing also where a file stands in the place of its folder', async () => {
    writeFileSync(file, '');
    deepEqual(
      [await readForeign(path.join(folder, 'gone'), 1), await readForeign(path.join(file, 'x'), 1)],
      [{ kind: 'missing' }, { kind: 'missing' }],
    );
  });

  const refusals: readonly (readonly [string, () => void, string])[] = [
    ['a folder', () => mkdirSync(file), 'it is not a regular file'],
    ['a pipe that nobody writes to', () => execFileSync('mkfifo', [file]), 'it is not a regular file'],
    ['a link to itself', () => symlinkSync('mcp.json', file), 'its links lead in a circle'],
    [
      'too large',
      () => {
        writeFileSync(file, '');
        truncateSync(file, 3 * mebibyte);
      },
      'it is larger than 2 MiB',
    ],
    ['no text', () => writeFileSync(file, Buffer.from([0xff, 0xfe, 0])), 'it is not UTF-8 text'],
  ];
  for (const [what, make, why] of refusals) {
    it(`is not read when it is ${what}`, async function () {
      if (process.platform === 'win32' && what.includes('pipe')) this.skip();
      make();
      deepEqual(await readForeign(file, 2 * mebibyte), { kind: 'unreadable', why });
    });
  }
});
