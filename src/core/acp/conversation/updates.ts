import * as z from 'zod/mini';
import { displayText } from '../../text';
import { readCommands, readOptions, type AgentCommand, type AgentOption } from './agentSettings';
import type { Content } from './content';
import { readContent } from './contentReading';
import type { ToolCallChange } from './toolCall';
import { readToolCall } from './toolCallReading';
import { lenient, lenientWith } from './lenient';

/** Who speaks. */
export type Speaker = 'user' | 'agent' | 'thought';

/** One step of the agent's plan. */
export interface PlanStep {
  /** Fit to be shown. */
  readonly text: string;
  readonly priority: 'high' | 'medium' | 'low';
  readonly state: 'pending' | 'in_progress' | 'completed';
}

/** How full the agent's context is, and what the session has cost so far. */
export interface Usage {
  /** Tokens. */
  readonly used: number;
  readonly size: number;
  /** With its currency, fit to be shown. */
  readonly cost: string | undefined;
}

/** One `session/update` that was understood. */
export type ConversationUpdate =
  | { readonly kind: 'chunk'; readonly by: Speaker; readonly content: Content; readonly message?: string }
  | { readonly kind: 'tool'; readonly change: ToolCallChange }
  | { readonly kind: 'plan'; readonly steps: readonly PlanStep[] }
  | { readonly kind: 'commands'; readonly commands: readonly AgentCommand[] }
  | { readonly kind: 'mode'; readonly mode: string }
  | { readonly kind: 'options'; readonly options: readonly AgentOption[] }
  /** `null` removes the title. */
  | { readonly kind: 'title'; readonly title: string | null }
  | { readonly kind: 'usage'; readonly usage: Usage }
  | { readonly kind: 'notice'; readonly text: string };

/** How many steps of a plan are shown at most. */
const mostSteps = 200;

const text = lenient(z.string());
const chunk = z.looseObject({
  content: z.unknown(),
  messageId: lenient(z.string().check(z.maxLength(1024))),
});
const plan = z.looseObject({ entries: z.array(z.unknown()) });
const step = z.looseObject({
  content: z.string(),
  priority: lenientWith(z.enum(['high', 'medium', 'low']), 'medium'),
  status: z.enum(['pending', 'in_progress', 'completed']),
});
const commands = z.looseObject({ availableCommands: z.array(z.unknown()) });
const mode = z.looseObject({ currentModeId: z.string().check(z.minLength(1), z.maxLength(1024)) });
const options = z.looseObject({ configOptions: z.array(z.unknown()) });
const info = z.looseObject({ title: z.optional(z.nullable(z.string())) });
const count = z.number().check(z.nonnegative());
const usage = z.looseObject({
  used: count,
  size: count,
  cost: lenient(z.looseObject({ amount: z.number(), currency: z.string() })),
});
const notice = z.looseObject({ title: z.string().check(z.minLength(1)), description: text });

/**
 * Reads one `session/update` (ACP, stable v1). Undefined for what is malformed, of an unknown kind, or not shown here.
 * Never throws.
 */
export function readUpdate(update: { readonly sessionUpdate: string }): ConversationUpdate | undefined {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      return chunkOf('agent', update);
    case 'user_message_chunk':
      return chunkOf('user', update);
    case 'agent_thought_chunk':
      return chunkOf('thought', update);
    case 'tool_call':
    case 'tool_call_update': {
      const change = readToolCall(update);
      return change && { kind: 'tool', change };
    }
    case 'plan': {
      const parsed = z.safeParse(plan, update);
      if (!parsed.success) return undefined;
      const steps = parsed.data.entries.slice(0, mostSteps).flatMap((each) => readStep(each) ?? []);
      return { kind: 'plan', steps };
    }
    case 'available_commands_update': {
      const parsed = z.safeParse(commands, update);
      return parsed.success
        ? { kind: 'commands', commands: readCommands(parsed.data.availableCommands) }
        : undefined;
    }
    case 'current_mode_update': {
      const parsed = z.safeParse(mode, update);
      return parsed.success ? { kind: 'mode', mode: parsed.data.currentModeId } : undefined;
    }
    case 'config_option_update': {
      const parsed = z.safeParse(options, update);
      return parsed.success
        ? { kind: 'options', options: readOptions(parsed.data.configOptions) }
        : undefined;
    }
    case 'session_info_update': {
      const parsed = z.safeParse(info, update);
      if (!parsed.success || parsed.data.title === undefined) return undefined;
      const { title } = parsed.data;
      return { kind: 'title', title: title === null ? null : displayText(title, 200) };
    }
    case 'usage_update': {
      const parsed = z.safeParse(usage, update);
      if (!parsed.success) return undefined;
      const { used, size, cost } = parsed.data;
      const shown = cost && `${cost.amount.toFixed(2)} ${displayText(cost.currency, 10)}`;
      return { kind: 'usage', usage: { used, size, cost: shown ?? undefined } };
    }
    case 'notice': {
      const parsed = z.safeParse(notice, update);
      if (!parsed.success) return undefined;
      const { title, description } = parsed.data;
      return { kind: 'notice', text: displayText([title, description ?? ''].join(' ').trim(), 500) };
    }
    default:
      return undefined;
  }
}

function chunkOf(by: Speaker, update: object): ConversationUpdate | undefined {
  const parsed = z.safeParse(chunk, update);
  if (!parsed.success) return undefined;
  const content = readContent(parsed.data.content);
  if (content === undefined) return undefined;
  const { messageId } = parsed.data;
  return { kind: 'chunk', by, content, ...(typeof messageId === 'string' && { message: messageId }) };
}

function readStep(value: unknown): PlanStep | undefined {
  const parsed = z.safeParse(step, value);
  if (!parsed.success) return undefined;
  const { content, priority, status } = parsed.data;
  return { text: displayText(content, 500), priority, state: status };
}
