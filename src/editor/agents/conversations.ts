import { commands, lm } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { CommandContext } from '../commands/commandContext';
import { ChatAgent } from './chatAgent';
import { ChatQuestions, type PermissionDesk } from './chatQuestions';
import { ConversationParts } from './conversationParts';
import { openInTerminal } from './conversationTerminal';
import { openMeant } from './meantSession';
import { pickSession, type OpenSession } from './sessionPicks';
import { pickCommand, setManner } from './sessionSettings';

/** Conversations with agents, in VS Code's chat and in terminals. Loaded when the first one is opened. */
export class Conversations implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #context: CommandContext;
  readonly #parts = this.#lifetime.add(new ConversationParts());
  readonly #questions: ChatQuestions;
  readonly #desk: PermissionDesk;
  readonly chat: ChatAgent;

  constructor(context: CommandContext) {
    this.#context = context;
    this.#desk = context.agents.desk.permissions;
    this.#questions = new ChatQuestions(this.#desk);
    this.chat = new ChatAgent(context, this.#parts, this.#questions);
  }

  /** Opens the conversation of a session in chat, or in a terminal where no language model makes chat work. */
  async open(argument: unknown): Promise<void> {
    const open = await openMeant(argument, this.#context);
    if (open === undefined) return;
    // VS Code's chat gives a participant nothing before there is some model, even one that is never asked.
    const models = await lm.selectChatModels();
    if (models.length > 0) await this.#openChat(open);
    else openInTerminal(open, this.#desk);
  }

  /** The same in a terminal, always. */
  async openInTerminal(argument: unknown): Promise<void> {
    const open = await openMeant(argument, this.#context);
    if (open !== undefined) openInTerminal(open, this.#desk);
  }

  /** The same in chat, always. */
  async openInChat(argument: unknown): Promise<void> {
    const open = await openMeant(argument, this.#context);
    if (open !== undefined) await this.#openChat(open);
  }

  /** Opens what an agent told of, by the number in a link. */
  openPart(handle: unknown): Promise<void> {
    return this.#parts.open(handle);
  }

  answer(handle: unknown, optionId: unknown): void {
    this.#questions.answer(handle, optionId);
  }

  /** Has the user choose a command of the agent, and writes it where the user can go on. */
  async useCommand(): Promise<void> {
    const open = await this.#current('Of which session?');
    const text = open && (await pickCommand(open));
    if (text !== undefined) await write(text);
  }

  /** Has the user set how an agent works. */
  async setManner(): Promise<void> {
    const open = await this.#current('Set which session?');
    if (open !== undefined) await setManner(open);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #current(placeHolder: string): Promise<OpenSession | undefined> {
    return this.chat.last ?? pickSession(undefined, this.#context.host, placeHolder);
  }

  async #openChat(open: OpenSession): Promise<void> {
    this.chat.useNext(open);
    await commands.executeCommand('workbench.action.chat.newChat');
    await write('');
  }
}

/** Writes into the chat's box, for the user to go on. */
async function write(text: string): Promise<void> {
  const query = `@agent ${text}`;
  await commands.executeCommand('workbench.action.chat.open', { query, isPartialQuery: true });
}
