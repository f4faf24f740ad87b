import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A running process, as the system lists it. */
export interface ProcessRecord {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Unknown where `ps` cannot say it. */
  readonly session: number | undefined;
  /** When it started, in the system's own words: with the pid, it names one process for ever. */
  readonly startedAt: string;
}

let reading: Promise<readonly ProcessRecord[]> | undefined;

/**
 * All processes that run now, without the dead that nobody has collected. Linux: /proc (proc(5)), about 20 µs for
 * each process; elsewhere `ps`; Windows: none. What is asked for in one turn of the event loop is read once.
 * Never rejects: what cannot be read is not in it.
 */
export function readProcessTable(): Promise<readonly ProcessRecord[]> {
  reading ??= new Promise((resolve) => {
    setImmediate(() => {
      reading = undefined;
      resolve(read());
    });
  });
  return reading;
}

/**
 * When this process started, also if it is dead and not collected; undefined if there is none, or if the system cannot
 * say it at once.
 */
export function startOf(pid: number): string | undefined {
  return process.platform === 'linux' ? readStat(pid)?.startedAt : undefined;
}

function read(): readonly ProcessRecord[] | Promise<readonly ProcessRecord[]> {
  if (process.platform === 'win32') return [];
  return process.platform === 'linux' ? readProc() : readPs();
}

function readProc(): ProcessRecord[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    const record = Number.isInteger(pid) ? readStat(pid) : undefined;
    return record === undefined || record.dead ? [] : [record];
  });
}

function readStat(pid: number): (ProcessRecord & { dead: boolean }) | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return undefined;
  }
}

/**
 * One line of /proc/<pid>/stat. The name in brackets is the process's own choice and may hold brackets and blanks,
 * so fields count from the last bracket (proc(5)).
 */
export function parseStat(line: string): (ProcessRecord & { dead: boolean }) | undefined {
  const pid = Number.parseInt(line, 10);
  const [state, parent, group, session, ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const startedAt = rest[15];
  if (startedAt === undefined || state === undefined) return undefined;
  const ids = { pid, parent: Number(parent), group: Number(group), session: Number(session) };
  return { ...ids, startedAt, dead: /[ZXx]/.test(state) };
}

/** The process table by `ps`, as every system but Windows has it. Never rejects. */
export function readPs(): Promise<readonly ProcessRecord[]> {
  return new Promise((resolve) => {
    execFile(
      '/bin/ps',
      ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='],
      { env: { LC_ALL: 'C', TZ: 'UTC' }, maxBuffer: 64 * 1024 * 1024, timeout: 5000 },
      (error, stdout) => resolve(error ? [] : stdout.split('\n').flatMap(parsePsLine)),
    );
  });
}

function parsePsLine(line: string): ProcessRecord[] {
  const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
  if (match === null) return [];
  const [, pid, parent, group, state = '', startedAt = ''] = match;
  if (state.startsWith('Z')) return [];
  return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: undefined, startedAt }];
}
