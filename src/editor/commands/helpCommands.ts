import { commands, Uri, type ExtensionContext } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';

/** The help pages, which come with the extension, and the walkthrough of the manifest. */
export function registerHelpCommands(
  { extension: log }: Logs,
  { extension, extensionUri }: ExtensionContext,
): Disposable {
  const registered = new Lifetime();
  registered.add(
    registerCommand('mcpRoots.help', log, async () => {
      const index = Uri.joinPath(extensionUri, 'media', 'help', 'index.md');
      await commands.executeCommand('markdown.showPreview', index);
    }),
  );
  registered.add(
    registerCommand('mcpRoots.getStarted', log, async () => {
      await commands.executeCommand('workbench.action.openWalkthrough', `${extension.id}#start`, false);
    }),
  );
  return registered;
}
