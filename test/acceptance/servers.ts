import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fixtureServer } from '../unit/process/checkout';

/** An entry of `mcp.json`. */
export interface Entry {
  readonly command: string;
  readonly args: readonly string[];
  readonly [key: string]: unknown;
}

/** The official filesystem server: asks after `initialized` and at each `list_changed`, and serves what it is told. */
export function filesystem(more: object = {}): Entry {
  return { command: process.execPath, args: [programOf('server-filesystem')], ...more };
}

/** The official server that has everything: shows its roots (`get-roots-list`) and its environment (`get-env`). */
export function everything(more: object = {}): Entry {
  return { command: process.execPath, args: [programOf('server-everything'), 'stdio'], ...more };
}

/** The official memory server: never asks for roots. */
export function memory(more: object = {}): Entry {
  return { command: process.execPath, args: [programOf('server-memory')], ...more };
}

/** A well-behaved server of our own, or one that misbehaves in the way that `misbehaving.mjs` explains. */
export function fixture(behaviour = '', more: object = {}): Entry {
  return { command: process.execPath, args: [fixtureServer('misbehaving.mjs'), behaviour], ...more };
}

/** A well-behaved server that remembers what it heard, and answers late or in batches (`observing.mjs`). */
export function observing(more: object = {}, ...args: readonly string[]): Entry {
  return { command: process.execPath, args: [fixtureServer('observing.mjs'), ...args], ...more };
}

/** A good server that says what it is told to say (`saying.mjs`). */
export function saying(more: object = {}, ...args: readonly string[]): Entry {
  return { command: process.execPath, args: [fixtureServer('saying.mjs'), ...args], ...more };
}

/** A server that offers what it is told to, good and bad (`offering.mjs`). */
export function offering(...args: readonly string[]): Entry {
  return { command: process.execPath, args: [fixtureServer('offering.mjs'), ...args] };
}

/** The address of a folder as Node.js writes it; written as a directory first, else its last characters may get lost. */
export function uri(folder: string): string {
  return pathToFileURL(`${folder}/`).href.slice(0, -1);
}

function programOf(server: string): string {
  const manifest = createRequire(__filename).resolve(`@modelcontextprotocol/${server}/package.json`);
  return path.join(path.dirname(manifest), 'dist', 'index.js');
}
