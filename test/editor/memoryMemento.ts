import type { Memento } from 'vscode';

/** A memento that lives as long as the test. */
export function memoryMemento(): Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, fallback?: T) => (values.get(key) as T | undefined) ?? fallback,
    update: async (key: string, value: unknown) => {
      values.set(key, value);
    },
  };
}
