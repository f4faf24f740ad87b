import { basename } from 'node:path';
import { Uri, workspace } from 'vscode';
import type { FolderEntry } from '../../core/roots/candidate';
import { addressName } from '../../core/roots/rootAddress';
import type { FolderNotes } from './folderNotes';

/**
 * What this window has, in the order that counts: the workspace's own folders, then those added by hand, then single
 * files, then URLs.
 */
export function workspaceEntries(notes: FolderNotes): readonly FolderEntry[] {
  const own = (workspace.workspaceFolders ?? []).map(({ uri, name }) =>
    entry(uri, notes.nameOf(uri.toString()) ?? name, 'workspace'),
  );
  const known = new Set(own.map(({ uri }) => uri));
  const added = notes.added
    .filter((uri) => !known.has(uri))
    .map((text) => {
      const uri = Uri.parse(text);
      const origin = workspace.getWorkspaceFolder(uri) === undefined ? 'added' : 'inside';
      return entry(uri, notes.nameOf(text) ?? basename(uri.path), origin);
    });
  const files = notes.files.map((text) => {
    const uri = Uri.parse(text);
    return entry(uri, notes.nameOf(text) ?? basename(uri.path), 'file');
  });
  const addresses = notes.addresses.map((uri): FolderEntry => {
    return { uri, path: undefined, name: notes.nameOf(uri) ?? addressName(uri), origin: 'address' };
  });
  return [...own, ...added, ...files, ...addresses];
}

/** Only a `file:` URI has a path; `fsPath` of any other would be a guess. */
function entry(uri: Uri, name: string, origin: FolderEntry['origin']): FolderEntry {
  return { uri: uri.toString(), path: uri.scheme === 'file' ? uri.fsPath : undefined, name, origin };
}

/** Identifies this workspace: by it an extension host finds what the one before it left. */
export function workspaceIdentity(): string {
  return (workspace.workspaceFile ?? workspace.workspaceFolders?.[0]?.uri)?.toString() ?? 'no workspace';
}
