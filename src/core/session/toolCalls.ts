import { Emitter } from '../event';
import { displayText } from '../text';
import type { Envelope } from './envelope';

/** One call of a tool, the same object from its beginning to its end. The name is hostile text. */
export interface ToolCall {
  readonly tool: string;
}

/** How a call ended. An answer that says of itself that it is an error has failed (MCP, server/tools: `isError`). */
export type CallEnd = (typeof callEnds)[number];

export const callEnds = ['answered', 'failed', 'cancelled', 'goes on as a task'] as const;

/** The call of a tool that this request is, if it is one. */
export function toolCallOf({
  method,
  subject,
}: Extract<Envelope, { kind: 'request' }>): ToolCall | undefined {
  return method === 'tools/call' && subject !== undefined ? { tool: subject } : undefined;
}

/** How a call ends with this answer. */
export function callEndOf({ failed, isError, task }: Extract<Envelope, { kind: 'response' }>): CallEnd {
  if (failed || isError === true) return 'failed';
  return task === undefined ? 'answered' : 'goes on as a task';
}

/** A call that is under way. */
interface OpenCall extends ToolCall {
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** A call that is over. */
export interface EndedCall extends ToolCall {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly how: CallEnd;
}

/** How many calls are remembered after their end. */
const mostEnded = 5;

/** How much of a tool's name is remembered, in characters. */
const longestName = 200;

/** The calls of tools in all sessions of a server for one client: those under way, and the last ones that ended. */
export class ToolCalls {
  readonly #changed = new Emitter<void>();
  readonly #open = new Map<ToolCall, number>();
  readonly #ended: EndedCall[] = [];
  #isSeen = true;

  /** Fires once when calls have begun or ended since `open` or `ended` was last read: there can be very many. */
  readonly onDidChange = this.#changed.event;

  /** The calls that are not answered yet, the oldest first. */
  get open(): readonly OpenCall[] {
    this.#isSeen = true;
    return Array.from(this.#open, ([{ tool }, since]) => ({ tool, since }));
  }

  /** The last calls that are over, the newest first. */
  get ended(): readonly EndedCall[] {
    this.#isSeen = true;
    return [...this.#ended];
  }

  /** @param at milliseconds since the epoch */
  begin(call: ToolCall, at: number): void {
    this.#open.set(call, at);
    this.#tell();
  }

  /** @param at milliseconds since the epoch */
  end(call: ToolCall, how: CallEnd, at: number): void {
    if (!this.#open.delete(call)) return;
    const tool = call.tool.length > longestName ? displayText(call.tool, longestName) : call.tool;
    this.#ended.unshift({ tool, at, how });
    if (this.#ended.length > mostEnded) this.#ended.pop();
    this.#tell();
  }

  #tell(): void {
    if (!this.#isSeen) return;
    this.#isSeen = false;
    this.#changed.fire();
  }
}
