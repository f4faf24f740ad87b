import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { BridgeStage } from './bridgeStage';
import type { Effort } from './effort';
import { boundRow, median, type Row } from './measure';

const execute = promisify(execFile);

/** What sessions of other clients hold: in the window for each, and in the process of a shim. */
export function measureBridgeMemory(effort: Effort): Promise<readonly Row[]> {
  const many = effort(50, 3);
  return BridgeStage.on(async (stage) => {
    const first = await stage.client(stage.shim);
    await first.text(10);
    const one = await stage.memory();
    const pids = [first.pid];
    for (let i = 1; i < many; i += 1) {
      const client = await stage.client(stage.shim);
      await client.text(10);
      pids.push(client.pid);
    }
    const all = await stage.memory();
    const held = ({ heapUsed, external }: NodeJS.MemoryUsage) => heapUsed + external;
    const each = (held(all) - held(one)) / (many - 1) / 1e6;
    const shim = median(await Promise.all(pids.map(resident)));
    const bare = await residentOfNothing();
    const megabytes = (value: number) => `${value.toFixed(2)} MB`;
    const whole = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
    return [
      boundRow(
        `memory in the window for each session of another client, ${many} at once`,
        each,
        1,
        megabytes,
      ),
      {
        what: `the window's whole process, resident: with ${many} sessions`,
        against: 'with one',
        measured: `${whole(all.rss)} against ${whole(one.rss)}`,
        target: '(reported)',
        verdict: '',
        numbers: { one: one.rss, all: all.rss },
      },
      {
        what: 'the process of a shim, resident',
        against: 'Node that does nothing',
        measured: `${whole(shim)} against ${whole(bare)}`,
        target: '(reported)',
        verdict: '',
        numbers: { shim, bare },
      },
    ];
  });
}

/** Resident memory of a process, as the system counts it; in bytes. */
async function resident(pid: number): Promise<number> {
  const { stdout } = await execute('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) * 1024;
}

async function residentOfNothing(): Promise<number> {
  const script = 'console.log("ready"); setInterval(() => {}, 60_000);';
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(child.stdout, 'data');
    return await resident(child.pid ?? 0);
  } finally {
    child.kill();
  }
}
