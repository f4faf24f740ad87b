import { deepEqual, notDeepEqual } from 'node:assert/strict';
import path from 'node:path';
import type { Duration, Verdict } from '../../../src/core/consent/decision';
import type { Exposure } from '../../../src/core/consent/exposure';
import { bindGrants } from '../../../src/core/consent/bindGrants';
import { GrantedFolders } from '../../../src/core/consent/grantedFolders';
import { Ledger } from '../../../src/core/consent/ledger';
import { ServerExposure } from '../../../src/core/consent/serverExposure';
import { SharingState } from '../../../src/core/consent/sharingState';
import { Catalog } from '../../../src/core/roots/catalog';
import type { FolderStat } from '../../../src/core/roots/folderStat';
import { FakeDisk } from '../roots/catalogBench';
import { choice, decision, FakeClock, FakeStore, plainWriter, server } from './fakes';

/** What the user said about one folder, and when, counted in words of this window. */
interface Word {
  readonly verdict: Verdict | 'undecided';
  readonly number: number;
  /** The directory that is meant, once that is known. */
  readonly meant?: string | undefined;
}

/** What was seen at a path. */
interface Seen {
  readonly realPath: string;
  readonly inode: string;
  readonly isSwapped: boolean;
  readonly look: number;
}

interface Write {
  readonly folder: string;
  readonly word: Word;
  readonly settle: (fails: boolean) => Promise<void>;
}

interface Entry {
  readonly path: string;
  readonly name: string;
}

/**
 * The exposure of one server beside a plain account of the same events: what the user last said of each folder, what
 * the disk last said, the switches. After every step both must say the same.
 */
export class ExposureModel {
  readonly #disk = new FakeDisk();
  readonly #catalog = new Catalog(this.#disk.look, this.#disk.clock);
  readonly #clock = new FakeClock();
  readonly #store = new FakeStore();
  readonly #ledger = new Ledger(this.#store, this.#clock, path.posix);
  readonly #sharingState = new SharingState();
  readonly #exposure: ServerExposure;
  #announced: Exposure;

  readonly #words = new Map<string, Word>();
  readonly #writes: Write[] = [];
  readonly #seen = new Map<string, FolderStat>();
  /** By path: what lies there, or lay there last. */
  readonly #lastSeen = new Map<string, Seen>();
  /** Where the link leads. */
  #target = '/w/b';
  #entries: readonly Entry[] = [];
  #switches = { sharing: false, trusted: false };
  #primary: string | undefined;
  #lastWord = 0;
  #looks = 0;

