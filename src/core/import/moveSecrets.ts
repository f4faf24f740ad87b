import { isRecord } from '../clients/entry';
import type { InputEntry } from './inputsToBring';
import { freeInputId } from './names';
import { replaceSecrets, secretsIn, type Secret } from './secrets';

/** A secret that was replaced by an input. */
export interface MovedSecret {
  readonly input: InputEntry;
  readonly value: string;
}

/**
 * Replaces every secret of an entry by `${input:id}`. The same secret in several servers becomes one input.
 * @param moved what was replaced before, in other entries
 * @param present the inputs that exist already, whose ids are taken
 * @returns the entry, and what was replaced in it in addition to `moved`
 */
export function moveSecrets(
  server: string,
  entry: Readonly<Record<string, unknown>>,
  moved: readonly MovedSecret[],
  present: readonly unknown[],
): { readonly entry: Readonly<Record<string, unknown>>; readonly moved: readonly MovedSecret[] } {
  const added: MovedSecret[] = [];
  const idOf = ({ name, value }: Secret): string => {
    const all = [...moved, ...added];
    const same = all.find((each) => each.value === value);
    if (same !== undefined) return same.input.id;
    const ids = [...present, ...all.map(({ input }) => input)].filter(isRecord).map((each) => each['id']);
    const id = freeInputId(`${server}-${name}`, new Set(ids.map((each) => String(each).toLowerCase())));
    const input = { type: 'promptString', id, description: `${name} of ${server}`, password: true };
    added.push({ input, value });
    return id;
  };
  const changed = replaceSecrets(entry, secretsIn(entry), (secret) => `\${input:${idOf(secret)}}`);
  return { entry: changed, moved: added };
}
