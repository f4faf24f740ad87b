import { BoundedMap } from '../boundedMap';
import type { Envelope } from './envelope';
import type { ClientText } from './outsideText';

/**
 * How many tasks, and characters of their ids, are remembered: once for those that run and once for those that are
 * dead. A request about an older one goes to the server, which says that it knows no such task.
 */
const mostRemembered = { entries: 10_000, weight: 4 * 1024 * 1024 };

/** The tasks that a server runs for its client (MCP 2025-11-25, basic/utilities/tasks): they end with its process. */
export class TaskTracker {
  readonly #present = new BoundedMap<string, true>(mostRemembered, (_, task) => task.length);
  /** Why their process ended, by task. */
  readonly #dead = new BoundedMap<string, ClientText>(mostRemembered, (_, task) => task.length);

  /** Does the present process run any task, or keep the result of any? */
  get any(): boolean {
    return this.#present.size > 0;
  }

  /** The present process has announced this task. */
  announce(task: string): void {
    this.#dead.delete(task);
    this.#present.set(task, true);
  }

  /** Why this task ended with its process; undefined if it did not. */
  fateOf(task: string): ClientText | undefined {
    return this.#present.has(task) ? undefined : this.#dead.get(task);
  }

  /** Why the task that this request is about has ended; undefined if it has not, and for any other message. */
  fateOfAsked(envelope: Envelope): ClientText | undefined {
    if (envelope.kind !== 'request' || !envelope.method.startsWith('tasks/')) return undefined;
    return envelope.subject === undefined ? undefined : this.fateOf(envelope.subject);
  }

  /** The present process is gone, and its tasks with it. */
  endAll(why: ClientText): void {
    for (const task of this.#present.keys()) this.#dead.set(task, why);
    this.#present.clear();
  }
}
