import type {
  CancellationToken,
  ChatContext,
  ChatFollowup,
  ChatRequest,
  ChatResponseStream,
  ChatResult,
} from 'vscode';
import { plainMarkdown } from '../../core/acp/conversation/plainMarkdown';
import { mannerText } from '../../core/acp/conversation/words';
import { isUserError, UserError } from '../../core/errors';
import { displayText } from '../../core/text';
import type { CommandContext } from '../commands/commandContext';
import { folderText } from './folderText';
import { noteLine, ownLine } from './chatLines';
import { ChatTurn } from './chatTurn';
import type { ConversationParts } from './conversationParts';
import type { ChatQuestions } from './chatQuestions';
import { agentToTalkTo, beginToTalk, findSession, labelOf, goOn } from './openSession';
import type { OpenSession } from './sessionPicks';
import { promptParts } from './promptParts';

/** How many commands of the agent are offered below an answer. */
const mostFollowups = 4;

/** The metadata of each answer, by which the next message of the chat goes to the same session. */
interface Memory {
  readonly agent: string;
  readonly session: string;
}

/**
 * `@agent` in VS Code's chat. A chat goes on with the same session of an agent; if the agent cannot open that again,
 * with a new one.
 */
export class ChatAgent {
  readonly #context: CommandContext;
  readonly #parts: ConversationParts;
  readonly #questions: ChatQuestions;
  /** The session for the next chat that begins. */
  #next: OpenSession | undefined;
  #last: OpenSession | undefined;

  constructor(context: CommandContext, parts: ConversationParts, questions: ChatQuestions) {
    this.#context = context;
    this.#parts = parts;
    this.#questions = questions;
  }

  /** The session that was talked to last, if it is still open. */
  get last(): OpenSession | undefined {
    const last = this.#last;
    return last && findSession(this.#context, last.agent.id, last.session.id);
  }

  /** Has the next chat that begins use this session. */
  useNext(open: OpenSession): void {
    this.#next = open;
  }

  /**
   * Gives the user's message to the agent, and shows what comes of it. A `UserError` becomes part of the answer; every
   * other error is thrown.
   */
  async answer(
    request: ChatRequest,
    context: ChatContext,
    stream: ChatResponseStream,
    token: CancellationToken,
  ): Promise<ChatResult> {
    try {
      const before = memoryOf(context);
      const open = await this.#session(before, stream);
      if (open === undefined || token.isCancellationRequested) return {};
      this.#last = open;
      if (before?.session !== open.session.id) this.#introduce(open, stream);
      await this.#turn(open, request, stream, token);
      return { metadata: { agent: open.agent.id, session: open.session.id } satisfies Memory };
    } catch (error) {
      if (!isUserError(error)) throw error;
      return { errorDetails: { message: error.message }, metadata: memoryOf(context) ?? {} };
    }
  }

  /** Some of the commands that the agent offers: those that need no input. */
  followups({ metadata }: ChatResult): ChatFollowup[] {
    const memory = readMemory(metadata);
    const open = memory && findSession(this.#context, memory.agent, memory.session);
    const commands = open?.session.conversation.settings.commands ?? [];
    return commands
      .filter(({ hint }) => hint === undefined)
      .slice(0, mostFollowups)
      .map(({ name, description }) => ({
        prompt: `/${name}`,
        label: displayText(description === '' ? `/${name}` : `/${name}: ${description}`, 80),
      }));
  }

  async #session(before: Memory | undefined, stream: ChatResponseStream): Promise<OpenSession | undefined> {
    const next = this.#next;
    this.#next = undefined;
    if (before === undefined) {
      if (next !== undefined) {
        const open = findSession(this.#context, next.agent.id, next.session.id);
        if (open !== undefined) return open;
      }
      const agent = await agentToTalkTo(this.#context);
      return agent && beginToTalk(agent, this.#context);
    }
    const open = findSession(this.#context, before.agent, before.session);
    if (open !== undefined) return open;
    const agent = this.#context.host.supervisor.agents.byId(before.agent);
    if (agent === undefined) {
      throw new UserError(
        'The agent of this chat is not there any more. Begin a new chat to talk to another one.',
      );
    }
    const again = await goOn(agent, before.session, this.#context);
    if (again !== undefined && again.session.id !== before.session) {
      stream.markdown(noteLine('The agent cannot open the earlier session again. This is a new one.'));
    }
    return again;
  }

  /** Says which agent and session answers, and which folders it has; once, when the chat comes to a new session. */
  #introduce(open: OpenSession, stream: ChatResponseStream): void {
    const { agent, session } = open;
    const manner = mannerText(session.conversation.settings);
    const words = [
      `**${plainMarkdown(agent.name, 60)}**`,
      plainMarkdown(labelOf(open), 100),
      plainMarkdown(folderText(session), 300),
      ...(manner === '' ? [] : [plainMarkdown(manner, 200)]),
    ];
    stream.markdown(ownLine(`$(comment-discussion) ${words.join(' · ')}`));
  }

  async #turn(
    open: OpenSession,
    request: ChatRequest,
    stream: ChatResponseStream,
    token: CancellationToken,
  ): Promise<void> {
    const { agent, session } = open;
    const turn = new ChatTurn(agent.name, session, stream, this.#parts);
    const asking = this.#questions.show(open, stream);
    const stop = () => void agent.sessions.cancel(session.id);
    const stopping = token.onCancellationRequested(stop);
    try {
      const parts = await promptParts(request);
      if (!token.isCancellationRequested) await agent.sessions.prompt(session.id, parts);
      await turn.end();
    } finally {
      stopping.dispose();
      asking.dispose();
      turn.dispose();
    }
  }
}

function memoryOf({ history }: ChatContext): Memory | undefined {
  for (const turn of history.toReversed()) {
    const memory = 'result' in turn ? readMemory(turn.result.metadata) : undefined;
    if (memory !== undefined) return memory;
  }
  return undefined;
}

/** Reads what VS Code kept, possibly from an earlier version of this extension; undefined if it has another shape. */
function readMemory(metadata: unknown): Memory | undefined {
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  if (!('agent' in metadata) || !('session' in metadata)) return undefined;
  const { agent, session } = metadata;
  return typeof agent === 'string' && typeof session === 'string' ? { agent, session } : undefined;
}
