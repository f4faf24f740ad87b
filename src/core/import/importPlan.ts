import { isRecord } from '../clients/entry';
import { bringInputs, type InputEntry } from './inputsToBring';
import { freeInputId, freeName } from './names';
import type { FoundServer } from './readPlace';
import { secretsIn, type Secret } from './secrets';
import type { TranslatedEntry } from './translateEntry';

/** A server that may be imported. */
export interface ImportCandidate {
  readonly found: FoundServer;
  readonly translated: TranslatedEntry;
}

/** What is in the settings that servers are imported into. */
export interface ImportTarget {
  /** The names of all servers that this window knows, of whatever scope. */
  readonly names: readonly string[];
  /** The value of `mcpRoots.inputs` of the scope. */
  readonly inputs: readonly unknown[];
}

/** A server as it is written into the settings. */
interface ImportedServer {
  readonly name: string;
  readonly found: FoundServer;
  readonly entry: Readonly<Record<string, unknown>>;
  readonly remarks: readonly string[];
}

/** What an import writes, and what it keeps elsewhere. */
export interface ImportPlan {
  readonly servers: readonly ImportedServer[];
  /** New entries of `mcpRoots.inputs`. */
  readonly inputs: readonly InputEntry[];
  /** The secrets that the new inputs stand for. */
  readonly answers: readonly { readonly input: InputEntry; readonly value: string }[];
}

/**
 * Works out what an import writes: names that are free, inputs that come along, and secrets moved into inputs if so
 * wished. Nothing is started or approved by it, and what is there already is not changed.
 */
export function planImport(
  candidates: readonly ImportCandidate[],
  target: ImportTarget,
  movesSecrets: boolean,
): ImportPlan {
  const names = new Set(target.names.map((name) => name.toLowerCase()));
  const inputs: InputEntry[] = [];
  const answers: { readonly input: InputEntry; readonly value: string }[] = [];
  const inputFor = (server: string, secret: Secret): string => {
    // One token in several servers is asked for once.
    const same = answers.find(({ value }) => value === secret.value);
    if (same !== undefined) return same.input.id;
    const all = [...target.inputs, ...inputs].filter(isRecord);
    const taken = new Set(all.map((each) => String(each['id']).toLowerCase()));
    const id = freeInputId(`${server}-${secret.name}`, taken);
    const input = { type: 'promptString', id, description: `${secret.name} of ${server}`, password: true };
    inputs.push(input);
    answers.push({ input, value: secret.value });
    return id;
  };
  const servers = candidates.map(({ found, translated }): ImportedServer => {
    const name = freeName(found.name, names);
    names.add(name.toLowerCase());
    const brought = bringInputs(translated.entry, found.inputs, [...target.inputs, ...inputs]);
    inputs.push(...brought.inputs);
    const secrets = movesSecrets ? secretsIn(brought.entry) : [];
    const entry = secrets.reduce(
      (now, secret) => withInput(now, secret, inputFor(name, secret)),
      brought.entry,
    );
    return { name, found, entry, remarks: [...translated.remarks, ...brought.remarks] };
  });
  return { servers, inputs, answers };
}

function withInput(
  entry: Readonly<Record<string, unknown>>,
  { at: [field, key], before, after }: Secret,
  id: string,
): Readonly<Record<string, unknown>> {
  const text = `${before}\${input:${id}}${after}`;
  const value = entry[field];
  if (Array.isArray(value))
    return { ...entry, [field]: value.map((each: unknown, i) => (i === key ? text : each)) };
  if (!isRecord(value)) return { ...entry, [field]: text };
  const values = Object.entries(value).map(([name, each]) => [name, name === key ? text : each]);
  return { ...entry, [field]: Object.fromEntries(values) as unknown };
}
