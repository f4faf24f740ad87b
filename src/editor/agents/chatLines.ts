import { MarkdownString } from 'vscode';
import { displayLines } from '../../core/text';
import { plainMarkdown } from '../../core/acp/conversation/plainMarkdown';
import type { ToolState } from '../../core/acp/conversation/toolCall';
import type { CommandId } from '../ids';

const opensParts = 'mcpRoots.openAgentPart' satisfies CommandId;

/**
 * Text of an agent as Markdown in which links run nothing, with no HTML and no icons. VS Code's chat loads no image
 * from the network. Unlike `ownLine` it is not trusted, so VS Code never joins the two into one text.
 */
export function agentText(text: string): MarkdownString {
  return new MarkdownString(displayLines(text));
}

/**
 * A line of ours, in which links can open parts of a conversation. Texts of others in it must be made plain before. At
 * most one icon: VS Code takes what lies between two dollar signs for mathematics.
 */
export function ownLine(text: string): MarkdownString {
  const line = new MarkdownString(`${text}\n\n`, true);
  line.isTrusted = { enabledCommands: [opensParts] };
  return line;
}

/** A line with a sentence for the user. */
export function noteLine(text: string): MarkdownString {
  return ownLine(`$(info) ${plainMarkdown(text, 600)}`);
}

/** The icon for the state of a tool call. */
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
