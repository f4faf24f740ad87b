import { window, type QuickPickItem } from 'vscode';
import type { AgentOption, Choice } from '../../core/acp/conversation/agentSettings';
import { chosenText } from '../../core/acp/conversation/words';
import { UserError } from '../../core/errors';
import { displayText } from '../../core/text';
import { withoutIcons } from '../withoutIcons';
import type { OpenSession } from './sessionPicks';

interface OptionItem extends QuickPickItem {
  readonly option: AgentOption;
}

interface ChoiceItem extends QuickPickItem {
  readonly value: string;
}

/**
 * Has the user set one of a session's options, or its mode if it has no options (ACP, session config options: they take
 * the place of modes).
 * @throws {UserError} when there is nothing to set, or the agent refuses
 */
export async function setManner({ agent, session }: OpenSession): Promise<void> {
  const { options, modes } = session.conversation.settings;
  const name = displayText(agent.name, 60);
  if (options.length === 0) {
    if (modes === undefined || modes.available.length === 0) {
      throw new UserError(`“${name}” has no modes and no options in this session.`);
    }
    const mode = await choose(modes.available, modes.current, `How is “${name}” to work?`);
    if (mode !== undefined) await agent.sessions.setMode(session.id, mode);
    return;
  }
  const items = options.map((option): OptionItem => ({
    option,
    label: withoutIcons(option.name),
    description: withoutIcons(chosenText(option)),
    ...(option.description !== undefined && { detail: withoutIcons(option.description) }),
  }));
  const placeHolder = `Set which option of “${name}”?`;
  const option = (await window.showQuickPick(items, { placeHolder }))?.option;
  if (option === undefined) return;
  const choices =
    option.kind === 'boolean'
      ? ['on', 'off'].map((each) => ({ value: each, name: each, description: undefined }))
      : option.choices;
  const current = option.kind === 'boolean' ? chosenText(option) : option.current;
  const value = await choose(choices, current, `${displayText(option.name, 60)}:`);
  if (value === undefined) return;
  await agent.sessions.setOption(session.id, option.id, option.kind === 'boolean' ? value === 'on' : value);
}

/**
 * Has the user choose one of the agent's commands.
 * @returns the beginning of a message, to which the user adds what the command needs; undefined when the user left
 * @throws {UserError} when the agent has none
 */
export async function pickCommand({ agent, session }: OpenSession): Promise<string | undefined> {
  const { commands } = session.conversation.settings;
  const name = displayText(agent.name, 60);
  if (commands.length === 0) throw new UserError(`“${name}” has no commands in this session.`);
  const items = commands.map((command): ChoiceItem => ({
    value: `/${command.name} `,
    label: withoutIcons(`/${command.name}`),
    ...(command.hint !== undefined && { description: withoutIcons(command.hint) }),
    ...(command.description !== '' && { detail: withoutIcons(command.description) }),
  }));
  return (await window.showQuickPick(items, { placeHolder: `Which command of “${name}”?` }))?.value;
}

async function choose(
  choices: readonly Choice[],
  current: string,
  placeHolder: string,
): Promise<string | undefined> {
  const items = choices.map(({ value, name, description }): ChoiceItem => ({
    value,
    label: withoutIcons(name),
    ...(value === current && { description: 'now' }),
    ...(description !== undefined && { detail: withoutIcons(description) }),
  }));
  return (await window.showQuickPick(items, { placeHolder }))?.value;
}
