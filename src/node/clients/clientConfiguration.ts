import path from 'node:path';
import type { ClientEntry } from '../../core/clients/entry';
import type { KnownClient } from '../../core/clients/knownClient';
import { addEntries, type Merged } from '../../core/clients/merge';
import { nodeProgram } from '../../core/clients/nodeProgram';
import { UserError } from '../../core/errors';
import { resolveExecutable } from '../process/executable';
import { readConfiguration, writeConfiguration, type ConfigurationText } from './configurationFile';

/** A change of another program's file, prepared but not made. */
export interface PlannedChange {
  readonly before: ConfigurationText;
  readonly after: string;
  /** The entries as they will be written, under names that are free. */
  readonly entries: readonly ClientEntry[];
}

/** The program with which a client on this machine runs the shim. */
export async function shimRunner(): Promise<ReturnType<typeof nodeProgram>> {
  const { platform, env, execPath, versions } = process;
  const search = { path: env['PATH'], pathExt: env['PATHEXT'], platform, flavour: path };
  const onPath = await resolveExecutable('node', search).catch(() => undefined);
  return nodeProgram({ own: execPath, ownIsElectron: 'electron' in versions, onPath });
}

/**
 * Prepares the change of a client's file. An entry gets another name if somebody else's entry has its name.
 * @throws {UserError} when the file cannot be read, or not be changed safely
 */
export async function planChange(
  client: KnownClient,
  entries: readonly ClientEntry[],
  file: string,
): Promise<PlannedChange> {
  const before = await readConfiguration(file);
  let after = before.text ?? '';
  const named: ClientEntry[] = [];
  for (const entry of entries) {
    const { merged, entry: placed } = withFreeName(client, entry, after);
    if (merged.kind === 'refused') {
      throw new UserError(`"${file}" is not changed: ${merged.why}. Correct it, or copy the entry instead.`);
    }
    if (merged.kind === 'changed') after = merged.text;
    named.push(placed);
  }
  return { before, after, entries: named };
}

/** The text of a file of this client with only these entries. */
export function wholeFile(client: KnownClient, entries: readonly ClientEntry[]): string {
  const merged = addEntries(client, entries, undefined);
  return merged.kind === 'changed' ? merged.text : '';
}

/** Makes the change. See `writeConfiguration`. */
export function makeChange({ before, after }: PlannedChange): Promise<void> {
  return writeConfiguration(before, after);
}

function withFreeName(
  client: KnownClient,
  entry: ClientEntry,
  text: string,
): { readonly merged: Exclude<Merged, { readonly kind: 'conflict' }>; readonly entry: ClientEntry } {
  for (let n = 0; ; n += 1) {
    const suffix = n === 0 ? '' : n === 1 ? '-roots' : `-roots-${n}`;
    const named = { ...entry, name: entry.name + suffix };
    const merged = addEntries(client, [named], text);
    if (merged.kind !== 'conflict') return { merged, entry: named };
  }
}
