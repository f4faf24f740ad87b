import { randomUUID } from 'node:crypto';
import { TabInputText, ThemeIcon, Uri, window, workspace, type QuickPickItem } from 'vscode';
import { Lifetime } from '../../core/lifecycle';
import { belowQuestion } from '../documents/belowQuestion';
import { askByQuickPick } from '../quickPick';

const scheme = 'mcp-roots-sign-in';

interface AnswerItem extends QuickPickItem {
  readonly runs: boolean;
}

/**
 * Asks whether to run something whose description is too long for a dialog, beside a document that shows all of it.
 * @returns false also when the user left the question
 */
export async function readThenRun(title: string, text: string): Promise<boolean> {
  const lifetime = new Lifetime();
  // Another URI each time: VS Code can keep the text of a closed document for a while.
  const uri = Uri.from({ scheme, path: '/Program to sign in', query: randomUUID() });
  const provideTextDocumentContent = () => belowQuestion(text);
  lifetime.add(workspace.registerTextDocumentContentProvider(scheme, { provideTextDocumentContent }));
  try {
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
    const items: AnswerItem[] = [
      { label: 'Cancel', iconPath: new ThemeIcon('circle-slash'), runs: false },
      { label: 'Run', iconPath: new ThemeIcon('play'), runs: true },
    ];
    const runs = await askByQuickPick<AnswerItem, boolean>(
      (pick) => {
        pick.title = title;
        pick.placeholder = 'The editor shows all of it: read it first.';
        pick.items = items;
      },
      ({ activeItems }) => activeItems[0]?.runs,
    );
    return runs === true;
  } finally {
    const tabs = window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof TabInputText && input.uri.toString() === uri.toString());
    if (tabs.length > 0) await window.tabGroups.close(tabs);
    lifetime.dispose();
  }
}
