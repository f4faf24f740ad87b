import { BoundedMap } from '../boundedMap';
import type { Envelope } from './envelope';
import type { ClientText } from './outsideText';

/**
 * Tasks that are remembered, and characters of their ids, of those that run and of those that are dead; who asks after
 * an older one hears from the server that it knows none.
 */
const mostRemembered = { entries: 10_000, weight: 4 * 1024 * 1024 };

/** The tasks that a server runs for its client (MCP 2025-11-25, basic/utilities/tasks): they end with its process. */
export class TaskTracker {
  readonly #present = new BoundedMap<string, true>(mostRemembered, (_, task) => task.length);
  /** What their process ended of, by task. */
  readonly #dead = new BoundedMap<string, ClientText>(mostRemembered, (_, task) => task.length);

  /** Does the present process run any, or keep the result of any? */
  get any(): boolean {
    return this.#present.size > 0;
  }

  /** The present process has announced this one. */
  announce(task: string): void {
    this.#dead.delete(task);
    this.#present.set(task, true);
  }

  /** Why this one ended with its process, if it did. */
  fateOf(task: string): ClientText | undefined {
    return this.#present.has(task) ? undefined : this.#dead.get(task);
  }

  /** Why the task that this asks after is no more. */
  fateOfAsked(envelope: Envelope): ClientText | undefined {
    if (envelope.kind !== 'request' || !envelope.method.startsWith('tasks/')) return undefined;
    return envelope.subject === undefined ? undefined : this.fateOf(envelope.subject);
  }

  /** The present process is gone. */
  endAll(why: ClientText): void {
    for (const task of this.#present.keys()) this.#dead.set(task, why);
    this.#present.clear();
  }
}
