import { recordOf } from '../recordOf';
/** The lists of a server that can change while it runs. */
export type ServerList = 'tools' | 'prompts' | 'resources';

const all: readonly ServerList[] = ['tools', 'prompts', 'resources'];

/** The lists whose changes a server says it announces, read from its answer to `initialize`; the answer is hostile. */
export function changingLists(answer: unknown): readonly ServerList[] {
  const capabilities = recordOf(recordOf(recordOf(answer)['result'])['capabilities']);
  return all.filter((list) => recordOf(capabilities[list])['listChanged'] === true);
}
