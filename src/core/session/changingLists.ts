import { recordOf } from '../recordOf';
/** What a server lists, and may list otherwise after a while. */
export type ServerList = 'tools' | 'prompts' | 'resources';

const all: readonly ServerList[] = ['tools', 'prompts', 'resources'];

/** The lists of which a server says in its answer to `initialize` that it announces changes; the answer is hostile. */
export function changingLists(answer: unknown): readonly ServerList[] {
  const capabilities = recordOf(recordOf(recordOf(answer)['result'])['capabilities']);
  return all.filter((list) => recordOf(capabilities[list])['listChanged'] === true);
}
