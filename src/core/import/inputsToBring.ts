import { isRecord, sameValue } from '../clients/entry';
import { freeInputId } from './names';

/** An entry of `mcpRoots.inputs`. */
export type InputEntry = Readonly<Record<string, unknown>> & { readonly id: string };

/** The inputs that an entry needs, and the entry with their ids in our settings. */
export interface BroughtInputs {
  readonly entry: Readonly<Record<string, unknown>>;
  /** Those that have to be added. */
  readonly inputs: readonly InputEntry[];
  readonly remarks: readonly string[];
}

const reference = /\$\{input:([^}]+)\}/g;

/**
 * Finds the inputs that an entry refers to. An input with the same id but another definition is another input: it gets
 * a new id, so that no answer is used for something else than it was given for.
 * @param defined as the other client's file defines them
 * @param present those of the scope that the entry goes to, including those brought before
 */
export function bringInputs(
  entry: Readonly<Record<string, unknown>>,
  defined: readonly unknown[],
  present: readonly unknown[],
): BroughtInputs {
  const ids = new Map<string, string>();
  const inputs: InputEntry[] = [];
  const remarks: string[] = [];
  const idHere = (id: string): string => {
    const own = defined.find((each) => isRecord(each) && each['id'] === id);
    const input = inputEntry(own, id);
    if (input === undefined) {
      const why = own === undefined ? 'is not defined there' : 'is of a kind that is not supported here';
      remarks.push(`\${input:${id}} ${why}`);
      return id;
    }
    const all = [...present, ...inputs].filter(isRecord);
    if (all.some((each) => sameValue(each, input))) return id;
    const taken = new Set(all.map((each) => String(each['id']).toLowerCase()));
    const free = freeInputId(id, taken);
    inputs.push({ ...input, id: free });
    return free;
  };
  const translated = mapTexts(entry, (text) =>
    text.replace(reference, (_, id: string) => {
      const known = ids.get(id) ?? idHere(id);
      ids.set(id, known);
      return `\${input:${known}}`;
    }),
  );
  return { entry: isRecord(translated) ? translated : entry, inputs, remarks };
}

/** Applies a change to every string in a value, but not to keys. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]));
}

/** An input of `mcp.json` as one of ours; undefined for a `command` input, which would run something. */
function inputEntry(value: unknown, id: string): InputEntry | undefined {
  if (!isRecord(value)) return undefined;
  const { type, description, default: usual, password, options } = value;
  if (type !== 'promptString' && type !== 'pickString') return undefined;
  const fields = { description, default: usual, ...(type === 'promptString' ? { password } : { options }) };
  const given = Object.entries(fields).filter(([, each]) => each !== undefined);
  return { type, id, ...Object.fromEntries(given) };
}
