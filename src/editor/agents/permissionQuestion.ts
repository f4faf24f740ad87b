import { QuickPickItemKind, ThemeIcon } from 'vscode';
import {
  placeText,
  type PermissionAnswer,
  type PermissionOption,
  type PermissionPlace,
  type PermissionQuestion,
} from '../../core/acp/permission';
import { displayText } from '../../core/text';
import type { AnswerItem, Question } from '../questions/questionPick';
import { called, lineText, promptText } from '../questions/serverTexts';

/**
 * The question whether an agent may do something, with the agent's own answers, in its order.
 * @param session its name for the user
 */
export function permissionQuestion(asked: PermissionQuestion, session: string): Question<PermissionAnswer> {
  const { agent, cwd, title, places, omissions, options } = asked;
  const about = [...places.map(placeItem), ...omissions.map(omissionItem)];
  return {
    title: `${called({ name: agent })} asks for your permission`,
    prompt: promptText(title),
    placeholder: `${displayText(session, 60)}, in ${displayText(cwd, 120)}`,
    items: [
      ...separated('What it is about', places.length === 0 ? [noPlace, ...about] : about),
      ...separated('Your answer, as the agent offers it', options.map(optionItem)),
    ],
  };
}

/**
 * Shown if no place is named. Lines that are not answers come first: Enter alone takes the first line, and must do
 * nothing.
 */
const noPlace: AnswerItem<PermissionAnswer> = {
  label: 'It names no file or folder.',
  iconPath: new ThemeIcon('info'),
};

function omissionItem(label: string): AnswerItem<PermissionAnswer> {
  return { label, iconPath: new ThemeIcon('warning') };
}

function placeItem(place: PermissionPlace): AnswerItem<PermissionAnswer> {
  const { given, root } = place;
  return {
    label: lineText(given, 300),
    detail: lineText(placeText(place), 400),
    iconPath: new ThemeIcon(root === undefined ? 'warning' : 'folder'),
  };
}

function optionItem({ optionId, name, kind }: PermissionOption): AnswerItem<PermissionAnswer> {
  const isLasting = kind === 'allow_always' || kind === 'reject_always';
  return {
    answer: { kind: 'selected', optionId },
    label: lineText(name, 100),
    ...(isLasting && { detail: 'The agent keeps to it in this session.' }),
    iconPath: new ThemeIcon(icons[kind]),
  };
}

const icons: Readonly<Record<PermissionOption['kind'], string>> = {
  allow_once: 'check',
  allow_always: 'check-all',
  reject_once: 'circle-slash',
  reject_always: 'error',
};

function separated<A>(label: string, items: readonly AnswerItem<A>[]): readonly AnswerItem<A>[] {
  return [{ label, kind: QuickPickItemKind.Separator }, ...items];
}
