import { equal } from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { largestFile, readWholeText } from '../../../src/explorer/files/textSearch';

describe('a text file that is read whole', () => {
  let top: string;
  let path: string;

  beforeEach(() => {
    top = mkdtempSync(join(tmpdir(), 'explorer-'));
    path = join(top, 'file');
  });

  afterEach(() => rmSync(top, { recursive: true, force: true }));

  /** What comes of a file with this content. @param meanwhile happens once its size is known, before it is read */
  async function whole(
    content: string | Buffer,
    meanwhile: () => void = () => {},
    readsBy = (file: FileHandle) => file,
  ): Promise<string> {
    writeFileSync(path, content);
    const file = await open(path);
    const size = file.stat.bind(file);
    try {
      const read = await readWholeText(
        Object.assign(readsBy(file), {
          stat: async () => {
            const found = await size();
            meanwhile();
            return found;
          },
        }),
      );
      return Buffer.isBuffer(read) ? read.toString('utf8') : `(${read})`;
    } finally {
      await file.close();
    }
  }

  it('comes as it is, if it is UTF-8 and no larger than is read', async () => {
    equal(await whole(''), '');
    equal(await whole('a\nü'), 'a\nü');
    equal(await whole(Buffer.from([97, 0])), '(not text)');
    equal(await whole(Buffer.from([97, 0xc3])), '(not text)');
    equal((await whole('x'.repeat(largestFile))).length, largestFile);
    equal(await whole('x'.repeat(largestFile + 1)), '(too large)');
  });

  it('comes with what was added while it was opened, and is cut nowhere', async () => {
    for (const [before, more] of [
      [10, 5],
      [10, 50_000],
      [4096, 1],
      [10_000, 50_000],
      [0, largestFile / 2],
    ] as const) {
      const [first, added] = ['x'.repeat(before), 'ü'.repeat(more)];
      const got = await whole(first, () => appendFileSync(path, added));
      equal(got === first + added, true, `${before} bytes and ${more} characters more: ${got.length}`);
    }
  });

  it('is too large where it has grown beyond what is read', async () => {
    equal(await whole('x'.repeat(largestFile), () => appendFileSync(path, 'x')), '(too large)');
    equal(await whole('x', () => appendFileSync(path, 'x'.repeat(2 * largestFile))), '(too large)');
  });

  it('comes with what is left of it where it has shrunk', async () => {
    equal(await whole('x'.repeat(10_000), () => truncateSync(path, 10)), 'x'.repeat(10));
  });

  it('comes whole where the disk gives less at a time than it is asked for', async () => {
    const slow = (file: FileHandle) => {
      const read = file.read.bind(file);
      return Object.assign(file, {
        read: (into: Buffer, at: number, length: number, from: number) =>
          read(into, at, Math.min(length, 1000), from),
      });
    };
    const text = 'ü'.repeat(10_000);
    equal(await whole(text, undefined, slow), text);
  });
});
