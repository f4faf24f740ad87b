import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import * as fc from 'fast-check';
import picomatch from 'picomatch';
import type { PinnedRoot } from '../../../src/core/roots/containment';
import { Files } from '../../../src/explorer/files/files';
import { compileGlob } from '../../../src/core/glob';
import { readLines, type LineRange } from '../../../src/node/files/lines';
import { Walk, walkLimits, type WalkLimits } from '../../../src/explorer/files/walk';
import { pinRoot } from '../../../src/node/paths/pinRoot';

describe('the explorer’s files', () => {
  let top: string;

  beforeEach(() => {
    top = realpathSync.native(mkdtempSync(join(tmpdir(), 'explorer-')));
  });

  afterEach(() => rmSync(top, { recursive: true, force: true }));

  describe('a glob', () => {
    it('means what picomatch takes it for', () => {
      const part = fc.constantFrom(
        'a',
        'b',
        'ab',
        '*',
        '?',
        '[ab]',
        '[!a]',
        '{a,b}',
        '{a,*b}',
        '**',
        '.a',
        '\\*',
      );
      const pattern = fc.array(fc.array(part, { minLength: 1, maxLength: 3 }), {
        minLength: 2,
        maxLength: 4,
      });
      const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), minLength: 1, maxLength: 4 });
      const path = fc.array(
        name.filter((each) => !/^\.\.?$/u.test(each)),
        { minLength: 1, maxLength: 4 },
      );
      fc.assert(
        fc.property(pattern, path, (segments, names) => {
          // `**` is only a word of its own as a whole name; within one the two may differ.
          const plain = segments.map((parts) =>
            parts.length > 1 ? parts.join('').replace(/\*{2,}/gu, '*') : parts.join(''),
          );
          const glob = [...plain, '*'].join('/');
          const expected = picomatch(glob, { dot: true, nonegate: true, noextglob: true, posix: true })(
            names.join('/'),
          );
          equal(compileGlob(glob)(names), expected, `${glob} on ${names.join('/')}`);
        }),
        { numRuns: 3000 },
      );
    });

    it('that ends in ** means all inside, not the directory itself', () => {
      const glob = compileGlob('src/**');
      deepEqual([['src'], ['src', 'a'], ['src', 'a', 'b'], ['other']].map(glob), [false, true, true, false]);
    });

    it('without a slash is looked for at any depth', () => {
      const glob = compileGlob('*.ts');
      deepEqual([['a.ts'], ['b', 'c', 'a.ts'], ['a.ts', 'b']].map(glob), [true, true, false]);
    });

    it('takes no longer than pattern times path, where a regular expression would hang', () => {
      const glob = compileGlob(`${'*a'.repeat(400)}b`);
      equal(glob(['a'.repeat(4000)]), false);
      const deep = compileGlob(`${'**/a/'.repeat(150)}b`);
      equal(deep(Array.from({ length: 2000 }, () => 'a')), false);
    });

    it('that multiplies without end is refused', () => {
      throws(() => compileGlob('{a,b}'.repeat(20)), /has more than 256 alternatives/u);
    });
  });

  describe('lines', () => {
    const range: LineRange = { first: 1, last: 1000, mostBytes: 1000, mostSkipped: 1000 };

    async function lines(content: string | Buffer, wanted: Partial<LineRange>) {
      writeFileSync(join(top, 'file'), content);
      const file = await open(join(top, 'file'));
      try {
        return await readLines(file, { ...range, ...wanted }, new AbortController().signal);
      } finally {
        await file.close();
      }
    }

    const table: readonly (readonly [string, string | Buffer, Partial<LineRange>, object])[] = [
      ['an empty file', '', {}, { kind: 'lines', text: '', last: 0, cut: false, totalLines: 0 }],
      [
        'no newline at the end',
        'a\nb',
        {},
        { kind: 'lines', text: 'a\nb', last: 2, cut: false, totalLines: 2 },
      ],
      [
        'a range',
        'a\nb\nc\n',
        { first: 2, last: 2 },
        { kind: 'lines', text: 'b\n', last: 2, cut: false, totalLines: undefined },
      ],
      [
        'a range at the end',
        'a\nb\n',
        { first: 2, last: 2 },
        { kind: 'lines', text: 'b\n', last: 2, cut: false, totalLines: 2 },
      ],
      [
        'more lines than bytes',
        'aa\nbb\n',
        { mostBytes: 4 },
        { kind: 'lines', text: 'aa\n', last: 1, cut: false, totalLines: undefined },
      ],
      [
        'behind the end',
        'a\n',
        { first: 5 },
        { kind: 'lines', text: '', last: 1, cut: false, totalLines: 1 },
      ],
      ['too much to skip', 'aaaaa\nb\n', { first: 2, mostSkipped: 3 }, { kind: 'too far inside' }],
      ['zero bytes', Buffer.from([97, 0]), {}, { kind: 'not text' }],
      ['bytes that are not UTF-8', Buffer.from([97, 0xff]), {}, { kind: 'not text' }],
    ];
    for (const [what, content, wanted, expected] of table) {
      it(`of ${what}`, async () => deepEqual(await lines(content, wanted), expected));
    }

    it('that are longer than may come back are cut between characters', async () => {
      const cut = await lines('ü'.repeat(100_000), { mostBytes: 100_001 });
      deepEqual(cut.kind === 'lines' && [cut.text.length, cut.last, cut.cut], [32_768, 1, true]);
      ok(cut.kind === 'lines' && !cut.text.includes('\ufffd'));
    });
  });

  describe('a walk', () => {
    let roots: readonly PinnedRoot[];
    let files: Files;

    beforeEach(async () => {
      mkdirSync(join(top, 'a/b/c/d'), { recursive: true });
      for (const name of ['1', '2', 'a/3', 'a/b/4', 'a/b/c/5']) writeFileSync(join(top, name), '');
      const root = await pinRoot(top);
      roots = root ? [root] : [];
      files = new Files(
        () => roots,
        () => top,
      );
    });

    async function walk(limits: Partial<WalkLimits>, onEntry: (entries: number) => void = () => undefined) {
      const aborting = new AbortController();
      const walked = new Walk(files, {
        limits: { ...walkLimits, ...limits },
        signal: aborting.signal,
        progress: (entries) => {
          onEntry(entries);
          if (entries === abortAt) aborting.abort();
        },
        enters: () => true,
      });
      const names: string[] = [];
      for await (const entry of walked.below('.')) names.push(entry.names.join('/'));
      await walked.confirm();
      return { names, cuts: walked.cuts };
    }
    let abortAt: number | undefined;

    it('sees everything in the order of names', async () => {
      deepEqual(await walk({}), {
        names: ['1', '2', 'a', 'a/3', 'a/b', 'a/b/4', 'a/b/c', 'a/b/c/5', 'a/b/c/d'],
        cuts: [],
      });
    });

    it('ends at its limits and says so', async () => {
      deepEqual(await walk({ entries: 3 }), { names: ['1', '2', 'a'], cuts: ['stopped after 3 entries'] });
      deepEqual(await walk({ depth: 1 }), {
        names: ['1', '2', 'a'],
        cuts: ['directories below depth 1 were left out'],
      });
      deepEqual(await walk({ milliseconds: 0 }), { names: [], cuts: ['stopped after 0 s'] });
    });

    it('ends when its call is cancelled', async () => {
      abortAt = 2;
      await rejects(walk({}), { name: 'AbortError' });
      abortAt = undefined;
    });

    it('tells nothing once its folder was withdrawn', async () => {
      const withdraw = (entries: number) => {
        if (entries === 4) roots = [];
      };
      await rejects(walk({}, withdraw), { name: 'ToolFailure' });
    });
  });
});
