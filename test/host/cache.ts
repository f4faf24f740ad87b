import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { codeOf } from '../../src/core/errors';
import { progress } from './commandLine';
import { isAlive, startOf } from './processes';

/**
 * Where what is installed for the tests lives: outside the checkout, so that a clean checkout does not pay again.
 * `MCP_ROOTS_TEST_CACHE`, else `mcp-roots-test` in the user's cache folder.
 */
export function cacheRoot(): string {
  const own = process.env['MCP_ROOTS_TEST_CACHE'];
  if (own !== undefined && own !== '') return path.resolve(own);
  const shared = process.env['XDG_CACHE_HOME'];
  const base = shared !== undefined && path.isAbsolute(shared) ? shared : path.join(os.homedir(), '.cache');
  return path.join(base, 'mcp-roots-test');
}

/**
 * Runs `act` while no other process holds the lock file; waits for one that does, and takes over from one that
 * died. The lock's content names its owner by process id and start time, so that a reused id is not taken for it.
 */
export async function withLock<T>(file: string, act: () => Promise<T>): Promise<T> {
  mkdirSync(path.dirname(file), { recursive: true });
  const own = JSON.stringify({ pid: process.pid, start: startOf(process.pid), id: randomUUID() });
  let said = false;
  while (!acquire(file, own)) {
    const holder = read(file);
    if (holder !== undefined && !holds(holder)) takeAway(file, holder);
    else {
      if (!said) progress(`Another run is installing (lock ${file}); waiting for it.`);
      said = true;
      await delay(300);
    }
  }
  try {
    return await act();
  } finally {
    if (read(file) === own) rmSync(file, { force: true });
  }
}

/** The lock appears with its content in one step: a link to a finished file. */
function acquire(file: string, own: string): boolean {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, own);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function holds(content: string): boolean {
  try {
    const owner: unknown = JSON.parse(content);
    if (typeof owner !== 'object' || owner === null || !('pid' in owner) || !('start' in owner)) return false;
    return typeof owner.pid === 'number' && isAlive({ pid: owner.pid, start: String(owner.start) });
  } catch {
    return false;
  }
}

/** Removes a dead owner's lock; one that changed hands in between is put back. */
function takeAway(file: string, seen: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (read(aside) !== seen) linkSync(aside, file);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
