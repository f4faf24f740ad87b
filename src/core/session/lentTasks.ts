/** Ids of dead tasks that are remembered; who asks after an older one hears from the server that it knows none. */
const mostRemembered = 10_000;

/** The tasks that a server runs for its client (MCP 2025-11-25, basic/utilities/tasks): they end with its process. */
export class LentTasks {
  readonly #present = new Set<string>();
  /** What their process ended of, by task. */
  readonly #dead = new Map<string, string>();

  /** Does the present process run any, or keep the result of any? */
  get any(): boolean {
    return this.#present.size > 0;
  }

  /** The present process has announced this one. */
  announce(task: string): void {
    this.#dead.delete(task);
    this.#present.add(task);
  }

  /** Why this one ended with its process, if it did. */
  fateOf(task: string): string | undefined {
    return this.#present.has(task) ? undefined : this.#dead.get(task);
  }

  /** The present process is gone. */
  endAll(why: string): void {
    for (const task of this.#present) this.#dead.set(task, why);
    this.#present.clear();
    for (const task of this.#dead.keys()) {
      if (this.#dead.size <= mostRemembered) return;
      this.#dead.delete(task);
    }
  }
}
