import { MarkdownString } from 'vscode';
import { displayLines } from '../../core/text';
import { plainMarkdown } from '../../core/acp/conversation/plainMarkdown';
import type { ToolState } from '../../core/acp/conversation/toolCall';
import type { CommandId } from '../ids';

const opensParts = 'mcpRoots.openAgentPart' satisfies CommandId;

/**
 * What an agent says: links run nothing, no HTML, no icons. VS Code's chat loads no image from the network. Differs
 * from lines of ours in what it may do, so that VS Code never joins the two into one text.
 */
export function agentText(text: string): MarkdownString {
  return new MarkdownString(displayLines(text));
}

/**
 * A line of ours: what others wrote in it must have been made plain. It has one icon at most, since VS Code takes what
 * lies between two dollar signs for mathematics.
 */
export function ownLine(text: string): MarkdownString {
  const line = new MarkdownString(`${text}\n\n`, true);
  line.isTrusted = { enabledCommands: [opensParts] };
  return line;
}

/** A sentence for the user. */
export function noteLine(text: string): MarkdownString {
  return ownLine(`$(info) ${plainMarkdown(text, 600)}`);
}

/** The icon of how far a call is. */
export function stateIcon(state: ToolState): string {
  switch (state) {
    case 'pending':
    case 'in_progress':
      return '$(circle-outline)';
    case 'completed':
      return '$(pass)';
    case 'failed':
      return '$(error)';
    case 'cancelled':
      return '$(circle-slash)';
  }
}
