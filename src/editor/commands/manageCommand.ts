import {
  commands,
  QuickPickItemKind,
  ThemeIcon,
  window,
  workspace,
  type ExtensionContext,
  type QuickPickItem,
} from 'vscode';
import type { Disposable } from '../../core/lifecycle';
import { displayText } from '../../core/text';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import type { Node } from '../tree/nodes';
import type { RootsTree } from '../tree/rootsTree';
import type { WithHost } from './commandContext';
import { menuActions, type MenuEntry } from './menuActions';
import { pickDefined } from './pickServer';

/** As far as it is read here; VS Code has put the titles in the language of the user. */
interface Manifest {
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly icon?: string;
    }[];
    readonly menus: { readonly 'view/item/context': readonly MenuEntry[] };
  };
}

interface ActionItem extends QuickPickItem {
  readonly command?: string;
}

/** Offers all that can be done with one server or agent: what the menu of its line has, for the keyboard. */
export function registerManageCommand(
  withHost: WithHost,
  { extension: log }: Logs,
  tree: RootsTree,
  { extension }: ExtensionContext,
): Disposable {
  return registerCommand(
    'mcpRoots.manage',
    log,
    withHost(async ({ host: { supervisor } }, argument) => {
      const one = await pickDefined(argument, supervisor, 'to manage');
      if (one === undefined) return;
      const [server, agent] = [supervisor.servers.byId(one.id), supervisor.agents.byId(one.id)];
      const node: Node | undefined =
        server !== undefined ? { kind: 'server', server } : agent && { kind: 'agent', agent };
      if (node === undefined) return;
      const words = tree.getTreeItem(node).contextValue ?? '';
      const title = `Manage ${displayText(one.name, 60)}`;
      const items = actionItems(extension.packageJSON as Manifest, words);
      const picked = await window.showQuickPick(items, { title, placeHolder: 'Select an action' });
      if (picked?.command !== undefined) await commands.executeCommand(picked.command, node);
    }),
  );
}

function actionItems({ contributes }: Manifest, words: string): readonly ActionItem[] {
  const isSet = (setting: string) => workspace.getConfiguration().get(setting) === true;
  const items: ActionItem[] = [];
  let before: string | undefined;
  for (const { command, group } of menuActions(contributes.menus['view/item/context'], words, isSet)) {
    const { title = command, icon } = contributes.commands.find((each) => each.command === command) ?? {};
    if (before !== undefined && before !== group)
      items.push({ label: '', kind: QuickPickItemKind.Separator });
    before = group;
    items.push({ command, label: title, iconPath: iconOf(icon) });
  }
  return items;
}

/** @param icon as the manifest writes it: `$(play)`; left out: none, as wide as the others */
function iconOf(icon = '$(blank)'): ThemeIcon {
  return new ThemeIcon(icon.replace(/^\$\(|\)$/gu, ''));
}
