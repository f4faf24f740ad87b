import { contentLines, type ContentLines } from './contentText';
import type { PromptMessage } from './prompt';

/** The messages of a prompt as a document. */
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

/**
 * The messages of a prompt as one text to send: exactly what `promptLines` shows. The speakers are named only where not
 * all messages are the user's.
 */
export function promptText(messages: readonly PromptMessage[]): string {
  if (messages.some(({ role }) => role === 'assistant')) return promptLines(messages).lines.join('\n');
  return messages.map(({ content }) => contentLines([content]).lines.join('\n')).join('\n\n');
}
