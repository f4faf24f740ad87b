import type { ExtensionContext } from 'vscode';
import { registerAnswerCommands } from './editor/commands/answerCommands';
import { registerConversations } from './editor/agents/registerConversations';
import { registerApprovalCommands } from './editor/commands/approvalCommands';
import { registerChat } from './editor/chat/registerChat';
import { isUsedInChat } from './editor/chat/usedInChat';
import { registerRemoveClient } from './editor/clients/removeClient';
import { registerConsentCommands } from './editor/commands/consentCommands';
import { registerFolderCommands } from './editor/commands/folderCommands';
import { registerFormerIds } from './editor/commands/formerIds';
import { registerHelpCommands } from './editor/commands/helpCommands';
import { registerManageCommand } from './editor/commands/manageCommand';
import { registerLaterCommands } from './editor/commands/laterCommands';
import { registerServerCommands } from './editor/commands/serverCommands';
import { registerSharingCommands } from './editor/commands/sharingCommands';
import { registerShowCommands } from './editor/commands/showCommands';
import { registerAccessCommands } from './editor/commands/accessCommands';
import { registerSignInCommands } from './editor/commands/signInCommands';
import { Postponed } from './editor/consent/postponed';
import { ContextKeys } from './editor/contextKeys';
import { EditorHost } from './editor/editorHost';
import { LaterFeatures } from './editor/features/laterFeatures';
import { registerQuestions } from './editor/questions/registerQuestions';
import { FolderNotes } from './editor/folders/folderNotes';
import { Logs } from './editor/logs';
import { mustOpenAtStart } from './editor/mustOpenAtStart';
import { presetKeys } from './editor/presetKeys';
import { report } from './editor/registerCommand';
import { registerAddAgent } from './editor/settings/registerAddAgent';
import { registerAddServer } from './editor/settings/addServer';
import { RootsTree } from './editor/tree/rootsTree';
import { sessionsOf } from './editor/tree/sessionLines';
import { createTreeView } from './editor/tree/treeView';
import { Lifetime } from './core/lifecycle';

let host: EditorHost | undefined;

/**
 * Wires the parts. The host is opened only when somebody looks or asks, or when something may have to run by itself.
 */
export function activate(context: ExtensionContext): void {
  const own = new Lifetime();
  context.subscriptions.push(own);

  const logs = own.add(new Logs());
  const notes = own.add(new FolderNotes(context.workspaceState));
  const postponed = own.add(new Postponed());
  const keys = new ContextKeys();
  const editor = own.add(new EditorHost({ context, logs, notes, postponed, keys }));
  host = editor;
  own.add(presetKeys(keys, () => editor.isOpen));

  const features = own.add(new LaterFeatures(() => editor.open()));
  const openHost = async () => (await editor.open()).host;
  const tree = own.add(
    new RootsTree(openHost, postponed, {
      offersOf: (server) => features.offersOf(server),
      sessionsOf,
    }),
  );
  own.add(features.onDidChange((node) => tree.redraw(node)));
  const view = own.add(createTreeView(tree, notes));
  editor.view = { view, tree };

  own.add(registerSharingCommands(editor.withHost, logs));
  own.add(registerConsentCommands(editor.withHost, logs, () => view.selection[0]));
  own.add(registerServerCommands(editor.withHost, logs));
  own.add(registerLaterCommands(editor.withHost, logs));
  own.add(registerApprovalCommands(editor.withHost, logs));
  own.add(registerAnswerCommands(editor.withHost, logs));
  own.add(features.registerCommands(logs));
  own.add(registerSignInCommands(editor.withHost, logs));
  own.add(registerFolderCommands(editor.withHost, logs));
  own.add(registerShowCommands(editor.withHost, logs, tree, keys));
  own.add(registerAccessCommands(editor.withHost, logs));
  own.add(registerManageCommand(editor.withHost, logs, tree, context));
  own.add(registerHelpCommands(logs, context));
  own.add(registerFormerIds());
  own.add(registerAddServer(logs));
  own.add(registerAddAgent(logs));
  own.add(registerRemoveClient(editor.withHost, logs));
  own.add(registerQuestions(editor.withHost, logs));
  own.add(registerConversations(() => editor.open(), logs));
  const openForChat = async () =>
    editor.isOpen || (await isUsedInChat(context)) ? editor.open() : undefined;
  own.add(registerChat(editor.withHost, openForChat, editor.onDidOpen, logs));

  const openIfNeeded = async () => {
    if (await mustOpenAtStart(context)) await editor.open();
  };
  void openIfNeeded().catch((error: unknown) => report(error, logs.extension));
}

/** Ends every server, within the time that VS Code gives; the guard ends what is left. */
export async function deactivate(): Promise<void> {
  await host?.close();
}
