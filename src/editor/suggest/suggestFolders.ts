import path from 'node:path';
import { ProgressLocation, Uri, window, workspace, type QuickPickItem, type WorkspaceFolder } from 'vscode';
import { suggestionsIn, type Suggestion } from '../../core/suggest/suggestions';
import { displayText } from '../../core/text';
import { lookForFolders } from '../../node/suggest/lookForFolders';
import type { CommandContext } from '../commands/commandContext';
import { withoutIcons } from '../withoutIcons';

/** What is suggested in one workspace folder. */
interface Found {
  readonly folder: WorkspaceFolder;
  readonly suggestions: readonly Suggestion[];
  readonly isWhole: boolean;
}

interface SuggestionItem extends QuickPickItem {
  readonly uri: Uri;
}

const title = 'Suggest Folders';

/** Offers repositories and packages inside the workspace folders; what the user picks is added like any folder. */
export async function suggestFolders({ host, notes }: CommandContext): Promise<void> {
  const found = await findAll();
  if (found === undefined) return;
  const known = new Set(
    host.consent.catalog.candidates.flatMap((candidate) =>
      [candidate, ...candidate.aliases].map(({ uri }) => uri),
    ),
  );
  const items = found.flatMap(itemsOf).filter(({ uri }) => !known.has(uri.toString()));
  const isWhole = found.every((each) => each.isWhole);
  if (items.length === 0) {
    const more = isWhole ? '' : ' Not all of it could be looked through.';
    void window.showInformationMessage(
      `No repository and no package was found inside the folders of this workspace that is not there already.${more}`,
    );
    return;
  }
  const picked = await window.showQuickPick(items, {
    title: isWhole ? title : `${title} (not all of the workspace was looked through)`,
    placeHolder: 'Add which? Nothing is shared yet.',
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (picked !== undefined && picked.length > 0)
    await notes.add({ folders: picked.map(({ uri }) => uri.toString()) });
}

/** @returns undefined when the user cancelled it */
async function findAll(): Promise<readonly Found[] | undefined> {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const options = {
    location: ProgressLocation.Notification,
    title: 'Looking for repositories and packages',
    cancellable: true,
  };
  return window.withProgress(options, async (progress, token) => {
    const cancelling = new AbortController();
    const listening = token.onCancellationRequested(() => cancelling.abort());
    try {
      const found: Found[] = [];
      for (const folder of folders) {
        progress.report({ message: displayText(folder.name, 60), increment: 100 / folders.length });
        const { directories, isWhole } = await lookForFolders(folder.uri.fsPath, cancelling.signal);
        found.push({ folder, isWhole, suggestions: suggestionsIn(folder.name, directories) });
      }
      return cancelling.signal.aborted ? undefined : found;
    } finally {
      listening.dispose();
    }
  });
}

function itemsOf({ folder, suggestions }: Found): readonly SuggestionItem[] {
  return suggestions.map(({ names, reasons }) => ({
    uri: Uri.joinPath(folder.uri, ...names),
    label: withoutIcons(displayText(names.at(-1) ?? '', 80)),
    description: withoutIcons(displayText(path.posix.join(folder.name, ...names.slice(0, -1)), 120)),
    detail: withoutIcons(displayText(reasons.join(', '), 200)),
  }));
}
