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

  /**
   * Opens the conversation of a session in chat; in a terminal if there is no language model, without which chat does
   * not work.
   */
  async open(argument: unknown): Promise<void> {
    const open = await openMeant(argument, this.#context);
    if (open === undefined) return;
    // VS Code's chat passes nothing to a participant before there is some model, even one that is never used.
    const models = await lm.selectChatModels();
    if (models.length > 0) await this.#openChat(open);
    else openInTerminal(open, this.#desk);
  }

  /** Opens the conversation of a session in a terminal in any case. */
  async openInTerminal(argument: unknown): Promise<void> {
    const open = await openMeant(argument, this.#context);
    if (open !== undefined) openInTerminal(open, this.#desk);
  }

  /** Opens the conversation of a session in chat in any case. */
  async openInChat(argument: unknown): Promise<void> {
    const open = await openMeant(argument, this.#context);
    if (open !== undefined) await this.#openChat(open);
  }

  /** Opens a part of a conversation. @param handle the number in its link */
  openPart(handle: unknown): Promise<void> {
    return this.#parts.open(handle);
  }

  answer(handle: unknown, optionId: unknown): void {
    this.#questions.answer(handle, optionId);
  }

  /** Has the user choose a command of the agent, and writes it into the input of the chat. */
  async useCommand(): Promise<void> {
    const open = await this.#current('Of which session?');
    const text = open && (await pickCommand(open));
    if (text !== undefined) await write(text);
  }

  /** Has the user set an option or the mode of a session. */
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

/** Writes into the input of the chat; the user goes on from there. */
async function write(text: string): Promise<void> {
  const query = `@agent ${text}`;
  await commands.executeCommand('workbench.action.chat.open', { query, isPartialQuery: true });
}
