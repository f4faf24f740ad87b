import { deepEqual, ok } from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as fc from 'fast-check';
import type { SessionRecord } from '../../../src/core/acp/sessionRecord';
import { foldersOf, type SessionRoots } from '../../../src/core/acp/sessionRoots';
import type { PinnedRoot } from '../../../src/core/roots/containment';
import type { RealPath } from '../../../src/core/roots/realPath';
import { AgentSessions } from '../../../src/node/acp/agentSessions';
import { noOpenTexts } from '../../../src/node/acp/openTexts';
import { noServers } from '../../../src/node/acp/sessionServers';
import { pinRoot } from '../../../src/node/paths/pinRoot';
import { FakeClock, server } from '../consent/fakes';
import { KeptLog, Surroundings } from '../stores/surroundings';

const names = ['a', 'b', 'c'] as const;
type Name = (typeof names)[number];

/** One thing that the user, the agent, or this window on the user's word does. */
type Step = {
  /** What may be seen is this while a session is made ready. */
  readonly meanwhile?: readonly Name[] | undefined;
} & (
  | { readonly does: 'expose'; readonly folders: readonly Name[] }
  | { readonly does: 'begin'; readonly primary: Name | undefined }
  | { readonly does: 'reopen'; readonly way: 'load' | 'resume'; readonly of: number; readonly all: boolean }
  | { readonly does: 'read' | 'write'; readonly of: number; readonly folder: Name }
);

const name = fc.constantFrom(...names);
const of = fc.nat(3);
const meanwhile = fc.option(fc.shuffledSubarray([...names]), { nil: undefined, freq: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant('expose' as const), folders: fc.shuffledSubarray([...names]) }),
  fc.record({
    does: fc.constant('begin' as const),
    primary: fc.option(name, { nil: undefined }),
    meanwhile,
  }),
  fc.record({
    does: fc.constant('reopen' as const),
    way: fc.constantFrom('load' as const, 'resume' as const),
    of,
    all: fc.boolean(),
    meanwhile,
  }),
  fc.record({ does: fc.constantFrom('read' as const, 'write' as const), of, folder: name }),
);

describe('The sessions of an agent', function () {
  this.timeout(120_000);
  const surroundings = new Surroundings();

  it('are sent, read and write only what may be seen at that moment and was sent to them, whatever happens', async () => {
    const top = await surroundings.directory();
    const pins = new Map<Name, PinnedRoot>();
    for (const each of names) {
      await mkdir(path.join(top, each));
      const pinned = await pinRoot(path.join(top, each));
      if (pinned !== undefined) pins.set(each, pinned);
    }
    const folder = (each: Name) => pins.get(each)?.realPath as RealPath;
    const fileIn = (each: Name) => path.join(folder(each), 'f.txt');

    const run = async (takesAdditional: boolean, steps: readonly Step[]) => {
      let exposed: readonly RealPath[] = [];
      let seenMeanwhile: readonly Name[] | undefined;
      /** Folders that were sent and may not be seen. */
      const wrong: RealPath[] = [];
      /** What each session was sent last, by its id. */
      const sent = new Map<string, readonly RealPath[]>();
      const records = new Map<string, SessionRecord>();
      for (const each of names) await writeFile(fileIn(each), each);
      const check = ({ cwd, additional }: SessionRoots) => {
        wrong.push(...foldersOf({ cwd, additional }).filter((each) => !exposed.includes(each)));
        ok(takesAdditional || additional.length === 0);
        return [cwd, ...additional];
      };
      const sessions = new AgentSessions(
        {
          newSession: ({ roots }) => {
            const id = `s${sent.size}`;
            sent.set(id, check(roots));
            return Promise.resolve({ sessionId: id, settings: {} });
          },
          reopen: (_, id, { roots }) => {
            sent.set(id, check(roots));
            return Promise.resolve({});
          },
          fork: () => Promise.reject(new Error('no fork')),
          list: () => Promise.resolve({ sessions: [], nextCursor: undefined, malformed: 0 }),
          closeSession: () => Promise.resolve(),
          prompt: () => Promise.resolve('end_turn'),
          cancel: () => Promise.resolve(),
          setMode: () => Promise.resolve(),
          setOption: () => Promise.resolve([]),
        },
        {
          identity: 'a',
          abilities: {
            additionalDirectories: takesAdditional,
            load: true,
            resume: true,
            list: true,
            close: true,
            fork: false,
            logout: false,
            images: false,
            embeds: false,
          },
          authMethods: [],
        },
        {
          agent: 'a',
          fingerprint: server('a'),
          clock: new FakeClock(),
          known: {
            find: (_, id) => records.get(id),
            of: () => [...records.values()],
            write: (record) => Promise.resolve(void records.set(record.sessionId, record)),
            refresh: () => Promise.resolve(),
          },
          primary: () => undefined,
          look: () => Promise.resolve(),
          record: () => {},
          announce: () => {},
          handOver: () => {
            // What is made ready for a session takes a moment.
            if (seenMeanwhile !== undefined) exposed = seenMeanwhile.map(folder);
            return Promise.resolve(noServers);
          },
          log: new KeptLog(),
          exposed: () => exposed,
          pin: (wanted) => [...pins.values()].find(({ realPath }) => realPath === wanted),
          texts: noOpenTexts,
          switches: { readsFiles: true, writesFiles: true, missingIsEmpty: false },
        },
      );
      for (const each of steps) {
        seenMeanwhile = each.meanwhile;
        switch (each.does) {
          case 'expose':
            exposed = each.folders.map(folder);
            break;
          case 'begin':
            await sessions.begin({ primary: each.primary && folder(each.primary) }).catch(() => undefined);
            break;
          case 'reopen':
            await sessions
              .reopen({ way: each.way, sessionId: `s${each.of}`, folders: each.all ? 'all' : 'as before' })
              .catch(() => undefined);
            break;
          case 'read':
          case 'write': {
            const id = `s${each.of}`;
            const files = sessions.byId(id)?.files;
            const told = sent.get(id) ?? [];
            const [cwd] = told;
            const may =
              cwd !== undefined &&
              exposed.includes(cwd) &&
              exposed.includes(folder(each.folder)) &&
              told.includes(folder(each.folder));
            const file = fileIn(each.folder);
            const before = await readFile(file, 'utf8');
            const answer =
              each.does === 'read'
                ? await files?.read({ path: file }, new AbortController().signal)
                : await files?.write(file, `${before}!`);
            deepEqual(answer?.kind === 'done', may);
            const after = await readFile(file, 'utf8');
            deepEqual(after, may && each.does === 'write' ? `${before}!` : before);
          }
        }
        deepEqual(wrong, []);
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(step, { minLength: 5, maxLength: 30 }),
        (takesAdditional, steps) =>
          run(takesAdditional, [
            { does: 'expose', folders: ['a', 'b'] },
            { does: 'begin', primary: undefined },
            ...steps,
          ]),
      ),
      { numRuns: 100 },
    );
  });
});
