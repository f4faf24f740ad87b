import { Emitter, type Event } from '../../core/event';

/** Where the answers to inputs are kept, as far as it is needed here: shaped like VS Code's `SecretStorage`. */
export interface AnswerSecrets {
  keys(): PromiseLike<readonly string[]>;
  get(name: string): PromiseLike<string | undefined>;
  store(name: string, value: string): PromiseLike<void>;
  delete(name: string): PromiseLike<void>;
  /** Fires in every window. */
  readonly onDidChange: Event<{ readonly key: string }>;
}

/** Answers that last as long as the process, for a host without secret storage. */
export function answersInMemory(): AnswerSecrets {
  const kept = new Map<string, string>();
  const changed = new Emitter<{ readonly key: string }>();
  return {
    keys: async () => [...kept.keys()],
    get: async (name) => kept.get(name),
    store: async (name, value) => {
      kept.set(name, value);
      changed.fire({ key: name });
    },
    delete: async (name) => {
      kept.delete(name);
      changed.fire({ key: name });
    },
    onDidChange: changed.event,
  };
}
