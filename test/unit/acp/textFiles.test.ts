import { deepEqual, equal, ok } from 'node:assert/strict';
import { link, mkdir, readdir, readFile, rename, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as fc from 'fast-check';
import type { AgentSwitches } from '../../../src/core/servers/agentSwitches';
import type { PinnedRoot } from '../../../src/core/roots/containment';
import { linesOf } from '../../../src/node/acp/linesOf';
import { noOpenTexts, type OpenTexts } from '../../../src/node/acp/openTexts';
import { TextFiles, type TextWish } from '../../../src/node/acp/textFiles';
import { pinRoot } from '../../../src/node/paths/pinRoot';
import { Surroundings } from '../stores/surroundings';

const usual: AgentSwitches = { readsFiles: true, writesFiles: true, missingIsEmpty: false };
const outside = (verb: string, at: string) => ({
  kind: 'refused',
  why: `Cannot ${verb} "${at}": it is not inside a folder that is shared, or cannot be resolved.`,
});

describe('The files of a session of an agent', function () {
  this.timeout(20_000);
  const surroundings = new Surroundings();
  let top: string;
  let roots: PinnedRoot[];

  beforeEach(async () => {
    top = await surroundings.directory();
    for (const folder of ['app/sub', 'outside']) await mkdir(path.join(top, folder), { recursive: true });
    await writeFile(path.join(top, 'app', 'a.txt'), 'one\ntwo\nthree\n');
    await writeFile(path.join(top, 'outside', 's.txt'), 'secret');
    const pinned = await pinRoot(path.join(top, 'app'));
    roots = pinned === undefined ? [] : [pinned];
  });

  const at = (...names: string[]) => path.join(top, ...names);
  const filesWith = (texts: Partial<OpenTexts> = {}, switches: Partial<AgentSwitches> = {}) =>
    new TextFiles(() => roots, { ...noOpenTexts, ...texts }, { ...usual, ...switches });
  const read = (wish: TextWish, files = filesWith()) => files.read(wish, new AbortController().signal);
  const textAt = (...names: string[]) => readFile(at(...names), 'utf8');

  describe('are read', () => {
    it('whole, or some lines of them, counted from 1', async () => {
      const file = at('app', 'a.txt');
      const wishes = [
        {},
        { line: null, limit: null },
        { line: 2 },
        { limit: 1 },
        { line: 2, limit: 1 },
        { line: 0, limit: 1 },
        { limit: 0 },
        { line: 9 },
      ];
      const answers = await Promise.all(wishes.map((wish) => read({ path: file, ...wish })));
      deepEqual(
        answers.map((answer) => (answer.kind === 'done' ? answer.value : answer)),
        ['one\ntwo\nthree\n', 'one\ntwo\nthree\n', 'two\nthree\n', 'one\n', 'two\n', 'one\n', '', ''],
      );
    });

    it('as the user has them open, line by line as from the disk', async () => {
      const unsaved = () => Promise.resolve('1\n2\n3');
      const files = filesWith({ unsaved });
      deepEqual(await read({ path: at('app', 'a.txt') }, files), { kind: 'done', value: '1\n2\n3' });
      deepEqual(await read({ path: at('app', 'a.txt'), line: 2, limit: 1 }, files), {
        kind: 'done',
        value: '2\n',
      });
      deepEqual(await read({ path: at('outside', 's.txt') }, files), outside('read', at('outside', 's.txt')));
    });

    it('not outside, with the same words whether anything is there or not', async () => {
      await symlink(at('outside'), at('app', 'link'));
      const words = new Set<unknown>();
      for (const file of [
        at('outside', 's.txt'),
        at('outside', 'none.txt'),
        at('app', 'link', 's.txt'),
        at('app', 'link', 'none.txt'),
        at('app', '..', 'outside', 's.txt'),
        at('app', 'sub') + '/../../outside/s.txt',
      ]) {
        const answer = await read({ path: file });
        words.add(answer.kind === 'refused' ? answer.why.replace(file, '') : answer);
      }
      deepEqual(
        [...words],
        ['Cannot read "": it is not inside a folder that is shared, or cannot be resolved.'],
      );
    });

    it('as missing inside, or as empty for an agent that takes any error for a reason to stop', async () => {
      const file = at('app', 'none.txt');
      deepEqual(await read({ path: file }), { kind: 'missing' });
      deepEqual(await read({ path: file }, filesWith({}, { missingIsEmpty: true })), {
        kind: 'done',
        value: '',
      });
    });

    it('only as text, and only as much as one message carries', async () => {
      await writeFile(at('app', 'binary'), Buffer.from([0, 1, 2]));
      await writeFile(at('app', 'long'), 'x'.repeat(9 * 1024 * 1024));
      deepEqual(await read({ path: at('app', 'binary') }), {
        kind: 'refused',
        why: `Cannot read "${at('app', 'binary')}": it is not text.`,
      });
      deepEqual(await read({ path: at('app', 'long') }), {
        kind: 'refused',
        why: 'What is asked for is longer than 5242880 bytes. Ask for fewer lines with "limit".',
      });
    });

    it('only with whole numbers for lines', async () => {
      const why = '"line" and "limit" must be whole numbers.';
      for (const wish of [{ line: 1.5 }, { limit: -1 }, { line: Number.NaN }, { limit: 2 ** 60 }]) {
        deepEqual(await read({ path: at('app', 'a.txt'), ...wish }), { kind: 'refused', why });
      }
    });

    it('not where the path leads elsewhere once the editor was asked, also to inside', async () => {
      const file = at('app', 'link');
      await writeFile(at('app', 'b.txt'), 'another');
      await symlink(at('app', 'a.txt'), file);
      const unsaved = async () => {
        await unlink(file);
        await symlink(at('app', 'b.txt'), file);
        return 'unsaved text of a.txt';
      };
      deepEqual(await read({ path: file }, filesWith({ unsaved })), outside('read', file));
    });

    it('not where the editor fails, and its words are not told', async () => {
      const file = at('app', 'a.txt');
      const unsaved = () => Promise.reject(new Error('EACCES: /home/somebody/private'));
      deepEqual(await read({ path: file }, filesWith({ unsaved })), outside('read', file));
    });

    it('not outside either for an agent to which what is missing is empty', async () => {
      const files = filesWith({}, { missingIsEmpty: true });
      for (const file of [at('outside', 's.txt'), at('outside', 'none.txt')])
        deepEqual(await read({ path: file }, files), outside('read', file));
    });

    it('only so many at once, each of which is an open file', async () => {
      let open = 0;
      let goOn = () => {};
      const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
      let full = () => {};
      const eight = new Promise<void>((resolve) => (full = resolve));
      const unsaved = async () => {
        open += 1;
        if (open === 8) full();
        await mayGoOn;
        return undefined;
      };
      const file = at('app', 'a.txt');
      const files = filesWith({ unsaved });
      const all = Promise.all(Array.from({ length: 30 }, () => read({ path: file }, files)));
      await eight;
      // By then every other one would have come as far.
      for (let i = 0; i < 30; i += 1) await read({ path: file });
      equal(open, 8);
      goOn();
      deepEqual(new Set((await all).map(({ kind }) => kind)), new Set(['done']));
    });

    it('not when the folder is withdrawn while the editor is asked', async () => {
      const unsaved = () => {
        roots = [];
        return Promise.resolve('unsaved');
      };
      const file = at('app', 'a.txt');
      deepEqual(await read({ path: file }, filesWith({ unsaved })), outside('read', file));
    });

    it('not when the folder is withdrawn while the disk reads', async () => {
      let asked = 0;
      const files = new TextFiles(() => ((asked += 1) <= 3 ? roots : []), noOpenTexts, usual);
      const file = at('app', 'a.txt');
      deepEqual(await read({ path: file }, files), outside('read', file));
      equal(asked, 4);
    });

    it('not for an agent to which this window gives none', async () => {
      deepEqual(await read({ path: at('app', 'a.txt') }, filesWith({}, { readsFiles: false })), {
        kind: 'refused',
        why: 'This window does not give files to this agent.',
      });
    });
  });

  describe('are written', () => {
    const done = { kind: 'done', value: undefined };

    it('in place, whole, whether the text is longer or shorter, and stay the same file', async () => {
      const before = await stat(at('app', 'a.txt'));
      for (const text of ['short', 'é'.repeat(100_000), '']) {
        deepEqual(await filesWith().write(at('app', 'a.txt'), text), done);
        equal(await textAt('app', 'a.txt'), text);
      }
      equal((await stat(at('app', 'a.txt'))).ino, before.ino);
    });

    it('where nothing is yet, with the folders above', async () => {
      deepEqual(await filesWith().write(at('app', 'new', 'deep', 'n.txt'), 'N'), done);
      equal(await textAt('app', 'new', 'deep', 'n.txt'), 'N');
      deepEqual(await filesWith().write(at('app', 'n.txt'), 'M'), done);
      equal(await textAt('app', 'n.txt'), 'M');
    });

    it('through a link that leads to inside, and the link stays', async () => {
      await symlink('a.txt', at('app', 'link'));
      deepEqual(await filesWith().write(at('app', 'link'), 'L'), done);
      equal(await textAt('app', 'a.txt'), 'L');
    });

    it('not outside: not through links, dangling ones neither, and nothing comes to be there', async () => {
      await symlink(at('outside'), at('app', 'link'));
      await symlink(at('outside', 'new.txt'), at('app', 'dangling'));
      await symlink(at('outside', 'newdir'), at('app', 'dangdir'));
      for (const file of [
        at('outside', 's.txt'),
        at('outside', 'new.txt'),
        at('app', 'link', 's.txt'),
        at('app', 'link', 'new.txt'),
        at('app', 'dangling'),
        at('app', 'dangdir', 'x.txt'),
      ]) {
        deepEqual(await filesWith().write(file, 'W'), outside('write', file));
      }
      deepEqual(await readdir(at('outside')), ['s.txt']);
      equal(await textAt('outside', 's.txt'), 'secret');
    });

    it('not where the file has another name, which may lie outside', async () => {
      await link(at('outside', 's.txt'), at('app', 'hard.txt'));
      deepEqual(await filesWith().write(at('app', 'hard.txt'), 'W'), {
        kind: 'refused',
        why: `Cannot write "${at('app', 'hard.txt')}": it is not a regular file.`,
      });
      equal(await textAt('outside', 's.txt'), 'secret');
    });

    it('not when the folder is withdrawn while the editor is asked, or while the disk is', async () => {
      const file = at('app', 'a.txt');
      const all = roots;
      const plan: OpenTexts['plan'] = (...asked) => {
        roots = [];
        return noOpenTexts.plan(...asked);
      };
      deepEqual(await filesWith({ plan }).write(file, 'W'), outside('write', file));
      for (const target of [file, at('app', 'deep', 'new.txt')]) {
        for (let holds = 1; holds < 4; holds += 1) {
          let asked = 0;
          const files = new TextFiles(() => ((asked += 1) <= holds ? all : []), noOpenTexts, usual);
          deepEqual(await files.write(target, 'W'), outside('write', target));
        }
      }
      equal(await textAt('app', 'a.txt'), 'one\ntwo\nthree\n');
      deepEqual((await readdir(at('app'))).toSorted(), ['a.txt', 'sub']);
    });

    it('with nothing left behind where the folder is withdrawn before the end, however late', async () => {
      const all = roots;
      const target = at('app', 'new.txt');
      let refused = 0;
      for (;;) {
        let asked = 0;
        const files = new TextFiles(() => ((asked += 1) <= refused ? all : []), noOpenTexts, usual);
        const outcome = await files.write(target, 'W');
        if (outcome.kind === 'done') break;
        refused += 1;
        deepEqual(outcome, outside('write', target));
        deepEqual((await readdir(at('app'))).toSorted(), ['a.txt', 'sub']);
      }
      ok(refused > 3);
      equal(await textAt('app', 'new.txt'), 'W');
    });

    it('not when a folder above is swapped for a link, however late', async () => {
      const all = roots;
      const targets = [at('app', 'sub', 's.txt'), at('app', 'sub', 'new.txt')];
      for (const target of targets) {
        for (let swapAt = 1; swapAt <= 6; swapAt += 1) {
          await writeFile(at('app', 'sub', 's.txt'), 'inside');
          let asked = 0;
          const swap = async () => {
            asked += 1;
            if (asked === swapAt) {
              await rename(at('app', 'sub'), at('app', 'before'));
              await symlink(at('outside'), at('app', 'sub'));
            }
            return all;
          };
          await new TextFiles(swap, noOpenTexts, usual).write(target, 'W');
          deepEqual(await readdir(at('outside')), ['s.txt']);
          equal(await textAt('outside', 's.txt'), 'secret');
          if (asked >= swapAt) {
            await rename(at('app', 'sub'), at('spent'));
            await rename(at('app', 'before'), at('app', 'sub'));
            await rename(at('spent'), at(`spent-${path.basename(target)}-${swapAt}`));
          }
          await writeFile(at('app', 'sub', 'new.txt'), '');
          await rename(at('app', 'sub', 'new.txt'), at('away'));
        }
      }
    });

    it('with a word to the editor before and after, the latter also when it failed', async () => {
      const heard: unknown[] = [];
      const written = (file: string) => (isWritten: boolean) =>
        Promise.resolve(void heard.push(['did', path.basename(file), isWritten]));
      const files = filesWith({
        plan: async (file, text) => {
          heard.push(['will', path.basename(file), text]);
          return { bytes: Buffer.from(`${text} as it is open`, 'utf8'), written: written(file) };
        },
      });
      await files.write(at('app', 'a.txt'), 'W');
      equal(await textAt('app', 'a.txt'), 'W as it is open');
      await link(at('app', 'a.txt'), at('app', 'b.txt'));
      await files.write(at('app', 'a.txt'), 'X');
      deepEqual(heard, [
        ['will', 'a.txt', 'W'],
        ['did', 'a.txt', true],
        ['will', 'a.txt', 'X'],
        ['did', 'a.txt', false],
      ]);
    });

    it('over changes that are not saved only where the agent has read just those', async () => {
      let unsaved = 'mine';
      const files = filesWith({
        unsaved: () => Promise.resolve(unsaved),
        plan: async (file, text, hasRead) =>
          hasRead(unsaved) ? noOpenTexts.plan(file, text, hasRead) : undefined,
      });
      const file = at('app', 'a.txt');
      const unread = {
        kind: 'refused',
        why: `Cannot write "${file}": the user has changed it in the editor and not saved it. Read it again first.`,
      };
      deepEqual(await files.write(file, 'W'), unread);
      equal(await textAt('app', 'a.txt'), 'one\ntwo\nthree\n');
      deepEqual(await read({ path: file }, files), { kind: 'done', value: 'mine' });
      unsaved = 'mine, and more';
      deepEqual(await files.write(file, 'W'), unread);
      await read({ path: file, limit: 1 }, files);
      deepEqual(await files.write(file, 'W'), done);
      // What it wrote itself, it knows.
      unsaved = 'W';
      deepEqual(await files.write(file, 'X'), done);
      deepEqual(await files.write(at('outside', 's.txt'), 'W'), outside('write', at('outside', 's.txt')));
    });

    it('not outside, and with the same words, also where the user has unread changes there', async () => {
      const swap = async () => {
        await rename(at('app', 'sub'), at('spent'));
        await symlink(at('outside'), at('app', 'sub'));
        return undefined;
      };
      const file = at('app', 'sub', 'new.txt');
      deepEqual(await filesWith({ plan: swap }).write(file, 'W'), outside('write', file));
    });

    it('only up to a size, and not for an agent for which this window writes none', async () => {
      const file = at('app', 'a.txt');
      deepEqual(await filesWith().write(file, 'x'.repeat(9 * 1024 * 1024)), {
        kind: 'refused',
        why: 'The text is longer than 5242880 bytes.',
      });
      deepEqual(await filesWith({}, { writesFiles: false }).write(file, 'W'), {
        kind: 'refused',
        why: 'This window does not write files for this agent.',
      });
      equal(await textAt('app', 'a.txt'), 'one\ntwo\nthree\n');
    });
  });

  it('say of a text at hand what they would say of a file with it', async () => {
    const file = at('app', 'p.txt');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', '\n', 'é', '\r\n'), { maxLength: 8 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 6 }),
        async (parts, line, limit) => {
          const text = parts.join('');
          await writeFile(file, text);
          const unsaved = filesWith({ unsaved: () => Promise.resolve(text) });
          deepEqual(
            await read({ path: file, line, limit }, unsaved),
            await read({ path: file, line, limit }),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('give of a text at hand no more than a message carries', () => {
    const range = { first: 1, last: 9, mostBytes: 3, mostSkipped: 9 };
    equal(linesOf('éé', range).kind === 'lines' && linesOf('éé', { ...range, mostBytes: 4 }).kind, 'lines');
    deepEqual(linesOf('éé', range), { kind: 'lines', text: '', last: 0, cut: true, totalLines: undefined });
  });
});
