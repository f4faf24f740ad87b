import type { AgentSession } from './agentSession';

/** The open sessions of an agent by id, oldest first. */
export class OpenSessions {
  readonly #open = new Map<string, AgentSession>();
  /**
   * Sessions that are being opened again, as they were before: their programs and questions go on until that has
   * succeeded.
   */
  readonly #before = new Set<AgentSession>();
  #isOver = false;

  get all(): readonly AgentSession[] {
    return [...this.#open.values()];
  }

  /** All sessions for which something can run: the open ones, and those that are being replaced. */
  get alive(): readonly AgentSession[] {
    return [...this.all, ...this.#before];
  }

  get(sessionId: string): AgentSession | undefined {
    return this.#open.get(sessionId);
  }

  has(sessionId: string): boolean {
    return this.#open.has(sessionId);
  }

  /** Adds an open session; ends it at once if `end` was called meanwhile. */
  async admit(session: AgentSession): Promise<void> {
    this.#add(session);
    if (this.#isOver) await session.end();
  }

  delete(sessionId: string): void {
    this.#open.delete(sessionId);
  }

  /**
   * Puts a session in the place of the open one with its id, if there is one, while `open` runs: an agent may ask for
   * files while it replays the conversation. If `open` succeeds, the previous session ends; if it fails, the previous
   * one is put back, and programs and questions of the new one end.
   * @throws what `open` does
   */
  async replace(session: AgentSession, open: () => Promise<void>): Promise<void> {
    const before = this.get(session.id);
    this.#add(session);
    if (before !== undefined) this.#before.add(before);
    try {
      await open();
      await before?.end();
    } catch (error) {
      if (before === undefined) this.delete(session.id);
      else this.#putBack(before, session);
      session.takeBackQuestions();
      await session.terminals?.end();
      throw error;
    } finally {
      if (before !== undefined) this.#before.delete(before);
    }
  }

  /** Ends everything that runs for sessions, also for one that is being opened, and withdraws all questions. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.alive.map((session) => session.end()));
  }

  #add(session: AgentSession): void {
    this.#open.set(session.id, session);
  }

  #putBack(before: AgentSession, { told }: AgentSession): void {
    before.sentInVain = told;
    this.#add(before);
  }
}
