import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { messageOf } from '../../core/errors';
import type { Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import type { WindowLease, WindowState } from '../../core/consent/windowLease';
import {
  estatesOf,
  toInherit,
  inheritance,
  leaseName,
  parseLeaseName,
  type Estate,
  type FoundLease,
  type LeaseName,
} from './leaseEstates';
import { leaseFolder } from './leaseFolder';
import {
  inheritsNothing,
  lease as leaseSchema,
  leaseToFields,
  type Inheriting,
  type LeaseRecord,
} from './leaseRecord';
import type { PrivateFolder } from './privateFolder';
import { hasEnded, identify, type ProcessIdentity } from './processIdentity';
import type { Signer } from './signature';
import { isEmpty } from './windowState';

export interface WindowLeaseOptions {
  readonly storage: PrivateFolder;
  readonly signer: Signer;
  readonly log: Log;
  /** Names the workspace: the same for all its extension hosts, and for those of no other. */
  readonly workspace: string;
  /** Default: 8,000. */
  readonly refreshMilliseconds?: number;
  /** A lease that was refreshed longer ago is not taken over any more. Default: 15,000. */
  readonly freshMilliseconds?: number;
  /** How long `claim` waits for a predecessor that is still there, as at a reload, to end. Default: 6,000. */
  readonly patienceMilliseconds?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** When this host began to start, in milliseconds since the epoch. Default: the start of this process. */
  readonly startedAt?: number;
}

/** How far another clock may be ahead; and how long a host may go on at a reload after its successor began. */
const clockToleranceMilliseconds = 3_000;
const endAtReloadMilliseconds = 6_000;
const maximumBytes = 16 * 1024 * 1024;
const lookAgainMilliseconds = 100;
/** The time that a host takes to start, up to this, does not make a lease older: it can be most of a minute. */
const longestStartMilliseconds = 60_000;
const nothing: WindowState = { sessionDecisions: [], unkept: [], revoked: [], sampling: [], running: [] };

/**
 * A lease: a signed record of (workspace, window) that an extension host refreshes while it lives. A later host of the
 * same workspace takes over a fresh one whose owner is gone, by renaming it, so that only one of several hosts gets it.
 * Everything else is undecided again (src/README.md, "Consent").
 *
 * A host that ends while it takes over loses nothing. Its own lease first says which leases it is about to take. Their
 * files stay, under names that say who has them, until a single write of its own lease includes their states; then they
 * are removed.
 */
export class LeaseFile implements WindowLease, Disposable {
  readonly #options: Required<WindowLeaseOptions>;
  readonly #folder: PrivateFolder;
  readonly #owner: ProcessIdentity;
  readonly #name: LeaseName;
  #state = nothing;
  #ended = false;
  #released = false;
  #stored = false;
  #inherits: Inheriting = inheritsNothing;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #claiming: Promise<void> = Promise.resolve();
  #trouble: string | undefined;
  /** The file of this lease, open. */
  #kept: FileHandle | undefined;
  /** The length of what is in that file, in bytes. */
  #length = 0;

  constructor(options: Required<WindowLeaseOptions>, folder: PrivateFolder, owner: ProcessIdentity) {
    this.#options = options;
    this.#folder = folder;
    this.#owner = owner;
    const workspace = options.signer.nameFor(['workspace', options.workspace]);
    this.#name = leaseName(workspace, randomBytes(8).toString('hex'));
  }

  claim(adopt: (left: WindowState) => void): Promise<void> {
    this.#inherits = { from: [], isDone: false };
    return (this.#claiming = this.#claim(adopt));
  }

  keep(state: WindowState): void {
    if (this.#ended) return;
    this.#state = state;
    this.#timer ??= setInterval(() => void this.#store('again'), this.#options.refreshMilliseconds).unref();
    void this.#store();
  }

  /** Resolves once what was kept so far is on disk. Never throws. */
  settled(): Promise<void> {
    return this.#writing;
  }

  /** Hands the window over at this host's end: a successor need not wait until the process is gone. Never throws. */
  async release(): Promise<void> {
    this.dispose();
    await this.#claiming;
    this.#released = true;
    await this.#store();
  }

  /** Stops refreshing. What was kept can be taken over while it is fresh, once this process is gone. */
  dispose(): void {
    this.#ended = true;
    clearInterval(this.#timer);
    void this.#writing.then(() => this.#letGo()).catch(() => undefined);
  }

  async #claim(adopt: (left: WindowState) => void): Promise<void> {
    const until = performance.now() + this.#options.patienceMilliseconds;
    try {
      for (;;) {
        const { left, held } = await this.#survey();
        if (this.#ended || (await this.#inherit(toInherit(left), adopt))) return;
        if (!held || performance.now() >= until) break;
        await pause(lookAgainMilliseconds);
      }
    } catch (error) {
      this.#warn('What this window remembered is lost', error);
    }
    this.#inherits = inheritsNothing;
    await this.#store();
  }

  /** One write at a time; each writes what is true when its turn comes. */
  #store(what: 'anew' | 'again' = 'anew'): Promise<void> {
    this.#writing = this.#storeAfter(this.#writing, what);
    return this.#writing;
  }

  async #storeAfter(previous: Promise<void>, what: 'anew' | 'again'): Promise<void> {
    await previous;
    try {
      await this.#write(what);
      this.#trouble = undefined;
    } catch (error) {
      this.#warn('A reload of this window would ask again', error);
      // What the lease on disk says may have been withdrawn since: better that nothing is taken over.
      await this.#letGo().catch(() => undefined);
      await this.#folder.remove(this.#name.file).catch(() => undefined);
    }
  }

  async #write(what: 'anew' | 'again'): Promise<void> {
    const isNeeded = !isEmpty(this.#state) || this.#inherits.from.length > 0;
    if (!isNeeded && !this.#stored) return;
    this.#stored = isNeeded;
    const { file, signedAs } = this.#name;
    if (!isNeeded) {
      await this.#letGo();
      return this.#folder.remove(file);
    }
    const record: LeaseRecord = {
      owner: this.#owner,
      refreshedAt: this.#options.now(),
      released: this.#released,
      inherits: this.#inherits,
      state: this.#state,
    };
    const text = this.#options.signer.seal(`${leaseFolder}/${signedAs}`, leaseToFields(record));
    if (what === 'again' && (await this.#rewrite(text))) return;
    await this.#letGo();
    await this.#folder.replace(file, text);
    this.#length = Buffer.byteLength(text);
  }

  /**
   * While only the time has changed, overwrites the open file in place, which costs next to nothing.
   * @returns whether it did
   */
  async #rewrite(text: string): Promise<boolean> {
    const bytes = Buffer.from(text);
    if (bytes.length !== this.#length) return false;
    const kept = (this.#kept ??= await this.#folder.keep(this.#name.file));
    const { bytesWritten } = await kept.write(bytes, 0, bytes.length, 0);
    return bytesWritten === bytes.length && (await kept.stat()).nlink > 0;
  }

  async #letGo(): Promise<void> {
    const kept = this.#kept;
    this.#kept = undefined;
    await kept?.close();
  }

  /**
   * What hosts of this workspace left that can be taken over, the freshest first, and whether some is held by a
   * process that may be about to end. Removes what is stale, of every workspace.
   */
  async #survey() {
    const found: FoundLease[] = [];
    for (const file of await this.#folder.names()) {
      const name = parseLeaseName(file);
      if (name === undefined || name.id === this.#name.id) continue;
      const record = await this.#read(name);
      if (record === undefined) await this.#removeStale(file);
      else if (name.workspace === this.#name.workspace) found.push({ ...name, record });
    }
    const left: Estate[] = [];
    let held = false;
    for (const estate of estatesOf(found)) {
      if (estate.of === this.#name.id) continue;
      if (estate.own === undefined || (await isLeft(estate.own.record))) left.push(estate);
      else held = true;
    }
    return { left, held };
  }

  /** Whether to look no further: something was taken over, or this host ended, which leaves all for the next one. */
  async #inherit(leases: readonly FoundLease[], adopt: (left: WindowState) => void): Promise<boolean> {
    if (leases.length === 0) return false;
    // Said before anything is taken: what this host has is nobody else's while it lives.
    this.#inherits = { from: leases.map(({ id }) => id), isDone: false };
    await this.#store();
    const taken = this.#trouble === undefined ? await this.#take(leases) : [];
    if (this.#ended) return true;
    const state = inheritance(taken);
    const isDone = state !== undefined;
    this.#inherits = { from: taken.map(({ id }) => id), isDone };
    if (state !== undefined) adopt(state);
    await this.#store();
    for (const { file } of taken) await this.#folder.remove(file);
    this.#inherits = { from: [], isDone };
    await this.#store();
    return isDone;
  }

  /** Takes leases by renaming them, which decides who of several hosts gets one, and reads each again after that. */
  async #take(leases: readonly FoundLease[]): Promise<readonly FoundLease[]> {
    const taken: FoundLease[] = [];
    for (const { file, workspace, id } of leases) {
      const name = leaseName(workspace, id, this.#name.id);
      if (!(await this.#folder.move(file, name.file))) break;
      const record = await this.#read(name);
      if (record === undefined) await this.#folder.remove(name.file);
      else taken.push({ ...name, record });
    }
    return taken;
  }

  /** Nothing when it cannot be believed, or is not fresh. */
  async #read({ file, signedAs }: LeaseName): Promise<LeaseRecord | undefined> {
    try {
      const { text } = await this.#folder.read(file, maximumBytes);
      const fields = this.#options.signer.open(`${leaseFolder}/${signedAs}`, text);
      const record = z.safeParse(leaseSchema, fields).data;
      return record !== undefined && this.#isFresh(record.refreshedAt) ? record : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * A time in the future is not believed. A lease that was refreshed for longer after the start of this host than a
   * reload takes is that of another window.
   */
  #isFresh(refreshedAt: number): boolean {
    const { now, startedAt, freshMilliseconds } = this.#options;
    const at = now();
    const isStarting = at - startedAt < longestStartMilliseconds;
    const wasBefore = refreshedAt - startedAt < endAtReloadMilliseconds;
    const until = isStarting && wasBefore ? startedAt : at;
    return at - refreshedAt > -clockToleranceMilliseconds && until - refreshedAt < freshMilliseconds;
  }

  /** Goes by the file's own time, because nothing else is known of a file that does not verify. */
  async #removeStale(file: string): Promise<void> {
    const modifiedAt = await this.#folder.modifiedAt(file).catch(() => undefined);
    if (modifiedAt !== undefined && !this.#isFresh(modifiedAt)) {
      await this.#folder.remove(file).catch(() => undefined);
    }
  }

  #warn(consequence: string, error: unknown): void {
    const trouble = messageOf(error);
    if (trouble !== this.#trouble) this.#options.log.warn(`${consequence}: ${trouble}`);
    this.#trouble = trouble;
  }
}

/** This window's lease, owned by this process. @throws {UserError} when its folder cannot be used. */
export async function openWindowLease(options: WindowLeaseOptions): Promise<LeaseFile> {
  const complete = {
    refreshMilliseconds: 8_000,
    freshMilliseconds: 15_000,
    patienceMilliseconds: 6_000,
    now: Date.now,
    startedAt: performance.timeOrigin,
    ...options,
  };
  return new LeaseFile(complete, await options.storage.child(leaseFolder), await identify(process.pid));
}

async function isLeft({ released, owner }: LeaseRecord): Promise<boolean> {
  return released || (await hasEnded(owner));
}
