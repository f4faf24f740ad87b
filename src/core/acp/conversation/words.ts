import type { AgentOption } from './agentSettings';
import type { Content } from './content';
import type { ConversationSettings } from './conversation';
import { diffStat } from './diffStat';
import type { ReportedDiff, ToolCall, ToolKind, ToolState } from './toolCall';
import type { PlanStep } from './updates';

/** The state of a tool call, in words. */
export function toolStateText(state: ToolState): string {
  switch (state) {
    case 'pending':
      return 'waits';
    case 'in_progress':
      return 'runs';
    case 'completed':
      return 'done';
    case 'failed':
      return 'failed';
    case 'cancelled':
      return 'stopped';
  }
}

/** The kind of a tool, in words. */
export function toolKindText(kind: ToolKind): string {
  return kind === 'switch_mode' ? 'switch mode' : kind;
}

/** A step of a plan as a check box. */
export function stepBox({ state }: PlanStep): string {
  switch (state) {
    case 'completed':
      return '[x]';
    case 'in_progress':
      return '[~]';
    case 'pending':
      return '[ ]';
  }
}

/** The progress of a plan, in a few words. */
export function planText(steps: readonly PlanStep[]): string {
  const done = steps.filter(({ state }) => state === 'completed').length;
  const now = steps.find(({ state }) => state === 'in_progress');
  return `Plan, ${done} of ${steps.length} done${now === undefined ? '' : `: ${now.text}`}`;
}

/** `+2 −1` */
export function statText(diff: ReportedDiff): string {
  const { added, removed } = diffStat(diff);
  const isNew = diff.oldText === undefined ? 'new, ' : '';
  return `${isNew}+${added} −${removed}${diff.isCut ? ', cut' : ''}`;
}

/** Content as text; content that is not text is described. */
export function contentText(content: Content): string {
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'image':
      return `an image (${content.mimeType})`;
    case 'audio':
      return `a sound (${content.mimeType})`;
    case 'link':
      return `${content.name} (${content.uri})`;
    case 'resource':
      return `${content.uri}\n${content.text}`;
    case 'left out':
      return `not shown: ${content.what}`;
  }
}

/** The texts that a call shows, in order. */
export function toolTexts({ content }: ToolCall): readonly string[] {
  return content.flatMap((each) =>
    each.kind === 'content' && each.content.kind !== 'image' ? contentText(each.content) : [],
  );
}

/** The present value of an option, in words. */
export function chosenText(option: AgentOption): string {
  if (option.kind === 'boolean') return option.current ? 'on' : 'off';
  return option.choices.find(({ value }) => value === option.current)?.name ?? option.current;
}

/**
 * The present mode or options, in a few words. Where an agent has both, only the options (ACP, session config options).
 */
export function mannerText({ modes, options }: ConversationSettings): string {
  if (options.length > 0) return options.map((each) => `${each.name}: ${chosenText(each)}`).join(', ');
  if (modes === undefined) return '';
  const { current, available } = modes;
  return available.find(({ value }) => value === current)?.name ?? current;
}
