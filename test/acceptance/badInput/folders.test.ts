import { deepEqual, equal } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import type { Probe } from '../probeDriver';
import { fixture, uri } from '../servers';
import { Stage } from '../stage';
import { assertGranted, assertUntouched } from './bystander';

const stage = new Stage();

/** What happens to a folder that a running server has as a root. */
interface Row {
  readonly what: string;
  readonly damage: (folder: string) => Promise<void>;
  readonly repair: (folder: string) => Promise<void>;
  /** How the folder stands while it is damaged. */
  readonly consent: object;
  /** Whether the consent itself is in doubt, so that the process that knows the folder has to go. */
  readonly withdrawn?: true;
  /** How it stands after the repair, where it is not simply allowed again. */
  readonly afterwards?: object;
}

const allowed = { kind: 'allowed', duration: 'always' };
const cannot = (why: string) => ({ kind: 'cannot be shared', why });
const away = (folder: string) => `${folder}.away`;
const takeAway = (folder: string) => rename(folder, away(folder));
const bringBack = (folder: string) => rename(away(folder), folder);

const rows: readonly Row[] = [
  {
    what: 'a folder that is renamed',
    damage: takeAway,
    repair: bringBack,
    consent: cannot('the folder does not exist'),
  },
  {
    what: 'a folder that is deleted and made anew',
    damage: (folder) => rm(folder, { recursive: true }),
    repair: (folder) => mkdir(folder),
    consent: cannot('the folder does not exist'),
  },
  {
    what: 'a folder whose place a file takes',
    damage: async (folder) => {
      await takeAway(folder);
      await writeFile(folder, 'a file');
    },
    repair: async (folder) => {
      await unlink(folder);
      await bringBack(folder);
    },
    consent: cannot('it is a file, not a folder'),
  },
  {
    what: 'a folder that is made unreadable',
    damage: (folder) => chmod(folder, 0),
    repair: (folder) => chmod(folder, 0o755),
    consent: cannot('the folder cannot be read'),
  },
  {
    what: 'a folder whose place another one takes',
    damage: async (folder) => {
      await takeAway(folder);
      await mkdir(folder);
    },
    repair: async (folder) => {
      await rename(folder, `${folder}.other`);
      await bringBack(folder);
    },
    consent: { kind: 'undecided' },
    withdrawn: true,
    afterwards: { kind: 'undecided' },
  },
  {
    what: 'a folder whose place a link to another one takes',
    damage: async (folder) => {
      await takeAway(folder);
      await mkdir(`${folder}.other`);
      await symlink(`${folder}.other`, folder);
    },
    repair: async (folder) => {
      await unlink(folder);
      await bringBack(folder);
    },
    consent: { kind: 'undecided' },
    withdrawn: true,
  },
];

describe('bad input: a folder that is not what it was is not shared, and the others are', () => {
  let [kept, probe]: [string, Probe] = ['', undefined as never];
  let folders: readonly string[] = [];

  before(async function () {
    const through = withoutOverride();
    if (through === undefined) this.skip();
    kept = await stage.makeFolder('kept');
    folders = await Promise.all(rows.map((_, i) => stage.makeFolder(`folder${i}`)));
    const servers = Object.fromEntries(rows.map((_, i) => [`server${i}`, fixture()]));
    const grants = Object.fromEntries(folders.map((folder, i) => [`server${i}`, [kept, folder]]));
    probe = await stage.start(
      { ...servers, good: fixture() },
      { folders: [kept, ...folders], grants: { ...grants, good: [kept] }, through },
    );
    await Promise.all(rows.map((_, i) => probe.until(`server${i}`, 'answered')));
  });

  after(async () => {
    for (const folder of folders) await chmod(folder, 0o755).catch(() => {});
    await stage.clear();
  });

  for (const [i, { what, damage, repair, consent, withdrawn, afterwards = allowed }] of rows.entries()) {
    it(what, async () => {
      const [server, folder] = [`server${i}`, folders[i] ?? ''];
      let mark = probe.mark();
      await damage(folder);
      await probe.until(server, 'answered', mark);
      const news = ['list_changed', 'asked', `answered ${uri(kept)}`];
      const replaced = [
        'replaced: a folder that it knew was withdrawn',
        'exited',
        'spawned',
        'initialised',
        'asked',
        `answered ${uri(kept)}`,
      ];
      deepEqual(probe.story(server, mark), withdrawn ? replaced : news);
      await assertStanding(server, folder, [kept], consent);

      mark = probe.mark();
      await repair(folder);
      if (afterwards === allowed) {
        await probe.until(server, 'answered', mark);
        deepEqual(probe.story(server, mark), [
          'list_changed',
          'asked',
          `answered ${uri(kept)} ${uri(folder)}`,
        ]);
        await assertStanding(server, folder, [kept, folder], allowed);
      }
    });
  }

  async function assertStanding(
    server: string,
    folder: string,
    exposed: readonly string[],
    consent: object,
  ): Promise<void> {
    const standing = await probe.standing(server);
    deepEqual(standing.exposed, exposed.map(uri));
    deepEqual(standing.folders.find((each) => each.folder === folder)?.consent, consent);
    equal(standing.state.kind, 'running');
    await assertGranted(probe, server, folder);
    await assertUntouched(probe, kept);
  }
});

/**
 * For root every folder is readable: a program that starts another without that right.
 * @returns undefined where there is none
 */
function withoutOverride(): readonly string[] | undefined {
  if (process.getuid?.() !== 0) return [];
  const rights = '-dac_override,-dac_read_search';
  const through = ['setpriv', `--bounding-set=${rights}`, `--inh-caps=${rights}`];
  const tried = spawnSync('setpriv', [...through.slice(1), 'true']);
  return tried.status === 0 ? through : undefined;
}
