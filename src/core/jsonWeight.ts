/** What it takes to keep a value besides its texts, in characters. */
const frame = 16;

/**
 * About how many characters it takes to keep a value that was parsed from JSON, however deep it is nested.
 * @param enough stops counting once it is more than this
 */
export function weightOfJson(value: unknown, enough = Infinity): number {
  const waiting: unknown[] = [value];
  let weight = 0;
  while (waiting.length > 0 && weight <= enough) {
    const next = waiting.pop();
    weight += frame;
    if (typeof next === 'string') weight += next.length;
    else if (Array.isArray(next)) for (const each of next as unknown[]) waiting.push(each);
    else if (typeof next === 'object' && next !== null) {
      for (const [key, each] of Object.entries(next)) {
        weight += key.length;
        waiting.push(each);
      }
    }
  }
  return weight;
}
