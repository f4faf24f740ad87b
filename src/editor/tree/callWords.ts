import type { EndedCall, ToolCalls } from '../../core/session/toolCalls';
import { displayText } from '../../core/text';
import { clockText, minuteText } from '../moments';

/**
 * Milliseconds before a call is shown as under way. A faster one is only ever shown as the last call, so that lines
 * stay calm.
 */
export const slowAfter = 500;

/** How many calls under way are listed by name. */
const mostListed = 5;

/** What a line says of calls: of those under way, and of the last one. Each is one text, or none. */
export interface CallWords {
  readonly calling: readonly string[];
  readonly last: readonly string[];
}

/**
 * Which tools are being called, and which was called last. The texts name times, not durations, so that they stay true.
 * @param now milliseconds since the epoch
 */
export function callWords(calls: Pick<ToolCalls, 'open' | 'ended'>, now: number): CallWords {
  const [first, ...others] = calls.open.filter(({ since }) => now - since >= slowAfter);
  const [last] = calls.ended;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return {
    calling:
      first === undefined ? [] : [`calling ${quoted(first.tool)} since ${clockText(first.since)}${more}`],
    last:
      last === undefined ? [] : [`last call ${quoted(last.tool)}, ${howText(last)} ${minuteText(last.at)}`],
  };
}

/** A line for each call that is remembered; of those under way only the first ones, and how many more there are. */
export function callLines({ open, ended }: Pick<ToolCalls, 'open' | 'ended'>): readonly string[] {
  if (open.length + ended.length === 0) return [];
  const more = open.length - mostListed;
  return [
    'Calls of tools, the newest first:',
    ...(more > 0 ? [`  and ${more} more under way`] : []),
    ...open
      .slice(0, mostListed)
      .toReversed()
      .map(({ tool, since }) => `  ${quoted(tool)}, under way since ${clockText(since)}`),
    ...ended.map((call) => `  ${quoted(call.tool)}, ${howText(call)} ${clockText(call.at)}`),
  ];
}

function quoted(tool: string): string {
  return `“${displayText(tool, 60)}”`;
}

function howText({ how }: EndedCall): string {
  return how === 'goes on as a task' ? 'a task since' : how;
}
