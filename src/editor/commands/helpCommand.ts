import { commands, Uri, type ExtensionContext } from 'vscode';
import type { Disposable } from '../../core/lifecycle';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';

/** Shows the table of contents of the help pages, which come with the extension; their links lead on. */
export function registerHelpCommand(
  { extension: log }: Logs,
  { extensionUri }: ExtensionContext,
): Disposable {
  return registerCommand('mcpRoots.help', log, async () => {
    const index = Uri.joinPath(extensionUri, 'media', 'help', 'index.md');
    await commands.executeCommand('markdown.showPreview', index);
  });
}
