import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../core/errors';
import type { Disposable } from '../../core/lifecycle';
import type { Log, WindowLease, WindowState } from '../../core/ports';
import { leaseFolder } from './leaseFolder';
import { leaseToFields, parseLease, type LeaseRecord } from './leaseRecord';
import { unfinishedSuffix } from './privateFile';
import type { PrivateFolder } from './privateFolder';
import { hasEnded, identify, type ProcessIdentity } from './processIdentity';
import type { Signer } from './signature';

export interface WindowLeaseOptions {
  readonly storage: PrivateFolder;
  readonly signer: Signer;
  readonly log: Log;
  /** What all extension hosts of one workspace say alike, and those of no other do. */
  readonly workspace: string;
  /** Default: 3,000. */
  readonly refreshMilliseconds?: number;
  /** A lease that was refreshed longer ago is nobody's any more. Default: 15,000. */
  readonly freshMilliseconds?: number;
  /** How long `claim` waits for a predecessor that is still there, as at a reload, to end. Default: 6,000. */
  readonly patienceMilliseconds?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

const maximumBytes = 16 * 1024 * 1024;
const lookAgainMilliseconds = 100;
const nothing: WindowState = { sessionDecisions: [], unkept: [], revoked: [], running: [] };

/**
 * A lease: a signed record of (workspace, window) that an extension host refreshes while it lives. A later host of
 * the same workspace takes a fresh one over whose owner is gone, by renaming it, so that of several one gets it.
 * Everything else is undecided again (design, "Consent").
 */
export class LeaseFile implements WindowLease, Disposable {
  readonly #options: Required<WindowLeaseOptions>;
  readonly #folder: PrivateFolder;
  readonly #owner: ProcessIdentity;
  readonly #workspace: string;
  readonly #file: string;
  #state = nothing;
  #ended = false;
  #released = false;
  #stored = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #trouble: string | undefined;

  constructor(options: Required<WindowLeaseOptions>, folder: PrivateFolder, owner: ProcessIdentity) {
    this.#options = options;
    this.#folder = folder;
    this.#owner = owner;
    this.#workspace = options.signer.nameFor(['workspace', options.workspace]);
    this.#file = `${this.#workspace}-${randomBytes(8).toString('hex')}.json`;
  }

  /** The state that a predecessor left; what was taken over is kept as this window's own from then on. Never throws. */
  async claim(): Promise<WindowState | undefined> {
    const until = performance.now() + this.#options.patienceMilliseconds;
    try {
      for (;;) {
        const { left, held } = await this.#survey();
        for (const { file } of left) {
          const state = await this.#take(file);
          if (state !== undefined) return state;
        }
        if (!held || this.#ended || performance.now() >= until) return undefined;
        await pause(lookAgainMilliseconds);
      }
    } catch (error) {
      this.#warn('What this window remembered is lost', error);
      return undefined;
    }
  }

  keep(state: WindowState): void {
    if (this.#ended) return;
    this.#state = state;
    this.#timer ??= setInterval(() => void this.#store(), this.#options.refreshMilliseconds).unref();
    void this.#store();
  }

  /** Resolves once what was kept so far is on disk. Never throws. */
  settled(): Promise<void> {
    return this.#writing;
  }

  /** Hands the window over at the end of this host: a successor need not wait until the process is gone. Never throws. */
  async release(): Promise<void> {
    this.dispose();
    this.#released = true;
    await this.#store();
  }

  /** Stops refreshing. What was kept can be taken over while it is fresh, once this process is gone. */
  dispose(): void {
    this.#ended = true;
    clearInterval(this.#timer);
  }

  /** One write at a time; each writes what is true when its turn comes. */
  #store(): Promise<void> {
    this.#writing = this.#storeAfter(this.#writing);
    return this.#writing;
  }

  async #storeAfter(previous: Promise<void>): Promise<void> {
    await previous;
    try {
      await this.#write();
      this.#trouble = undefined;
    } catch (error) {
      this.#warn('A reload of this window would ask again', error);
      // What it said last may have been withdrawn since: better that nothing is taken over.
      await this.#folder.remove(this.#file).catch(() => undefined);
    }
  }

  async #write(): Promise<void> {
    const { sessionDecisions, unkept, revoked, running } = this.#state;
    const isEmpty = sessionDecisions.length + unkept.length + revoked.length + running.length === 0;
    if (isEmpty && !this.#stored) return;
    this.#stored = !isEmpty;
    if (isEmpty) return this.#folder.remove(this.#file);
    const record: LeaseRecord = {
      owner: this.#owner,
      refreshedAt: this.#options.now(),
      released: this.#released,
      state: this.#state,
    };
    await this.#folder.replace(
      this.#file,
      this.#options.signer.seal(signedName(this.#file), leaseToFields(record)),
    );
  }

  /**
   * Leases of this workspace that can be taken over, the freshest first, and whether one is held by a process that
   * may be about to end. Removes what is stale, of every workspace.
   */
  async #survey() {
    const left: { readonly file: string; readonly refreshedAt: number }[] = [];
    let held = false;
    for (const file of await this.#folder.names()) {
      if (file === this.#file || !namePattern.test(file)) continue;
      const lease = await this.#read(file, file);
      if (lease === undefined || !this.#isFresh(lease.refreshedAt)) await this.#removeStale(file);
      else if (!file.startsWith(`${this.#workspace}-`)) continue;
      else if (await isLeft(lease)) left.push({ file, refreshedAt: lease.refreshedAt });
      else held = true;
    }
    return { left: left.sort((a, b) => b.refreshedAt - a.refreshedAt), held };
  }

  /** Judged once more after the renaming, which is what decides who of several gets it. */
  async #take(file: string): Promise<WindowState | undefined> {
    const taken = `${file}.${randomBytes(8).toString('hex')}${unfinishedSuffix}`;
    if (!(await this.#folder.move(file, taken))) return undefined;
    const lease = await this.#read(taken, file);
    const isGood = lease !== undefined && this.#isFresh(lease.refreshedAt) && (await isLeft(lease));
    if (isGood && this.#timer === undefined) this.keep(lease.state);
    await this.settled();
    await this.#folder.remove(taken);
    return isGood ? lease.state : undefined;
  }

  async #read(file: string, signedAs: string): Promise<LeaseRecord | undefined> {
    try {
      const { text } = await this.#folder.read(file, maximumBytes);
      const fields = this.#options.signer.open(signedName(signedAs), text);
      return fields === undefined ? undefined : parseLease(fields);
    } catch {
      return undefined;
    }
  }

  /** A time in the future is no time at which it was refreshed. */
  #isFresh(refreshedAt: number): boolean {
    const age = this.#options.now() - refreshedAt;
    return age > -this.#options.refreshMilliseconds && age < this.#options.freshMilliseconds;
  }

  /** By the file's own time, because of one that does not verify nothing else is known. */
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
    refreshMilliseconds: 3_000,
    freshMilliseconds: 15_000,
    patienceMilliseconds: 6_000,
    now: Date.now,
    ...options,
  };
  return new LeaseFile(complete, await options.storage.child(leaseFolder), await identify(process.pid));
}

const namePattern = /^[0-9a-f]{32}-[0-9a-f]{16}\.json$/;

function signedName(file: string): string {
  return `${leaseFolder}/${file}`;
}

async function isLeft({ released, owner }: LeaseRecord): Promise<boolean> {
  return released || (await hasEnded(owner));
}
