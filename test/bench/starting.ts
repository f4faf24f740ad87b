import { startBareClient } from './bareClient';
import type { Effort } from './effort';
import { boundRow, inTurns, ratioRow, timed, type Row } from './measure';
import { onStage } from './stage';

/** From "start" to a server that runs. */
export function measureStarting(effort: Effort): Promise<readonly Row[]> {
  return onStage(async (stage) => {
    await stage.setFolders(await stage.folders(['web']));
    const [server] = await stage.configure(1);
    if (server === undefined) throw new Error('No server was configured.');
    const pairs = await inTurns(
      effort(20),
      async () => {
        const took = await timed(() => stage.host.supervisor.servers.start(server));
        await server.stop();
        return [took];
      },
      async () => {
        const start = performance.now();
        const client = await startBareClient([]);
        const took = performance.now() - start;
        await client.close();
        return [took];
      },
    );
    return [ratioRow('server start to running', 'SDK client doing the same', pairs, 1.05)];
  });
}

/** What one server that does nothing holds in the memory of the host's process. */
export function measureMemory(effort: Effort): Promise<readonly Row[]> {
  return onStage(async (stage) => {
    await stage.setFolders(await stage.folders(['web']));
    const servers = await stage.configure(effort(21, 4));
    await stage.start(servers.slice(0, 1));
    const before = await memory();
    await stage.start(servers.slice(1));
    const each = ((await memory()) - before) / (servers.length - 1);
    return [
      boundRow(
        'memory in the host for each idle server',
        each / 1e6,
        1,
        (megabytes) => `${megabytes.toFixed(2)} MB`,
      ),
    ];
  });
}

/** Bytes in use, on the heap and beside it, once everything that can go is gone. */
async function memory(): Promise<number> {
  for (let i = 0; i < 4; i += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
