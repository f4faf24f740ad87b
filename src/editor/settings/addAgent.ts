import { QuickPickItemKind, ThemeIcon, window, type QuickPickItem } from 'vscode';
import { agentPresets, entryOf, presetText, type AgentPreset } from '../../core/acp/agentPresets';
import type { Disposable } from '../../core/lifecycle';
import { nameFromCommand } from '../../core/servers/commandLine';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import { nounIcon } from '../tree/definedLine';
import { addDefinition, askForCommand, type Added } from './addDefinition';

const agent: Added = { noun: 'agent', title: 'Add Agent' };

interface AgentItem extends QuickPickItem {
  readonly preset?: AgentPreset;
}

/** Asks which agent, by its name or by its command, then for a name and a place; writes it, and shows it. */
export function registerAddAgent({ extension: log }: Logs): Disposable {
  return registerCommand('mcpRoots.addAgent', log, async () => {
    const choice = await window.showQuickPick<AgentItem>(items, {
      title: 'Add Agent (1/3): Agent',
      placeHolder: 'Nothing is started: you approve what would run, and then allow folders.',
      matchOnDescription: true,
      ignoreFocusOut: true,
    });
    if (choice === undefined) return;
    const { preset } = choice;
    if (preset !== undefined) return addDefinition(agent, preset.name, entryOf(preset));
    const words = await askForCommand(agent, {
      prompt: 'It has to speak the Agent Client Protocol over its standard input and output.',
      placeHolder: 'my-agent --acp',
    });
    if (words === undefined) return;
    const [command, ...args] = words;
    return addDefinition(agent, nameFromCommand(words), { command, args });
  });
}

const items: readonly AgentItem[] = [
  ...agentPresets.map((preset) => ({
    preset,
    label: preset.name,
    description: preset.package,
    detail: presetText(preset),
    iconPath: new ThemeIcon(nounIcon.agent),
  })),
  { label: '', kind: QuickPickItemKind.Separator },
  {
    label: 'Another agent',
    detail: 'By the command that starts it.',
    iconPath: new ThemeIcon('terminal'),
  },
];
