import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import { keyFolder, sessionPrefix } from '../node/bridge/keyFile';
import { leaseFolder } from '../node/stores/leaseFolder';
import { readAutostart } from './settings/runSettings';

/**
 * Must the host be opened before the user asks for anything? Reads one setting and lists two folders at most, so that a
 * window in which nothing has to run, and that no other client may use, costs next to nothing.
 */
export async function mustOpenAtStart({ globalStorageUri }: ExtensionContext): Promise<boolean> {
  switch (readAutostart()) {
    case 'all':
      return true;
    // Also for `never`: withdrawals that the last host could not save must be taken over.
    case 'never':
    case 'whatRan': {
      const list = (folder: string) => readdir(join(globalStorageUri.fsPath, folder)).catch(() => []);
      const [leases, keys] = await Promise.all([list(leaseFolder), list(keyFolder)]);
      // Keys for sessions of agents do not count: these belong to other windows, or are over.
      const clients = keys.filter((key) => !key.startsWith(sessionPrefix));
      return leases.length + clients.length > 0;
    }
  }
}
