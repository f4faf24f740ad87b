import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { readProcessTable } from '../../src/node/process/processTable';
import type { Effort } from './effort';
import { boundRow, type Row } from './measure';
import { benchServer } from './stage';

/** What processes used, all their threads together. */
interface Spent {
  /** Milliseconds on a processor. */
  readonly cpu: number;
  /** How often a thread went to sleep, and so was woken up. */
  readonly wakes: number;
}

/**
 * What servers cost that do nothing: the host, which is the probe, and its guard, over two minutes. Nothing elsewhere than
 * on Linux, which alone counts this for each thread.
 */
export async function measureIdle(effort: Effort): Promise<readonly Row[]> {
  if (process.platform !== 'linux') return [];
  const many = effort(20, 3);
  const folder = await mkdtemp(path.join(tmpdir(), 'mcp-roots-bench-'));
  try {
    const probe = await startProbe(folder, many);
    try {
      // Until what a start brings with it is over: V8 tidies up after it once, about a minute later, for some 140 ms.
      await delay(effort(90_000, 1000));
      const pids = [probe.pid ?? 0, await guardOf(probe)];
      const [before, start] = [await spentBy(pids), performance.now()];
      // As long as it takes to look at every folder once where the system tells of changes: no more, no less.
      await delay(effort(120_000, 2000));
      const [after, seconds] = [await spentBy(pids), (performance.now() - start) / 1000];
      const what = `host and guard with ${many} idle servers and ${many} folders`;
      const cpu = (after.cpu - before.cpu) / (seconds * 10);
      const wakes = (after.wakes - before.wakes) / seconds;
      return [
        boundRow(`${what}: of one core`, cpu, 0.1, (percent) => `${percent.toFixed(3)} %`),
        boundRow(`${what}: wake-ups in a second`, wakes, 3, (times) => times.toFixed(2)),
      ];
    } finally {
      probe.stdin?.end();
      await once(probe, 'exit');
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Resolves once every server runs, may see every folder, and was told of them. */
async function startProbe(folder: string, many: number): Promise<ChildProcess> {
  const names = Array.from({ length: many }, (_, i) => `bench-${i}`);
  const work = path.join(folder, 'work');
  const folders = Array.from({ length: many }, (_, i) => path.join(work, `folder-${i}`));
  await Promise.all(folders.map((each) => mkdir(each, { recursive: true })));
  const entry = { command: process.execPath, args: [benchServer] };
  const file = path.join(folder, 'mcp.json');
  await writeFile(file, JSON.stringify({ servers: Object.fromEntries(names.map((name) => [name, entry])) }));
  const given = [
    '--servers',
    file,
    '--storage',
    path.join(folder, 'storage'),
    ...folders.flatMap((each) => ['--folder', each]),
    ...names.flatMap((name) => ['--grant', `${name}=${work}`]),
  ];
  const probe = spawn(process.execPath, [path.join(__dirname, '..', 'probe', 'probe.js'), ...given], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answered = new Set<string>();
  let isReady = false;
  for await (const line of createInterface({ input: probe.stdout })) {
    const said = JSON.parse(line) as { event?: string; server?: string };
    if (said.event === 'ready') isReady = true;
    if (said.event === 'answered' && said.server !== undefined) answered.add(said.server);
    if (isReady && answered.size === many) break;
  }
  if (answered.size < many) throw new Error(`${answered.size} of ${many} servers asked for their folders.`);
  probe.stdout.resume();
  return probe;
}

async function guardOf({ pid }: ChildProcess): Promise<number> {
  for (const { pid: each, parent } of await readProcessTable()) {
    if (parent !== pid) continue;
    const commandLine = await readFile(`/proc/${each}/cmdline`, 'utf8');
    if (commandLine.includes(path.join('guard', 'main.js'))) return each;
  }
  throw new Error('The probe has no guard.');
}

/** `proc_pid_schedstat(5)`: nanoseconds on a processor come first. */
async function spentBy(pids: readonly number[]): Promise<Spent> {
  let [cpu, wakes] = [0, 0];
  for (const pid of pids) {
    for (const thread of await readdir(`/proc/${pid}/task`)) {
      const at = `/proc/${pid}/task/${thread}`;
      cpu += Number((await readFile(`${at}/schedstat`, 'utf8')).split(' ')[0]) / 1e6;
      wakes += Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(await readFile(`${at}/status`, 'utf8'))?.[1]);
    }
  }
  return { cpu, wakes };
}
