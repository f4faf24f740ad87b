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

/** What the parameters of each request that is answered here must be. */
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
 * What is wrong with the parameters of a request, in a sentence that names them; undefined when they are as MCP says,
 * or nobody here answers the method. The SDK itself answers wrong ones with -32603 and what its validator prints.
 */
export function wrongParams(method: string, request: unknown): string | undefined {
  const parsed = schemas.get(method)?.safeParse(request);
  if (parsed === undefined || parsed.success) return undefined;
  const paths = [...new Set(parsed.error.issues.map(({ path }) => path.map(String).join('.')))];
  return `Wrong parameters of ${method}: ${displayText(paths.slice(0, mostNamed).join(', '), 300)}.`;
}
