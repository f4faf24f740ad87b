import { stat } from 'node:fs/promises';
import type { Disposable } from '../../core/lifecycle';
import { toDisposable } from '../../core/lifecycle';
import type { DefinedGrantee } from './definedGrantee';

/** A running server goes on with an old envFile at most about this long, in milliseconds. */
const interval = 2000;

/**
 * Reads the definition of a running server again when its envFile has become another file. No watchers.
 * @param servers those that run now, for whichever client
 */
export function sweepEnvFiles(servers: () => readonly DefinedGrantee[]): Disposable {
  const sweep = new EnvFileSweep();
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void sweep.look(servers()).finally(() => (looking = false));
  }, interval);
  timer.unref();
  return toDisposable(() => clearInterval(timer));
}

/** What was seen of the envFile of each running server. */
class EnvFileSweep {
  #seen: ReadonlyMap<string, string> = new Map();

  async look(servers: readonly DefinedGrantee[]): Promise<void> {
    const seen = new Map<string, string>();
    await Promise.all(
      servers.map(async (server) => {
        const { prepared } = server;
        if (prepared?.envFile === undefined) return;
        const stamp = `${prepared.fingerprint} ${await stampOf(prepared.envFile)}`;
        seen.set(server.id, stamp);
        // Also at the first look: the file may have changed since it was read.
        if (this.#seen.get(server.id) !== stamp) await server.prepare();
      }),
    );
    this.#seen = seen;
  }
}

async function stampOf(file: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(':');
  } catch {
    return 'unreadable';
  }
}
