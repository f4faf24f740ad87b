import { deepEqual } from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EnvFileLooks } from '../../../src/node/servers/envFileLooks';
import type { PreparedServer } from '../../../src/node/servers/prepareServer';
import { Surroundings } from '../stores/surroundings';

const anHour = 3_600_000;

describe('EnvFileLooks: a definition is read again when its envFile has become another file', () => {
  const surroundings = new Surroundings();

  /** A running server with this envFile, and how often its definition was read, in promises. */
  function running(envFile: string) {
    const waiting: (() => void)[] = [];
    let early = 0;
    return {
      server: {
        id: 'git',
        prepared: { fingerprint: 'f', envFile } as unknown as PreparedServer,
        prepare: async () => {
          await Promise.resolve();
          const next = waiting.shift();
          if (next === undefined) early += 1;
          else next();
        },
      },
      read: () =>
        new Promise<void>((resolve) => {
          if (early === 0) waiting.push(resolve);
          else resolve(void (early -= 1));
        }),
      get unexpected() {
        return early;
      },
    };
  }

  async function following(times = { settle: 1, untold: anHour, told: anHour }) {
    const directory = await surroundings.directory();
    const file = path.join(directory, 'env');
    await writeFile(file, 'LEVEL=1');
    const one = running(file);
    const looks = surroundings.add(new EnvFileLooks(times));
    // What is watched keeps no process alive; the test does.
    const alive = setInterval(() => undefined, anHour);
    surroundings.onEnd(() => clearInterval(alive));
    looks.follow([one.server]);
    // It may have changed since it was read.
    await one.read();
    return { directory, file, one, looks };
  }

  it('where it is written to, and where another one is put in its place', async () => {
    const { directory, file, one } = await following();
    await writeFile(file, 'LEVEL=22');
    await one.read();
    await writeFile(path.join(directory, 'other'), 'LEVEL=333');
    await rename(path.join(directory, 'other'), file);
    await one.read();
    await writeFile(path.join(directory, 'beside'), '');
    deepEqual(one.unexpected, 0);
  });

  it('by looking, where the system does not tell', async () => {
    const { file, one } = await following({ settle: 1, untold: 1, told: 1 });
    await writeFile(file, 'LEVEL=22');
    await one.read();
    deepEqual(one.unexpected, 0);
  });

  it('not any more once it does not run', async () => {
    const { file, one, looks } = await following();
    looks.follow([]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await writeFile(file, 'LEVEL=22');
    await new Promise((resolve) => setTimeout(resolve, 20));
    deepEqual(one.unexpected, 0);
  });
});
