import { window } from 'vscode';
import { refusalOf } from '../../core/acp/refusal';
import { messageOf } from '../../core/errors';
import type { RealPath } from '../../core/roots/realPath';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import { withoutLinks } from '../withoutLinks';
import { pickFewer } from './sessionPicks';
import { signInToAgent } from './signInToAgent';
import { waitForAgent } from './waitForAgent';

const fewer = 'Try with Fewer Folders…';

/** Folders that an agent is told of by a request about a session. */
export interface SentFolders {
  /** The working directory comes first, and is told in any case. */
  readonly all: readonly RealPath[];
}

/**
 * Sends the agent a request about a session. Where it wants its user to sign in first, its ways for that are offered,
 * and then it is tried again. Where it refuses a list of folders, its reason is shown, and only the user makes the list
 * shorter (ACP, additional directories: an agent never drops one silently, and neither do we).
 * @param send the folders that the user chose of the list, once some were chosen
 * @returns undefined when the user left it at some point
 * @throws what the request throws besides
 */
export async function askAgent<T>(
  agent: ManagedAgent,
  title: string,
  folders: SentFolders,
  send: (only: readonly RealPath[] | undefined, signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  let only: readonly RealPath[] | undefined;
  for (;;) {
    try {
      return await waitForAgent(title, (signal) => send(only, signal));
    } catch (error) {
      const [cwd, ...others] = folders.all;
      switch (refusalOf(error)) {
        case 'sign in':
          if (!(await signInToAgent(agent))) return undefined;
          break;
        case 'refused': {
          if (cwd === undefined || others.length === 0) throw error;
          const choice = await window.showErrorMessage(withoutLinks(messageOf(error)), fewer);
          if (choice !== fewer) return undefined;
          only = await pickFewer(agent, folders.all, cwd);
          if (only === undefined) return undefined;
          break;
        }
        case undefined:
          throw error;
      }
    }
  }
}
