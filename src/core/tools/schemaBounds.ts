/** Limits on values and levels that no honest schema exceeds. */
const mostValues = 10_000;
const deepest = 40;

/** Why a schema is not used: it is no schema, or too large; undefined for a usable one. */
export function whyUnusable(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    return 'its schema is no JSON object';
  }
  let values = 0;
  let level: readonly unknown[] = [schema];
  for (let depth = 0; level.length > 0; depth += 1) {
    values += level.length;
    if (depth > deepest) return `its schema is nested deeper than ${deepest} levels`;
    if (values > mostValues) return `its schema has more than ${mostValues} parts`;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return undefined;
}
