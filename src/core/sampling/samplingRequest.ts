import * as z from 'zod/mini';
import { RequestRefusal } from '../session/requestRefusal';

/** One content block of a message; `data` is base64. */
export type SamplingContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string };

/** One message of the conversation that a server wants continued. */
export interface SamplingMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly SamplingContent[];
}

/** The server's preferences for the model; each priority from 0 to 1. */
export interface ModelPreferences {
  readonly hints: readonly string[];
  readonly costPriority: number;
  readonly speedPriority: number;
  readonly intelligencePriority: number;
}

/** What a server asks of a language model (MCP, client/sampling). */
export interface SamplingRequest {
  readonly messages: readonly SamplingMessage[];
  readonly modelPreferences: ModelPreferences;
  readonly systemPrompt: string | undefined;
  readonly includeContext: 'none' | 'thisServer' | 'allServers';
  readonly temperature: number | undefined;
  readonly maxTokens: number;
  readonly stopSequences: readonly string[];
  /** Meant for the provider of the model. It is shown to the user, but not passed on. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
}

const base64 = z
  .string()
  .check(z.regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/));
const text = z.object({ type: z.literal('text'), text: z.string() });
const media = z.object({ type: z.enum(['image', 'audio']), data: base64, mimeType: z.string() });
const content = z.discriminatedUnion('type', [text, media]);
const priority = z._default(z.number().check(z.minimum(0), z.maximum(1)), 0);
const hint = z.object({ name: z.optional(z.string()) });

const request = z.object({
  messages: z
    .array(z.object({ role: z.enum(['user', 'assistant']), content: z.union([content, z.array(content)]) }))
    .check(z.minLength(1), z.maxLength(1000)),
  modelPreferences: z._default(
    z.object({
      hints: z._default(z.array(hint), []),
      costPriority: priority,
      speedPriority: priority,
      intelligencePriority: priority,
    }),
    { hints: [], costPriority: 0, speedPriority: 0, intelligencePriority: 0 },
  ),
  systemPrompt: z.optional(z.string()),
  includeContext: z._default(z.enum(['none', 'thisServer', 'allServers']), 'none'),
  temperature: z.optional(z.number()),
  maxTokens: z.int().check(z.positive()),
  stopSequences: z._default(z.array(z.string()), []),
  metadata: z.optional(z.record(z.string(), z.unknown())),
});

/**
 * Reads the parameters of `sampling/createMessage`.
 * @throws {RequestRefusal} when they are malformed, or contain tools, which are not offered
 */
export function parseSamplingRequest(params: unknown): SamplingRequest {
  if (typeof params === 'object' && params !== null && ('tools' in params || 'toolChoice' in params)) {
    throw new RequestRefusal('invalidParams', 'This client offers no tools for sampling.');
  }
  const parsed = request.safeParse(params);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    throw new RequestRefusal('invalidParams', `The sampling request is malformed at "${where}".`);
  }
  const { messages, modelPreferences, systemPrompt, temperature, metadata, ...others } = parsed.data;
  return {
    ...others,
    systemPrompt,
    temperature,
    metadata,
    messages: messages.map((message) => ({ role: message.role, content: [message.content].flat() })),
    modelPreferences: {
      ...modelPreferences,
      hints: modelPreferences.hints.flatMap(({ name }) => (name === undefined || name === '' ? [] : [name])),
    },
  };
}

/** How many content blocks of this type are in the messages. */
export function countOfContent({ messages }: SamplingRequest, type: SamplingContent['type']): number {
  return messages.flatMap(({ content }) => content).filter((each) => each.type === type).length;
}
