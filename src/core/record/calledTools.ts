import { joinedEnds, type CallEnds } from './callEnds';
import type { RecordEntry } from './recordEntry';

/** The calls of one tool, by name; nothing of arguments and answers. */
export interface CalledTool {
  /** Fit to be shown. */
  readonly tool: string;
  readonly times: number;
  /** Milliseconds since the epoch. */
  readonly last: number;
  /** Undefined where no call has ended. */
  readonly ends?: CallEnds;
}

/** How many tools are listed. */
const most = 50;

/** The tools that were called according to the record, the one called last first. @param entries oldest first */
export function calledTools(entries: readonly RecordEntry[]): readonly CalledTool[] {
  const byTool = new Map<string, CalledTool>();
  for (const { what, times, until } of entries) {
    if (what.event !== 'called') continue;
    const { tool } = what;
    const before = byTool.get(tool);
    const last = Math.max(until, before?.last ?? 0);
    const ends = what.ends === undefined ? before?.ends : joinedEnds(before?.ends, what.ends);
    byTool.set(tool, {
      tool,
      times: times + (before?.times ?? 0),
      last,
      ...(ends !== undefined && { ends }),
    });
  }
  return [...byTool.values()].toSorted((a, b) => b.last - a.last).slice(0, most);
}
