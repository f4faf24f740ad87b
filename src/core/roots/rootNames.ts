/**
 * Makes names unique within one list by numbering repetitions, in order. Only ever applied to what one server is
 * shown: a number counted over more would tell it of folders that it may not know (rule 8).
 */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let n = 2; taken.has(unique); n += 1) unique = `${name} (${n})`;
    taken.add(unique);
    return unique;
  });
}
