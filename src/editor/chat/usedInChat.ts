import { access } from 'node:fs/promises';
import path from 'node:path';
import type { ExtensionContext } from 'vscode';
import { chatClient } from '../../core/chat/chatClient';
import { keyFileName, keyFolder } from '../../node/bridge/keyFile';

/**
 * Is any server enabled for chat, in any window? Only looks whether one file exists, so that VS Code's question for
 * servers costs next to nothing if none is.
 */
export async function isUsedInChat({ globalStorageUri }: ExtensionContext): Promise<boolean> {
  const file = path.join(globalStorageUri.fsPath, keyFolder, keyFileName(chatClient.id));
  return access(file).then(
    () => true,
    () => false,
  );
}
