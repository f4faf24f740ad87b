import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import { keyFolder, sessionPrefix } from '../node/bridge/keyFile';
import { leaseFolder } from '../node/stores/leaseFolder';
import { readAutostart } from './settings/runSettings';

/**
 * Is there something to do before anybody looks? Reads one setting and lists two folders, so that a window in which
 * nothing has to run and that no other client may use costs next to nothing.
 */
export async function mustOpenAtStart({ globalStorageUri }: ExtensionContext): Promise<boolean> {
  switch (readAutostart()) {
    case 'all':
      return true;
    // Also where nothing is started: what the last host could not save of a withdrawal must be taken over.
    case 'never':
    case 'whatRan': {
      const list = (folder: string) => readdir(join(globalStorageUri.fsPath, folder)).catch(() => []);
      const [leases, keys] = await Promise.all([list(leaseFolder), list(keyFolder)]);
      // The sessions of agents are those of other windows, or over.
      const clients = keys.filter((key) => !key.startsWith(sessionPrefix));
      return leases.length + clients.length > 0;
    }
  }
}
