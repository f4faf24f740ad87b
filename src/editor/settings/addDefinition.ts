import { ConfigurationTarget, window, workspace, type QuickPickItem } from 'vscode';
import { splitCommandLine } from '../../core/servers/commandLine';
import { aOne, type Noun } from '../../core/consent/noun';
import { section } from '../ids';
import { openDefinition, settingOf } from './openDefinition';

/** What is added, and the title of the questions about it. */
export interface Added {
  readonly noun: Noun;
  /** Such as `Add Server`. */
  readonly title: string;
}

interface TargetItem extends QuickPickItem {
  readonly target: ConfigurationTarget.Global | ConfigurationTarget.Workspace;
}

/** Asks for a command line. @returns its words; undefined when the user left */
export async function askForCommand(
  { noun, title }: Added,
  hint: { readonly placeHolder: string; readonly prompt: string },
): Promise<readonly [string, ...string[]] | undefined> {
  const line = await window.showInputBox({
    title: `${title} (1/3): Command`,
    prompt: `What starts the ${noun}, as on a command line. ${hint.prompt}`,
    placeHolder: hint.placeHolder,
    ignoreFocusOut: true,
    validateInput: (text) => (splitCommandLine(text).length === 0 ? 'A command is needed.' : undefined),
  });
  const [command, ...args] = splitCommandLine(line ?? '');
  return command === undefined ? undefined : [command, ...args];
}

/** Asks for a name and a place, writes the definition there and shows it. Nothing is started. */
export async function addDefinition(added: Added, suggested: string, entry: object): Promise<void> {
  const { noun } = added;
  const name = await askForName(added, suggested);
  if (name === undefined) return;
  const target = await askForTarget(added);
  if (target === undefined) return;
  const settings = workspace.getConfiguration(section);
  const isGlobal = target === ConfigurationTarget.Global;
  const values = settings.inspect<object>(settingOf[noun]);
  const before = isGlobal ? values?.globalValue : values?.workspaceValue;
  await settings.update(settingOf[noun], { ...before, [name]: entry }, target);
  await openDefinition({ name, scope: { kind: isGlobal ? 'user' : 'workspace' }, at: [] }, noun);
}

async function askForName({ noun, title }: Added, suggested: string): Promise<string | undefined> {
  const taken = new Set(
    Object.keys(workspace.getConfiguration(section).get<object>(settingOf[noun]) ?? {}).map((name) =>
      name.toLowerCase(),
    ),
  );
  const name = await window.showInputBox({
    title: `${title} (2/3): Name`,
    prompt: `How the ${noun} is called in the MCP Roots view.`,
    value: suggested,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return 'A name is needed.';
      return taken.has(text.trim().toLowerCase())
        ? `There is ${aOne(noun)} of this name already.`
        : undefined;
    },
  });
  return name?.trim();
}

async function askForTarget({ title }: Added): Promise<TargetItem['target'] | undefined> {
  const user: TargetItem = {
    label: 'User settings',
    detail: 'In every window.',
    target: ConfigurationTarget.Global,
  };
  if (workspace.workspaceFolders === undefined) return user.target;
  const own: TargetItem = {
    label: 'Workspace settings',
    detail: 'Only in this workspace. Whoever opens it gets the definition, not your folder access.',
    target: ConfigurationTarget.Workspace,
  };
  const placeHolder = 'Where is the definition kept?';
  return (
    await window.showQuickPick([user, own], {
      title: `${title} (3/3): Place`,
      placeHolder,
      ignoreFocusOut: true,
    })
  )?.target;
}
