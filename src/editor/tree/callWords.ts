import type { EndedCall, ToolCalls } from '../../core/session/toolCalls';
import { displayText } from '../../core/text';
import { clockText, minuteText } from '../moments';

/** A call that is answered sooner is only ever shown as the last one: lines are to stay calm. In milliseconds. */
export const slowAfter = 500;

/** So many calls under way are listed by name. */
const mostListed = 5;

/** What a line says of calls, in a few words each, or nothing. */
export interface CallWords {
  readonly calling: readonly string[];
  readonly last: readonly string[];
}

/**
 * What is being called and what was called last. It names moments and not how long something takes, so that it stays
 * true as time goes by.
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

/** The same at length: every call that is remembered, a line for each. */
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
