import { contentLines, type ContentLines } from './contentText';
import type { PromptMessage } from './prompt';

/** The messages that a prompt makes, as a document. */
export function promptLines(messages: readonly PromptMessage[]): ContentLines {
  const lines: string[] = [];
  const parts: ContentLines['parts'][number][] = [];
  for (const { role, content } of messages) {
    if (lines.length > 0) lines.push('');
    lines.push(role === 'user' ? 'User:' : 'Assistant:');
    const body = contentLines([content]);
    parts.push(...body.parts.map(({ line, part }) => ({ line: line + lines.length, part })));
    lines.push(...body.lines);
  }
  return { lines: lines.length > 0 ? lines : ['The prompt makes no message.'], parts };
}

/** The same as one text to be sent: exactly what is shown, and who says it only where that is not always the user. */
export function promptText(messages: readonly PromptMessage[]): string {
  if (messages.some(({ role }) => role === 'assistant')) return promptLines(messages).lines.join('\n');
  return messages.map(({ content }) => contentLines([content]).lines.join('\n')).join('\n\n');
}
