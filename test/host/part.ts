import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

import { messageOf } from '../../src/core/errors';
import { cacheRoot, withLock } from './cache';
import { progress } from './commandLine';
import { MissingTool } from './systemPackages';

/** One part of what the tests need on the machine: there or not, never half. */
export interface Part {
  readonly folder: string;
  /** Files below the folder without which the part is broken, and made anew. */
  readonly results: readonly string[];
  readonly make: (folder: string) => Promise<void>;
}

/**
 * Makes those parts that are not there, in order. What an interrupted run had finished stays; two runs that begin
 * at once do not clash.
 */
export async function installParts(parts: readonly Part[]): Promise<void> {
  if (parts.every(isWhole)) return;
  await withLock(path.join(cacheRoot(), 'install.lock'), async () => {
    for (const part of parts) if (!isWhole(part)) await install(part);
  });
}

/**
 * Makes the part beside its place and moves it there whole. An npm that outlived a killed run goes on writing
 * into a folder that nobody uses; a later run removes it.
 */
async function install(part: Part): Promise<void> {
  const begun = Date.now();
  progress(`Setting up, once, ${part.folder}`);
  rmSync(part.folder, { recursive: true, force: true });
  removeDrafts(part);
  const draft = `${part.folder}.${randomUUID()}`;
  mkdirSync(draft, { recursive: true });
  await part.make(draft);
  const missing = part.results.find((file) => !existsSync(path.join(draft, file)));
  if (missing !== undefined) throw new MissingTool(`${part.folder} was set up without ${missing}.`);
  renameSync(draft, part.folder);
  removeDrafts(part);
  progress(`done in ${Math.round((Date.now() - begun) / 1000)} s`);
}

/** A draft into which an npm still writes makes this fail; then a later run removes it. */
function removeDrafts(part: Part): void {
  const parent = path.dirname(part.folder);
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(`${path.basename(part.folder)}.`)) continue;
    try {
      rmSync(path.join(parent, name), { recursive: true, force: true });
    } catch (error) {
      progress(`A leftover stays for now: ${messageOf(error)}`);
    }
  }
}

function isWhole(part: Part): boolean {
  return part.results.every((file) => existsSync(path.join(part.folder, file)));
}
