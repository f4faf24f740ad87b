import type { PromptDescription } from '../../core/features/prompt';
import { promptLines, promptText } from '../../core/features/promptText';
import { displayText } from '../../core/text';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { OneQuestion } from '../consent/oneQuestion';
import { askTexts } from './askTexts';
import type { ContentDocuments } from './contentDocuments';
import { clientOf } from './pickEntry';
import { underWay } from './underWay';

/**
 * Asks for the arguments of a prompt, with the server's proposals, and shows the messages that it makes of them.
 * @throws {UserError} when the server refuses
 */
export async function usePrompt(
  server: ManagedServer,
  prompt: PromptDescription,
  content: ContentDocuments,
  questions: OneQuestion,
): Promise<void> {
  const { features } = clientOf(server);
  const title = `${displayText(prompt.name, 60)} of ${displayText(server.name, 40)}`;
  const reference = { type: 'ref/prompt', name: prompt.name } as const;
  const args = await questions.ofUser(() =>
    askTexts(
      title,
      prompt.arguments,
      features.completes
        ? (argument, known, signal) => features.complete(reference, argument, known, signal)
        : undefined,
    ),
  );
  if (args === undefined) return;
  const messages = await underWay(title, (signal) => features.prompt(prompt.name, args, signal));
  if (messages === undefined) return;
  const lines = promptLines(messages);
  const about = { server, parts: lines.parts, promptText: promptText(messages) };
  await content.showText(`Prompt ${title}`, lines, about);
}
