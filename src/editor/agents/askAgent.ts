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

/** The folders that a request about a session tells its agent. */
export interface SentFolders {
  /** The working directory comes first, and cannot be left out. */
  readonly all: readonly RealPath[];
}

/**
 * Sends the agent a request about a session. If the agent asks its user to sign in first, has the user sign in, and
 * tries again. If the agent refuses a list of several folders, shows why, and offers the user to shorten it (ACP,
 * additional directories: an agent never drops one silently, and neither do we).
 * @param send sends the request; `only` is the shorter list, undefined until the user has chosen one
 * @returns undefined when the user left a question or stopped waiting
 * @throws every other error of the request
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
