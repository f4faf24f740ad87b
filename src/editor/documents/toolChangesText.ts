import type { ToolChange } from '../../core/servers/toolMemory';

/** Tools that have changed, as two texts to be shown side by side. */
export function toolChangesText(changes: readonly ToolChange[]): {
  readonly before: string;
  readonly now: string;
} {
  const document = (textOf: (change: ToolChange) => string) =>
    changes.map((change) => `${change.tool}\n\n${textOf(change)}\n`).join('\n');
  return {
    before: document(({ before }) => before ?? '(there was no such tool)'),
    now: document(({ now }) => now),
  };
}
