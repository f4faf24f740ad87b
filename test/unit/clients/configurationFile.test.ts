import { deepEqual, equal, rejects } from 'node:assert/strict';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfiguration, writeConfiguration } from '../../../src/node/clients/configurationFile';

describe('a configuration file of another program', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'mcp-roots-configuration-'));
    file = path.join(folder, 'settings.json');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is made with its folders where it is missing, readable by its owner only', async () => {
    file = path.join(folder, 'a', 'b', 'settings.json');
    const before = await readConfiguration(file);
    equal(before.text, undefined);
    await writeConfiguration(before, 'new');
    equal(readFileSync(file, 'utf8'), 'new');
    if (process.platform !== 'win32') equal(statSync(file).mode & 0o777, 0o600);
  });

  it('keeps its mode, and leaves nothing beside it', async () => {
    writeFileSync(file, 'old');
    chmodSync(file, 0o640);
    await writeConfiguration(await readConfiguration(file), 'new');
    equal(readFileSync(file, 'utf8'), 'new');
    if (process.platform !== 'win32') equal(statSync(file).mode & 0o777, 0o640);
    deepEqual(readdirSync(folder), ['settings.json']);
  });

  it('is written where a link of the user leads to', async () => {
    const real = path.join(folder, 'dotfiles', 'real.json');
    mkdirSync(path.dirname(real));
    writeFileSync(real, 'old');
    symlinkSync(path.join('dotfiles', 'real.json'), file);
    await writeConfiguration(await readConfiguration(file), 'new');
    equal(lstatSync(file).isSymbolicLink(), true);
    equal(readFileSync(real, 'utf8'), 'new');
  });

  it('is left as it is when another program wrote it meanwhile', async () => {
    writeFileSync(file, 'old');
    const before = await readConfiguration(file);
    writeFileSync(file, 'theirs');
    await rejects(writeConfiguration(before, 'new'), {
      name: 'UserError',
      message: `"${file}" has changed meanwhile. Nothing was written; try again.`,
    });
    equal(readFileSync(file, 'utf8'), 'theirs');
    deepEqual(readdirSync(folder), ['settings.json']);
  });

  it('that appeared meanwhile is left as it is', async () => {
    const before = await readConfiguration(file);
    writeFileSync(file, 'theirs');
    await rejects(writeConfiguration(before, 'new'), { name: 'UserError' });
    equal(readFileSync(file, 'utf8'), 'theirs');
  });

  const refusals: readonly (readonly [string, () => void, RegExp])[] = [
    ['is a folder', () => mkdirSync(file), /not a regular file|Something else is in its place/],
    ['is not text', () => writeFileSync(file, Buffer.from([0xff, 0xfe, 0x00])), /is not UTF-8 text/],
    [
      'is a link to nothing',
      () => symlinkSync(path.join(folder, 'nowhere'), file),
      /is a link to a file that does not exist/,
    ],
    [
      'has a second name',
      () => {
        writeFileSync(file, 'old');
        linkSync(file, path.join(folder, 'other'));
      },
      /has another name on disk/,
    ],
  ];
  for (const [what, make, message] of refusals) {
    it(`that ${what} is refused with a sentence`, async () => {
      make();
      await rejects(readConfiguration(file), { name: 'UserError', message });
    });
  }

  it('without write permission is left as it is', async function () {
    if (process.platform === 'win32') this.skip();
    writeFileSync(file, 'old');
    chmodSync(file, 0o444);
    await rejects(writeConfiguration(await readConfiguration(file), 'new'), {
      name: 'UserError',
      message: /could not be written and is as it was\. Access was denied/,
    });
    equal(readFileSync(file, 'utf8'), 'old');
  });
});
