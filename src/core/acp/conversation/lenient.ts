import * as z from 'zod/mini';

const { catch: catching } = z;

/** A field that may be left out; `null` and anything malformed count as left out (ACP, schema: default on error). */
export function lenient<T extends z.core.SomeType>(schema: T) {
  return catching(z.optional(z.nullable(schema)), undefined);
}

/** A required field that gets this value where it is left out or malformed. */
export function lenientWith<T extends z.core.SomeType>(
  schema: T,
  otherwise: z.core.util.NoUndefined<z.output<T>>,
) {
  return catching(schema, otherwise);
}
