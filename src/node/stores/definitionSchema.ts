import * as z from 'zod/mini';
import type { DefinitionFacts } from '../../core/approval/definitionFacts';

const text = z.exactOptional(z.string());

const scope = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['bundled', 'user', 'workspace']) }),
  z.object({ kind: z.literal('folder'), uri: z.string(), name: z.string() }),
]);

const launch = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('process'),
    executable: z.string(),
    args: z.array(z.string()),
    cwd: text,
    env: z.record(z.string(), z.nullable(z.string())),
  }),
  z.object({
    kind: z.literal('address'),
    type: z.enum(['http', 'sse']),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    oauth: z.exactOptional(
      z.object({ clientId: text, clientSecret: text, scopes: z.exactOptional(z.array(z.string())) }),
    ),
  }),
]);

const roots = z.object({
  declare: z.boolean(),
  primary: text,
  onRevoke: z.enum(['restart', 'notify']),
  whenEmpty: z.enum(['start', 'wait']),
  files: z.exactOptional(z.literal(true)),
  schemes: z.exactOptional(z.array(z.string())),
});

const agent = z.object({ readsFiles: z.boolean(), writesFiles: z.boolean(), missingIsEmpty: z.boolean() });

/** A definition as it is kept with its approval. */
export const definitionSchema: z.ZodMiniType<DefinitionFacts> = z.object({
  name: z.string(),
  scope,
  launch,
  late: z.array(z.object({ at: z.string(), name: z.string(), asks: text })),
  roots,
  agent: z.exactOptional(agent),
});
