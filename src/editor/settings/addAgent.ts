import path from 'node:path';
import { QuickPickItemKind, ThemeIcon, window, type QuickPickItem } from 'vscode';
import { agentPresets, offersOf, type AgentOffer } from '../../core/acp/agentPresets';
import { nameFromCommand } from '../../core/servers/commandLine';
import { resolveExecutable } from '../../node/process/executable';
import { nounIcon } from '../tree/definedLine';
import { addDefinition, askForCommand, type Added } from './addDefinition';

const agent: Added = { noun: 'agent', title: 'Add Agent' };

interface AgentItem extends QuickPickItem {
  readonly offer?: AgentOffer;
}

/** Asks which agent, by its name or by its command, then for a name and a place; writes it, and shows it. */
export async function addAgent(): Promise<void> {
  const choice = await window.showQuickPick<AgentItem>(allItems(), {
    title: 'Add Agent (1/3): Agent',
    placeHolder: 'Nothing is started: you approve what would run, and then allow folders.',
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (choice === undefined) return;
  const { offer } = choice;
  if (offer !== undefined) return addDefinition(agent, offer.name, offer.entry);
  const words = await askForCommand(agent, {
    prompt: 'It has to speak the Agent Client Protocol over its standard input and output.',
    placeHolder: 'my-agent --acp',
  });
  if (words === undefined) return;
  const [command, ...args] = words;
  return addDefinition(agent, nameFromCommand(words), { command, args });
}

async function allItems(): Promise<AgentItem[]> {
  const offers = await Promise.all(
    agentPresets.map(async (preset) => offersOf(preset, await installed(preset.program))),
  );
  return [
    ...offers.flat().map((offer) => ({
      offer,
      label: offer.name,
      description: offer.runs,
      detail: offer.detail,
      iconPath: new ThemeIcon(nounIcon.agent),
    })),
    { label: '', kind: QuickPickItemKind.Separator },
    {
      label: 'Another agent',
      detail: 'By the command that starts it.',
      iconPath: new ThemeIcon('terminal'),
    },
  ];
}

/** The path of a program, looked for as at a start; undefined if it is not found. */
function installed(program: string): Promise<string | undefined> {
  const { env, platform } = process;
  const search = { path: env['PATH'], pathExt: env['PATHEXT'], platform, flavour: path };
  return resolveExecutable(program, search).catch(() => undefined);
}
