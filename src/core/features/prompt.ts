import { recordOf, textOf } from '../recordOf';
import { contentOf, type Content } from './content';

/** A prompt as its server describes it (MCP, server/prompts); every text of it is hostile. */
export interface PromptDescription {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly arguments: readonly PromptArgument[];
}

/** An argument of a prompt; its value is always a text. */
interface PromptArgument {
  readonly name: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
}

/** One message that a prompt makes. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: Content;
}

/** Reads one entry of an answer to `prompts/list`; undefined where it has no name. */
export function promptOf(said: unknown): PromptDescription | undefined {
  const { name, title, description, arguments: args } = recordOf(said);
  if (typeof name !== 'string') return undefined;
  const described = (Array.isArray(args) ? args : []).flatMap((each: unknown): readonly PromptArgument[] => {
    const { name, description, required } = recordOf(each);
    if (typeof name !== 'string') return [];
    return [{ name, description: textOf(description), isRequired: required === true }];
  });
  return { name, title: textOf(title), description: textOf(description), arguments: described };
}

/** Reads the messages of an answer to `prompts/get`. */
export function promptMessagesOf(said: unknown): readonly PromptMessage[] {
  const { messages } = recordOf(said);
  return (Array.isArray(messages) ? messages : []).map((each: unknown) => {
    const { role, content } = recordOf(each);
    return { role: role === 'assistant' ? 'assistant' : 'user', content: contentOf(content) };
  });
}
