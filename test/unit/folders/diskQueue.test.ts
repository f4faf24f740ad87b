import { deepEqual } from 'node:assert/strict';
import { DiskQueue } from '../../../src/node/folders/diskQueue';

/** Puts questions to a queue and keeps who had a turn, who was refused, and what each can do with its turn. */
class Askers {
  readonly #queue = new DiskQueue();
  readonly #turns = new Map<string, { overdue(): void; end(): void }>();
  #news: string[] = [];

  ask(...disks: readonly string[]): void {
    for (const [i, disk] of disks.entries()) void this.#askOne(disk, `${disk}${i}`);
  }

  overdue(...names: readonly string[]): void {
    for (const name of names) this.#turns.get(name)?.overdue();
  }

  end(...names: readonly string[]): void {
    for (const name of names) this.#turns.get(name)?.end();
  }

  async news(): Promise<readonly string[]> {
    await new Promise(setImmediate);
    return this.#news.splice(0);
  }

  async #askOne(disk: string, name: string): Promise<void> {
    const turn = await this.#queue.turn(disk);
    this.#news.push(turn === undefined ? `${name} refused` : name);
    if (turn !== undefined) this.#turns.set(name, turn);
  }
}

describe('DiskQueue: a disk that hangs holds up nothing but itself (rule 4)', () => {
  let askers: Askers;

  beforeEach(() => {
    askers = new Askers();
  });

  it('lets two ask one disk, and three in all, in the order in which they came', async () => {
    askers.ask('a', 'a', 'a', 'b', 'b', 'c');
    deepEqual(await askers.news(), ['a0', 'a1', 'b3']);
    askers.end('a1');
    deepEqual(await askers.news(), ['a2']);
    askers.end('a0', 'a2');
    deepEqual(await askers.news(), ['b4', 'c5']);
  });

  it('goes on at a disk on which one is overdue, and refuses all others once two are', async () => {
    askers.ask('a', 'a', 'a', 'a', 'a');
    deepEqual(await askers.news(), ['a0', 'a1']);
    askers.overdue('a0');
    askers.end('a1');
    deepEqual(await askers.news(), ['a2']);
    askers.overdue('a2');
    deepEqual(await askers.news(), ['a3 refused', 'a4 refused']);
    askers.ask('b', 'a');
    deepEqual(await askers.news(), ['b0', 'a1 refused']);
  });

  it('refuses at once while three are overdue: the last thread stays free', async () => {
    askers.ask('a', 'a', 'b');
    deepEqual(await askers.news(), ['a0', 'a1', 'b2']);
    askers.ask('c');
    deepEqual(await askers.news(), []);
    askers.overdue('a0', 'a1', 'b2');
    deepEqual(await askers.news(), ['c0 refused']);
  });

  it('asks a disk again as soon as it has answered one of those', async () => {
    askers.ask('a', 'a');
    deepEqual(await askers.news(), ['a0', 'a1']);
    askers.overdue('a0', 'a1', 'a1');
    askers.end('a0');
    askers.ask('a', 'a');
    deepEqual(await askers.news(), ['a0']);
    askers.end('a1');
    deepEqual(await askers.news(), ['a1']);
  });
});
