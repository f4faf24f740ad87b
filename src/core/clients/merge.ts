import { isOurs, isRecord, sameValue, type ClientEntry } from './entry';
import type { FileOfFormat } from './fileOfFormat';
import { jsonFile } from './jsonFile';
import type { KnownClient } from './knownClient';
import { tomlFile } from './tomlFile';
import { yamlFile } from './yamlFile';

/** The result of a change of a file's text. */
export type Merged =
  | { readonly kind: 'changed'; readonly text: string }
  /** The text has these values already, or there is nothing to remove. */
  | { readonly kind: 'same' }
  /** There is an entry with this name that this extension did not write. */
  | { readonly kind: 'conflict' }
  /** The text cannot be read, or not be changed without touching something else; `why` is the end of a sentence. */
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Adds entries to the text of a client's configuration file. Comments, order and all other content stay as they are,
 * also fields that somebody added to an entry of ours. Doing it twice has no further effect.
 * @param text undefined where there is no file yet
 */
export function addEntries(
  client: KnownClient,
  entries: readonly ClientEntry[],
  text: string | undefined,
): Merged {
  const before = text ?? '';
  let now = before;
  for (const entry of entries) {
    const merged = change(client, entry, now, client.value(entry));
    if (merged.kind === 'conflict' || merged.kind === 'refused') return merged;
    if (merged.kind === 'changed') now = merged.text;
  }
  return now === before ? { kind: 'same' } : { kind: 'changed', text: now };
}

/** Removes an entry of ours, and nothing else. */
export function removeEntry(
  client: KnownClient,
  entry: Pick<ClientEntry, 'name' | 'args'>,
  text: string,
): Merged {
  return change(client, entry, text, undefined);
}

function change(
  { format, section, argsField }: KnownClient,
  entry: Pick<ClientEntry, 'name' | 'args'>,
  text: string,
  written: Readonly<Record<string, unknown>> | undefined,
): Merged {
  const file = fileOf(format);
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const before = text.slice(mark.length);
  try {
    const value = file.parse(before) ?? {};
    if (!isRecord(value)) return refused('it does not hold an object');
    const servers = value[section] ?? {};
    if (!isRecord(servers)) return refused(`its "${section}" is not an object`);
    const present = Object.hasOwn(servers, entry.name) ? servers[entry.name] : undefined;
    if (present !== undefined && !isOurs(present, argsField, entry)) return { kind: 'conflict' };
    if (present === undefined && written === undefined) return { kind: 'same' };
    const kept = isRecord(present) ? present : {};
    const next = written === undefined ? undefined : { ...kept, ...written };
    if (next !== undefined && present !== undefined && sameValue(present, next)) return { kind: 'same' };
    const after = file.put(before, section, entry.name, next);
    const others = Object.entries(servers).filter(([name]) => name !== entry.name);
    const meant = Object.fromEntries(next === undefined ? others : [...others, [entry.name, next]]);
    if (!says(file, after, { ...value, [section]: meant }, section)) {
      return refused('its form is one that MCP Roots cannot change safely');
    }
    return { kind: 'changed', text: mark + after };
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
}

/** Whether a changed text has exactly the values that it should: it was edited as text, so this is checked. */
function says(file: FileOfFormat, text: string, meant: unknown, section: string): boolean {
  try {
    return sameValue(withoutEmpty(file.parse(text), section), withoutEmpty(meant, section));
  } catch {
    return false;
  }
}

/** The value without this section if that is empty: to clients, an empty section is the same as none. */
function withoutEmpty(value: unknown, section: string): unknown {
  if (!isRecord(value)) return value ?? {};
  const { [section]: servers, ...others } = value;
  const isEmpty = servers === null || (isRecord(servers) && Object.keys(servers).length === 0);
  return isEmpty ? others : value;
}

function refused(why: string): Merged {
  return { kind: 'refused', why };
}

function fileOf(format: KnownClient['format']): FileOfFormat {
  switch (format) {
    case 'json':
      return jsonFile;
    case 'toml':
      return tomlFile;
    case 'yaml':
      return yamlFile;
  }
}
