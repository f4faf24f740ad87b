import type { AgentAbilities } from '../../core/acp/agentAnswers';
import { readContent } from '../../core/acp/conversation/contentReading';
import type { PromptPart } from '../../core/acp/conversation/promptBlock';
import { UserError } from '../../core/errors';
import type { AgentConnection } from './agentConnection';
import type { AgentSession } from './agentSession';
import { plainMessage } from './promptBlocks';

/** The connection to the agent, as far as turns need it. */
export type TurnsConnection = Pick<AgentConnection, 'prompt' | 'cancel' | 'setMode' | 'setOption'>;

/** Turns of the open sessions of one agent, and their settings. */
export class SessionTurns {
  readonly #connection: TurnsConnection;
  readonly #abilities: AgentAbilities;
  readonly #announce: () => void;

  constructor(connection: TurnsConnection, abilities: AgentAbilities, announce: () => void) {
    this.#connection = connection;
    this.#abilities = abilities;
    this.#announce = announce;
  }

  /**
   * Has the agent take a turn with what the user wrote and attached. What is not in the folders of the session is not
   * sent, and the conversation says so. Resolves with the stop reason.
   * @throws {UserError} when the session lacks its working directory, nothing is left to send, or the agent fails
   */
  async take(session: AgentSession, message: string | readonly PromptPart[]): Promise<string> {
    const parts = typeof message === 'string' ? [{ kind: 'text' as const, text: message }] : message;
    if (!session.mayGoOn) throw withoutDirectory(session);
    const stopped = session.beginTurn();
    this.#announce();
    let stopReason: string | undefined;
    try {
      stopReason = await this.#send(session, parts, stopped);
      return stopReason;
    } finally {
      session.endTurn();
      session.conversation.ended(stopReason);
      this.#announce();
    }
  }

  /** Sets the mode of a session. @throws {UserError} when the agent refuses */
  async setMode({ id, conversation }: AgentSession, mode: string): Promise<void> {
    await this.#connection.setMode(id, mode);
    conversation.take({ sessionUpdate: 'current_mode_update', currentModeId: mode });
  }

  /** Sets an option of a session. @throws {UserError} when the agent refuses */
  async setOption(
    { id, conversation }: AgentSession,
    option: string,
    value: string | boolean,
  ): Promise<void> {
    conversation.opened({ options: await this.#connection.setOption(id, option, value) });
  }

  async #send(session: AgentSession, parts: readonly PromptPart[], stopped: AbortSignal): Promise<string> {
    // A message of texts only is sent without waiting: nothing has to be judged or read.
    const { blocks, leftOut } = plainMessage(parts) ?? (await session.message(parts, this.#abilities));
    if (stopped.aborted) return 'cancelled';
    if (!session.mayGoOn) throw withoutDirectory(session);
    const { conversation } = session;
    conversation.asked(blocks.flatMap((block) => readContent(block) ?? []));
    for (const why of leftOut) conversation.note(why);
    if (blocks.length === 0) throw new UserError(`Nothing is sent. ${leftOut.join(' ')}`.trim());
    return this.#connection.prompt(session.id, blocks);
  }
}

function withoutDirectory({ told: { cwd } }: AgentSession): UserError {
  return new UserError(
    `The session does not go on: its working directory ${cwd} is not allowed any more. Allow it, or begin a new session with the folders that are.`,
  );
}
