import { workspace } from 'vscode';
import { Lifetime, type Disposable } from '../core/lifecycle';
import type { Host } from '../node/host/host';
import type { FolderNotes } from './folders/folderNotes';
import { workspaceEntries } from './folders/workspaceEntries';
import { section } from './ids';
import { readDefinitions } from './settings/definitions';

/**
 * Gives the host the folders, the definitions and the trust of this window, now and at every change.
 * Resolves once everything of now has had its effect; the result stops following.
 */
export async function followWorkspace(
  host: Host,
  notes: FolderNotes,
  fail: (error: unknown) => void,
): Promise<Disposable> {
  const lifetime = new Lifetime();
  const setFolders = () => host.setFolders(workspaceEntries(notes));
  const configure = () => host.servers.configure(readDefinitions());
  const trust = () => host.switchboard.turn({ trusted: workspace.isTrusted });
  trust();
  await setFolders();
  await configure();
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
  return lifetime;
}
