import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { displayText } from '../../core/text';

interface Schema {
  readonly safeParse: (request: unknown) =>
    | { readonly success: true }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] };
      };
}

/** The schemas of all requests that are answered here. */
const schemas: ReadonlyMap<string, Schema> = new Map(
  [
    PingRequestSchema,
    InitializeRequestSchema,
    ListToolsRequestSchema,
    CallToolRequestSchema,
    ListResourcesRequestSchema,
    ListResourceTemplatesRequestSchema,
    ReadResourceRequestSchema,
  ].map((schema) => [schema.shape.method.value, schema] as const),
);

const mostNamed = 5;

/**
 * Which parameters of a request are wrong, in a sentence; undefined when none are, or the method is not answered here.
 * The SDK itself would answer with -32603 and the output of its validator.
 */
export function wrongParams(method: string, request: unknown): string | undefined {
  const parsed = schemas.get(method)?.safeParse(request);
  if (parsed === undefined || parsed.success) return undefined;
  const paths = [...new Set(parsed.error.issues.map(({ path }) => path.map(String).join('.')))];
  return `Wrong parameters of ${method}: ${displayText(paths.slice(0, mostNamed).join(', '), 300)}.`;
}
