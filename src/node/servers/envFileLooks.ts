import { stat } from 'node:fs/promises';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import { WayWatches } from '../watching/wayWatches';
import type { DefinedGrantee } from './definedGrantee';

/** In milliseconds. */
export interface EnvFileTimes {
  /** After a report of a change: a burst of changes leads to one look. */
  readonly settle: number;
  /** Between two looks where the system reports no changes; a server may run on for about as long with an old file. */
  readonly untold: number;
  /** Between two looks where the system reports changes, since a report can be lost. */
  readonly told: number;
}

const usualEnvFileTimes: EnvFileTimes = { settle: 20, untold: 2000, told: 60_000 };

type Server = Pick<DefinedGrantee, 'id' | 'prepared' | 'prepare'>;

/** Reads the definition of a running server again when its envFile has become another file. */
export class EnvFileLooks implements Disposable {
  readonly #times: EnvFileTimes;
  readonly #lifetime = new Lifetime();
  readonly #watches = this.#lifetime.add(new WayWatches());
  /** The running servers that have an envFile. */
  #servers: readonly Server[] = [];
  #followed = '';
  #seen: ReadonlyMap<string, string> = new Map();
  #looking = false;
  #isDue = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(times = usualEnvFileTimes) {
    this.#times = times;
    this.#lifetime.add(this.#watches.onDidTell(() => this.#lookIn(this.#times.settle)));
  }

  /** To be called when the running servers or their definitions have changed. @param running for any client */
  follow(running: readonly Server[]): void {
    this.#servers = running.filter(({ prepared }) => prepared?.envFile !== undefined);
    const followed = JSON.stringify(this.#servers.map(keyOf));
    if (followed === this.#followed || this.#lifetime.ended) return;
    this.#followed = followed;
    this.#lookIn(this.#times.settle);
  }

  dispose(): void {
    this.#lifetime.dispose();
    clearTimeout(this.#timer);
  }

  #lookIn(milliseconds: number): void {
    this.#isDue = this.#looking;
    clearTimeout(this.#timer);
    if (!this.#looking && !this.#lifetime.ended)
      this.#timer = setTimeout(() => void this.#look(), milliseconds).unref();
  }

  async #look(): Promise<void> {
    this.#looking = true;
    const files = this.#servers.flatMap(({ prepared }) => prepared?.envFile ?? []);
    const { told } = this.#watches.follow(files);
    const seen = new Map<string, string>();
    await Promise.all(
      this.#servers.map(async (server) => {
        const file = server.prepared?.envFile;
        if (file === undefined) return;
        const stamp = `${keyOf(server)} ${await stampOf(file)}`;
        seen.set(server.id, stamp);
        // Also at the first look: the file may have changed since it was read.
        if (this.#seen.get(server.id) !== stamp) await server.prepare();
      }),
    );
    this.#seen = seen;
    this.#looking = false;
    if (files.length === 0 && !this.#isDue) return;
    const { settle, told: rare, untold } = this.#times;
    this.#lookIn(this.#isDue ? settle : files.every((file) => told.has(file)) ? rare : untold);
  }
}

function keyOf({ id, prepared }: Server): string {
  return `${id} ${prepared?.fingerprint} ${prepared?.envFile}`;
}

async function stampOf(file: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(':');
  } catch {
    return 'unreadable';
  }
}
