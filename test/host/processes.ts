import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** One process of this machine; its start tells it from a later one with the same id. */
export interface ProcessId {
  readonly pid: number;
  /** When it started, in whatever unit the system has; only compared. */
  readonly start: string;
}

/** A running process with its parent and its command line. */
export interface RunningProcess extends ProcessId {
  readonly parent: number;
  readonly command: string;
}

/** All running processes, zombies left out. */
function runningProcesses(): RunningProcess[] {
  return process.platform === 'linux' ? fromProc() : fromPs();
}

/** When the process started; '' when it does not run. */
export function startOf(pid: number): string {
  if (process.platform === 'linux') return fromStat(pid)?.start ?? '';
  return runningProcesses().find((each) => each.pid === pid)?.start ?? '';
}

/** Whether this very process still runs. */
export function isAlive(id: ProcessId): boolean {
  const start = startOf(id.pid);
  return start !== '' && start === id.start;
}

/** The processes below these, children of children included; those themselves are not in it. */
export function descendantsOf(pids: readonly number[]): RunningProcess[] {
  const all = runningProcesses();
  const wanted = new Set(pids);
  const found: RunningProcess[] = [];
  for (let grew = true; grew;) {
    grew = false;
    for (const each of all) {
      if (!wanted.has(each.parent) || wanted.has(each.pid)) continue;
      wanted.add(each.pid);
      found.push(each);
      grew = true;
    }
  }
  return found;
}

/** Resolves with true once none of them runs, with false after `milliseconds`. */
export async function waitUntilEnded(ids: readonly ProcessId[], milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (ids.some(isAlive)) {
    if (Date.now() > end) return false;
    await delay(50);
  }
  return true;
}

/** Sends the signal to those that still run; one that ends meanwhile or may not be signalled is passed over. */
export function signalAll(ids: readonly ProcessId[], signal: NodeJS.Signals): void {
  for (const id of ids) {
    if (!isAlive(id)) continue;
    try {
      process.kill(id.pid, signal);
    } catch {
      continue;
    }
  }
}

function fromProc(): RunningProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const pid = Number(name);
    const stat = fromStat(pid);
    return stat === undefined ? [] : [{ pid, ...stat, command: commandOf(pid) }];
  });
}

/** Linux proc(5): the command name in brackets may hold anything, so fields are counted from the last bracket. */
function fromStat(pid: number): { parent: number; start: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state, parent] = fields;
    const start = fields[19];
    if (parent === undefined || start === undefined || state === 'Z' || state === 'X') return undefined;
    return { parent: Number(parent), start };
  } catch {
    return undefined;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

function fromPs(): RunningProcess[] {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,lstart=,command='], { encoding: 'utf8' });
  return text.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/.exec(line);
    if (match === null) return [];
    const [, pid = '', parent = '', state = '', start = '', command = ''] = match;
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), start, command }];
  });
}
