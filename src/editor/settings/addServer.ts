import { ConfigurationTarget, window, workspace, type QuickPickItem } from 'vscode';
import type { Disposable } from '../../core/lifecycle';
import { splitCommandLine } from '../../core/servers/commandLine';
import { section, type SettingId } from '../ids';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import { openDefinition } from './openDefinition';

const servers: SettingId = 'servers';

interface TargetItem extends QuickPickItem {
  readonly target: ConfigurationTarget.Global | ConfigurationTarget.Workspace;
}

/** Asks for a command line, a name and a place, writes the definition, and shows it. Nothing is started. */
export function registerAddServer({ extension: log }: Logs): Disposable {
  return registerCommand('mcpRoots.addServer', log, async () => {
    const line = await window.showInputBox({
      title: 'Add Server (1/3): Command',
      prompt:
        'What starts the server, as on a command line. Leave folders out: the server is told of those you allow.',
      placeHolder: 'npx -y @modelcontextprotocol/server-filesystem',
      ignoreFocusOut: true,
      validateInput: (text) => (splitCommandLine(text).length === 0 ? 'A command is needed.' : undefined),
    });
    if (line === undefined) return;
    const [command = '', ...args] = splitCommandLine(line);
    const name = await askForName(args.findLast((arg) => !arg.startsWith('-')) ?? command);
    if (name === undefined) return;
    const target = await askForTarget();
    if (target === undefined) return;
    const settings = workspace.getConfiguration(section);
    const isGlobal = target === ConfigurationTarget.Global;
    const before = isGlobal
      ? settings.inspect<object>(servers)?.globalValue
      : settings.inspect<object>(servers)?.workspaceValue;
    await settings.update(servers, { ...before, [name]: { command, args } }, target);
    await openDefinition({ name, scope: { kind: isGlobal ? 'user' : 'workspace' }, at: [] });
  });
}

async function askForName(source: string): Promise<string | undefined> {
  const taken = new Set(
    Object.keys(workspace.getConfiguration(section).get<object>(servers) ?? {}).map((name) =>
      name.toLowerCase(),
    ),
  );
  const name = await window.showInputBox({
    title: 'Add Server (2/3): Name',
    prompt: 'How the server is called in the MCP Roots view.',
    value: source
      .replace(/^.*[\\/]/, '')
      .replace(/@[^@]*$/, '')
      .replace(/^(mcp-)?server-/, ''),
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return 'A name is needed.';
      return taken.has(text.trim().toLowerCase()) ? 'There is a server of this name already.' : undefined;
    },
  });
  return name?.trim();
}

async function askForTarget(): Promise<TargetItem['target'] | undefined> {
  const user: TargetItem = {
    label: 'User settings',
    detail: 'In every window.',
    target: ConfigurationTarget.Global,
  };
  if (workspace.workspaceFolders === undefined) return user.target;
  const own: TargetItem = {
    label: 'Workspace settings',
    detail: 'Only in this workspace. Whoever opens it gets the definition, not your consents.',
    target: ConfigurationTarget.Workspace,
  };
  const placeHolder = 'Where is the definition kept?';
  return (
    await window.showQuickPick([user, own], {
      title: 'Add Server (3/3): Place',
      placeHolder,
      ignoreFocusOut: true,
    })
  )?.target;
}
