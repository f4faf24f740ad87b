import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { codeOf } from '../../core/errors';
import { parseStat } from '../process/processTable';

/** A process that can be told from a later one with the same number. */
export interface ProcessIdentity {
  /** Where its number is valid: this boot of this machine, and there this namespace of process numbers. */
  readonly machine: string;
  readonly pid: number;
  /** When it started, in the system's own words; empty where the system does not say cheaply. */
  readonly started: string;
}

/** Identifies a running process of this machine; never throws. */
export async function identify(pid: number): Promise<ProcessIdentity> {
  const status = await statusOf(pid);
  return { machine: await machine(), pid, started: status?.startedAt ?? '' };
}

/**
 * Whether it is certain that the process has ended: on this machine its number is free, or belongs to a process
 * that started at another time, or to one that has ended and was not collected yet. Of another machine's, or
 * another container's, processes nothing is known: not certain.
 */
export async function hasEnded({ machine: where, pid, started }: ProcessIdentity): Promise<boolean> {
  if (where !== (await machine())) return false;
  const status = await statusOf(pid);
  if (status !== undefined) return status.dead || status.startedAt !== started;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

export function isSameProcess(a: ProcessIdentity, b: ProcessIdentity): boolean {
  return a.machine === b.machine && a.pid === b.pid && a.started === b.started;
}

async function statusOf(pid: number) {
  return parseStat(await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''));
}

let known: Promise<string> | undefined;

function machine(): Promise<string> {
  return (known ??= describeMachine());
}

async function describeMachine(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => hostname());
  const numbers = await readlink('/proc/self/ns/pid').catch(() => '');
  return `${boot.trim()} ${numbers}`.trim();
}