  constructor() {
    this.#exposure = new ServerExposure({
      catalog: this.#catalog,
      ledger: this.#ledger,
      sharingState: this.#sharingState,
      writer: plainWriter,
    });
    bindGrants(this.#catalog, this.#ledger, new GrantedFolders(this.#ledger, path.posix));
    this.#announced = this.#exposure.current;
    this.#exposure.onDidChange((next) => {
      notDeepEqual(told(next), told(this.#announced), 'only what is really another is announced');
      deepEqual(next, this.#exposure.current);
      this.#announced = next;
    });
    this.follow(undefined);
  }

  // --- what can happen

  async setEntries(entries: readonly Entry[]): Promise<void> {
    this.#entries = entries;
    const paths = new Set(entries.map((entry) => entry.path));
    for (const known of this.#seen.keys()) {
      if (paths.has(known)) continue;
      this.#seen.delete(known);
      this.#lastSeen.delete(known);
    }
    this.#looks += 1;
    for (const each of paths) if (!this.#seen.has(each)) this.#sees(each);
    await this.#catalog.setEntries(
      entries.map((entry) => ({ ...entry, uri: `file://${entry.path}`, origin: 'workspace' })),
    );
  }

  /** The link itself leads to something else, or something else lies at a path. */
  changeDisk(at: string, stat: FolderStat): void {
    if (at !== '/l') this.#disk.folders.set(at, stat);
    else if (stat.kind === 'available') this.#target = stat.realPath;
    this.#disk.folders.set('/l', this.#disk.folders.get(this.#target) ?? { kind: 'missing' });
  }

  async look(): Promise<void> {
    this.#looks += 1;
    for (const { path: each } of this.#entries) this.#sees(each);
    await this.#catalog.look();
  }

  /** @param meant the directory that the user was shown, which may be another by now */
  decide(folder: string, verdict: Verdict, duration: Duration, meant?: string): void {
    const word = { ...this.#nextWord(verdict), meant };
    if (duration === 'session' || verdict === 'deny') this.#words.set(folder, word);
    const identity = meant === undefined ? {} : { identity: { device: 'd1', inode: meant } };
    this.#write(folder, word, () =>
      this.#ledger.decide([{ ...choice(folder, verdict), ...identity }], duration),
    );
  }

  withdraw(folder: string): void {
    const word = this.#nextWord('undecided');
    this.#words.set(folder, word);
    this.#write(folder, word, () => this.#ledger.withdraw([choice(folder)]));
  }

  /** The first write that is under way comes to its end. */
  async finishWrite(fails: boolean): Promise<void> {
    const write = this.#writes.shift();
    if (write === undefined) return;
    await write.settle(fails);
    if (fails || (this.#words.get(write.folder)?.number ?? 0) > write.word.number) return;
    this.#words.set(write.folder, write.word);
  }

  /** Another window says something, while nothing of this one is under way. */
  anotherWindow(folder: string, verdict: Verdict | 'undecided', by: string): void {
    if (this.#writes.length > 0) return;
    const { number } = this.#nextWord('deny');
    const decidedAt = this.#clock.time;
    const pair = choice(folder, 'deny', by);
    if (verdict === 'undecided') {
      // A store does not say that something was withdrawn; what only this window knows, stays.
      if (!this.#store.standing.some((each) => each.server === pair.server && each.folder === folder)) return;
      this.#store.byAnother({ ...pair, verdict, decidedAt });
    } else this.#store.byAnother(decision(folder, verdict, decidedAt, 'always', by));
    if (by !== 'git') return;
    const mine = this.#ledger.sessionDecisions.some((each) => each.folder === folder);
    if (verdict !== 'undecided' || !mine) this.#words.set(folder, { verdict, number });
  }

  turn(switches: Partial<{ readonly sharing: boolean; readonly trusted: boolean }>): void {
    this.#switches = { ...this.#switches, ...switches };
    this.#sharingState.turn(switches);
  }

  follow(primary: string | undefined): void {
    this.#primary = primary;
    this.#exposure.follow({ fingerprint: server('git'), declare: true, primary });
  }

  // --- the judgement

  check(): void {
    this.#bind();
    const roots = this.#exposure.current.roots.map(({ uri, name }) => `${name} ${uri}`);
    deepEqual(roots, this.#expected());
    deepEqual(told(this.#announced), told(this.#exposure.current), 'what is current was announced');
  }

  #expected(): readonly string[] {
    if (!this.#switches.sharing || !this.#switches.trusted) return [];
    const groups = new Map<string, Entry[]>();
    for (const entry of this.#entries) {
      const stat = this.#seen.get(entry.path);
      if (stat?.kind !== 'available') continue;
      groups.set(stat.realPath, [...(groups.get(stat.realPath) ?? []), entry]);
    }
    const shown = [...groups].filter(([realPath]) => this.#allows(realPath));
    const isPrimary = ([, entries]: (typeof shown)[number]) =>
      entries.some(({ name, path: at }) => this.#primary === name || this.#primary === at);
    const ordered = [...shown.filter(isPrimary), ...shown.filter((each) => !isPrimary(each))];
    const names: string[] = [];
    return ordered.map(([realPath, [first]]) => {
      let name = first?.name ?? '';
      for (let n = 2; names.includes(name); n += 1) name = `${first?.name} (${n})`;
      names.push(name);
      return `${name} file://${realPath}`;
    });
  }

  #allows(folder: string): boolean {
    for (let at = folder; ; at = path.posix.dirname(at)) {
      const { verdict, meant } = this.#words.get(at) ?? { verdict: 'undecided' };
      const isMoved = meant !== undefined && this.#known(at)?.inode !== meant;
      const isCovered = at === folder || this.#known(folder)?.isSwapped !== true;
      if (verdict !== 'undecided') return verdict === 'allow' && !isMoved && isCovered;
      if (at === '/') return false;
    }
  }

  /** A grant that does not say which directory it is for is for the first one that is seen. */
  #bind(): void {
    for (const [folder, word] of this.#words) {
      const meant = word.meant ?? this.#known(folder)?.inode;
      if (word.verdict === 'allow') this.#words.set(folder, { ...word, meant });
    }
  }

  #known(realPath: string): Seen | undefined {
    const leading = this.#entries.filter(({ path: at }) => this.#lastSeen.get(at)?.realPath === realPath);
    const isThere = ({ path: at }: Entry) => this.#seen.get(at)?.kind === 'available';
    const last = (entries: readonly Entry[]) =>
      entries.flatMap(({ path: at }) => this.#lastSeen.get(at) ?? []).toSorted((a, b) => b.look - a.look);
    const there = last(leading.filter(isThere));
    const first = there[0] ?? last(leading)[0];
    return first && { ...first, isSwapped: first.isSwapped || there.some(({ isSwapped }) => isSwapped) };
  }

  #sees(at: string): void {
    const stat = this.#disk.folders.get(at) ?? { kind: 'missing' };
    const before = this.#lastSeen.get(at);
    if (stat.kind === 'available') {
      const { realPath, identity } = stat;
      const isSame = before?.realPath === realPath;
      const isSwapped = isSame && (before.isSwapped || before.inode !== identity.inode);
      this.#lastSeen.set(at, { realPath, inode: identity.inode, isSwapped, look: this.#looks });
    } else if (stat.kind === 'missing' && before !== undefined) {
      this.#lastSeen.set(at, { ...before, look: this.#looks });
    }
    this.#seen.set(at, stat);
  }

  #nextWord(verdict: Word['verdict']): Word {
    this.#clock.pass(10);
    return { verdict, number: (this.#lastWord += 1) };
  }

  #write(folder: string, word: Word, call: () => Promise<void>): void {
    let open = () => {};
    this.#store.gate = new Promise((resolve) => (open = resolve));
    const asked = this.#store.asked.length;
    const done = call();
    // A decision for the session is written nowhere.
    if (this.#store.asked.length === asked) return void done;
    const settle = async (fails: boolean) => {
      this.#store.fails = fails;
      open();
      await done.catch(() => undefined);
    };
    this.#writes.push({ folder, word, settle });
  }
}

/** All of an exposure that makes it another. */
function told({ roots, lapsed }: Exposure): unknown {
  return [roots.map(({ uri, name }) => [uri, name]), [...lapsed].map(([uri, { why }]) => [uri, why])];
}
