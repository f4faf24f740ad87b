import { setTimeout as delay } from 'node:timers/promises';
import { workspace } from 'vscode';
import { Lifetime, type Disposable } from '../core/lifecycle';
import type { Host } from '../node/host/host';
import type { FolderNotes } from './folders/folderNotes';
import { workspaceEntries } from './folders/workspaceEntries';
import { section } from './ids';
import { readAgents, readDefinitions } from './settings/definitions';

/** How long a workspace file without folders is assumed to be still being read, in milliseconds. */
const opening = 2000;

/**
 * Gives the host the folders, the definitions and the trust of this window, now and at every change.
 * @returns what ends this, once the present state has taken effect
 */
export async function followWorkspace(
  host: Host,
  notes: FolderNotes,
  fail: (error: unknown) => void,
): Promise<Disposable> {
  const lifetime = new Lifetime();
  const setFolders = () => host.setFolders(workspaceEntries(notes));
  const configure = async () => {
    await Promise.all([
      host.supervisor.servers.configure(readDefinitions()),
      host.supervisor.agents.configure(readAgents()),
    ]);
  };
  const trust = () => host.consent.sharingState.turn({ trusted: workspace.isTrusted });
  // Listens first: while a window opens, more folders and settings come during the look at the first ones.
  lifetime.add(workspace.onDidChangeWorkspaceFolders(() => void setFolders().catch(fail)));
  lifetime.add(notes.onDidChange(() => void setFolders().catch(fail)));
  lifetime.add(
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(section)) void configure().catch(fail);
    }),
  );
  lifetime.add(
    workspace.onDidGrantWorkspaceTrust(() => {
      trust();
      void configure().catch(fail);
    }),
  );
  trust();
  await foldersToCome();
  await setFolders();
  await configure();
  return lifetime;
}

/**
 * Waits for the folders of a workspace file. A window that is still opening may not have read them yet: what ran before
 * would then be started without its folders, or not at all.
 */
async function foldersToCome(): Promise<void> {
  if (workspace.workspaceFile === undefined || workspace.workspaceFolders?.length) return;
  const late = new AbortController();
  const come = new Promise<void>((resolve) => {
    const listener = workspace.onDidChangeWorkspaceFolders(() => resolve());
    late.signal.addEventListener('abort', () => listener.dispose());
  });
  const timeout = delay(opening, undefined, { signal: late.signal }).catch(() => undefined);
  await Promise.race([come, timeout]);
  late.abort();
}
