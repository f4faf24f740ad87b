import type { AgentSession } from './agentSession';

/** The sessions of an agent that are open, each by its id, oldest first. */
export class OpenSessions {
  readonly #open = new Map<string, AgentSession>();
  /** What those were before that are being opened again: their programs and questions go on until then. */
  readonly #before = new Set<AgentSession>();
  #isOver = false;

  get all(): readonly AgentSession[] {
    return [...this.#open.values()];
  }

  /** The same, and what is being replaced: everything of which something can run. */
  get alive(): readonly AgentSession[] {
    return [...this.all, ...this.#before];
  }

  get(sessionId: string): AgentSession | undefined {
    return this.#open.get(sessionId);
  }

  has(sessionId: string): boolean {
    return this.#open.has(sessionId);
  }

  /** Adds one that is open now; it ends at once where all have ended meanwhile. */
  async admit(session: AgentSession): Promise<void> {
    this.#add(session);
    if (this.#isOver) await session.end();
  }

  delete(sessionId: string): void {
    this.#open.delete(sessionId);
  }

  /**
   * Has a session in the place of the one of its name, if there is one, from now on: an agent may ask for files while it
   * tells the conversation again. What is replaced in the end ends; so does what runs for the new one where it is not
   * opened, and the one before is back.
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

  /** Ends all that runs for sessions, also for one that is just being opened, and every question. */
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
