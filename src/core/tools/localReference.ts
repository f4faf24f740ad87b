import { recordOf } from '../recordOf';

/** A longer chain of references is taken for a circle. */
const mostHops = 20;

/** A schema, or why there is none. */
export type Resolved =
  | { readonly kind: 'schema'; readonly schema: unknown }
  | { readonly kind: 'unresolved'; readonly why: string };

/** Follows a `$ref` within the same schema; nothing is ever fetched. */
export function resolved(schema: unknown, whole: unknown): Resolved {
  let at = schema;
  for (let hops = 0; hops <= mostHops; hops += 1) {
    const { $ref: reference, ...beside } = recordOf(at);
    if (reference === undefined) return { kind: 'schema', schema: at };
    if (typeof reference !== 'string' || !reference.startsWith('#')) {
      return { kind: 'unresolved', why: 'its schema refers to another document, which is not fetched' };
    }
    const target = pointedAt(whole, reference.slice(1));
    if (target === undefined)
      return { kind: 'unresolved', why: 'its schema refers to a part that is not there' };
    // Since JSON Schema 2019-09, keys beside a reference count too, such as a description or a default.
    at = typeof target === 'object' ? { ...target, ...beside } : target;
  }
  return { kind: 'unresolved', why: 'its schema refers in a circle' };
}

/** What a JSON pointer leads to (RFC 6901); own properties only. */
function pointedAt(whole: unknown, pointer: string): object | boolean | undefined {
  let at = whole;
  for (const token of pointer === '' ? [] : pointer.split('/').slice(1)) {
    const key = decoded(token).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return (typeof at === 'object' && at !== null) || typeof at === 'boolean' ? at : undefined;
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
