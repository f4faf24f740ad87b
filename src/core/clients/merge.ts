import { isOurs, isRecord, sameValue, type ClientEntry } from './entry';
import type { FileOfFormat } from './fileOfFormat';
import { jsonFile } from './jsonFile';
import type { KnownClient } from './knownClient';
import { tomlFile } from './tomlFile';
import { yamlFile } from './yamlFile';

/** What became of a file's text. */
export type Merged =
  | { readonly kind: 'changed'; readonly text: string }
  /** It says so already, or there is nothing to remove. */
  | { readonly kind: 'same' }
  /** An entry of this name is there that somebody else wrote. */
  | { readonly kind: 'conflict' }
  /** The text cannot be read, or not be changed without touching something else; a sentence that says why. */
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Puts entries into the text of a client's configuration file: comments, order and whatever else stands there stay as
 * they are, and so do fields of an entry of ours that are not ours. Doing it twice changes nothing the second time.
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

/** Takes an entry of ours away again, and nothing else. */
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

/** Text is changed, not written anew: nothing is trusted that does not say exactly what it is meant to. */
function says(file: FileOfFormat, text: string, meant: unknown, section: string): boolean {
  try {
    return sameValue(withoutEmpty(file.parse(text), section), withoutEmpty(meant, section));
  } catch {
    return false;
  }
}

/** Whether an emptied section is still written down does not matter to any client. */
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
