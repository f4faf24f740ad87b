import { QuickPickItemKind, ThemeIcon } from 'vscode';
import { commandLine, fitsLine, type CommandAnswer, type CommandQuestion } from '../../core/acp/command';
import { displayText } from '../../core/text';
import type { Question } from '../questions/questionPick';
import { called, lineText, promptText } from '../questions/serverTexts';

/** What the user can do when an agent wants to run a program. `show`: read all of it, then decide. */
export type CommandChoice = CommandAnswer | 'show';

/** How many characters of a command the question shows; a longer one must be shown in a document before. */
const mostShown = 300;

/**
 * The question whether an agent may run a program, with its command and its working directory. If the question cannot
 * show all of it, since it is long or sets variables, it can be allowed only once a document showed it.
 * @param session its name for the user
 * @param wasShown whether a document showed all of it
 */
export function commandQuestion(
  asked: CommandQuestion,
  session: string,
  wasShown: boolean,
): Question<CommandChoice> {
  const { agent, cwd, root, env } = asked;
  const isSeen = wasShown || fitsLine(asked, mostShown);
  const names = Object.keys(env).map((name) => displayText(name, 40));
  return {
    title: `${called({ name: agent })} wants to run a program`,
    prompt: promptText(commandLine(asked, mostShown), mostShown),
    placeholder: `${displayText(session, 40)}. A program can do whatever you can: no folder bounds it.`,
    items: [
      { label: 'What it is', kind: QuickPickItemKind.Separator },
      {
        label: lineText(cwd, 300),
        detail: lineText(`where it begins, in the allowed folder ${displayText(root, 200)}`, 300),
        iconPath: new ThemeIcon('folder'),
      },
      {
        answer: 'show',
        label: 'Show the Whole Command',
        detail: lineText(
          isSeen ? wholeText(names) : 'It cannot be seen whole here: read it, then you can allow it.',
          300,
        ),
        iconPath: new ThemeIcon('eye'),
      },
      { label: 'Your answer', kind: QuickPickItemKind.Separator },
      ...(isSeen ? allowing : []),
      {
        answer: 'no',
        label: 'Refuse',
        detail: 'The agent is told that you did not allow it.',
        iconPath: new ThemeIcon('circle-slash'),
      },
    ],
  };
}

function wholeText(names: readonly string[]): string {
  const added =
    names.length === 0 ? 'nothing is' : `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'}`;
  return `Each argument on a line of its own; ${added} added to its environment`;
}

const allowing: Question<CommandChoice>['items'] = [
  { answer: 'once', label: 'Allow Once', iconPath: new ThemeIcon('check') },
  {
    answer: 'session',
    label: 'Allow This Command in This Session',
    detail: 'The very same with the same arguments again, without a question.',
    iconPath: new ThemeIcon('check-all'),
  },
];

/** Everything about a program, for a document: nothing is cut, and invisible characters are made visible. */
export function commandText({ executable, args, env, cwd }: CommandQuestion): string {
  const visible = (text: string) => displayText(text, text.length * 10);
  const variables = Object.entries(env).map(([name, value]) => `  ${visible(name)}=${visible(value)}`);
  return [
    'Program',
    `  ${visible(executable)}`,
    'Arguments, one on each line',
    ...(args.length === 0 ? ['  none'] : args.map((each) => `  ${visible(JSON.stringify(each))}`)),
    'Begins in',
    `  ${visible(cwd)}`,
    'Added to its environment',
    ...(variables.length === 0 ? ['  nothing'] : variables),
    '',
  ].join('\n');
}
