import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Decision, Fingerprint, Withdrawal } from '../../../src/core/consent/decision';
import type { Disposable } from '../../../src/core/lifecycle';
import type { Log } from '../../../src/core/log';
import { asRealPath } from '../../../src/core/roots/realPath';
import { PrivateFolder } from '../../../src/node/stores/privateFolder';
import { Signer } from '../../../src/node/stores/signature';

/** A log that keeps its warnings and errors. */
export class KeptLog implements Log {
  readonly warnings: string[] = [];
  readonly errors: string[] = [];
  debug(): void {}
  info(): void {}
  warn(line: string): void {
    this.warnings.push(line);
  }
  error(line: string): void {
    this.errors.push(line);
  }
}

/** What a test starts, ended after each test, also when it failed. */
export class Surroundings {
  readonly #ends: (() => unknown)[] = [];

  constructor() {
    afterEach(async () => {
      for (const end of this.#ends.splice(0).toReversed()) await end();
    });
  }

  /** Has something ended after the test. */
  add<T extends Disposable>(owned: T): T {
    this.#ends.push(() => owned.dispose());
    return owned;
  }

  onEnd(end: () => unknown): void {
    this.#ends.push(end);
  }

  /** A new empty directory. */
  async directory(): Promise<string> {
    const directory = await realpath(await mkdtemp(path.join(tmpdir(), 'stores-')));
    this.onEnd(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
    return directory;
  }

  /** A new private folder, as the global storage is. */
  async storage(log: Log = new KeptLog()): Promise<PrivateFolder> {
    return PrivateFolder.open(path.join(await this.directory(), 'storage'), log);
  }
}

export const testKey: Uint8Array = Buffer.alloc(32, 7);
export const testSigner = new Signer(testKey);

export function allow(server: string, folder: string, decidedAt = 1): Decision {
  return { ...pair(server, folder), verdict: 'allow', duration: 'always', decidedAt };
}

export function deny(server: string, folder: string, decidedAt = 1): Decision {
  return { ...pair(server, folder), verdict: 'deny', duration: 'always', decidedAt };
}

export function withdraw(server: string, folder: string, decidedAt = 1): Withdrawal {
  return { ...pair(server, folder), verdict: 'undecided', decidedAt };
}

export function forSession(decision: Decision): Decision {
  return { ...decision, duration: 'session' };
}

function pair(server: string, folder: string) {
  return { server: server as Fingerprint, folder: asRealPath(folder) };
}
