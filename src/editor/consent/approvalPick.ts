import { QuickPickItemKind, ThemeIcon, type QuickPickItem } from 'vscode';
import { displayText } from '../../core/text';
import { askByQuickPick } from '../quickPick';
import { withoutIcons } from '../withoutIcons';
import { withoutLinks } from '../withoutLinks';

/** The question whether one definition may run. */
export interface ApprovalQuestion {
  readonly server: string;
  /** Something else was approved before under this name. */
  readonly changed: boolean;
  /** One line: what will run. */
  readonly runs: string;
  /** A sentence: with what rights. */
  readonly rights: string;
  /** What to look at twice. */
  readonly unusual: readonly string[];
  /** Which of how many questions this is. */
  readonly step: { readonly at: number; readonly of: number };
}

interface AnswerItem extends QuickPickItem {
  readonly answer?: 'approve' | 'not now';
}

/**
 * Asks whether a definition may run. Enter alone means "Not Now": approving takes going to the second line.
 * @returns undefined when the user left
 */
export function pickApproval(question: ApprovalQuestion): Promise<'approve' | 'not now' | undefined> {
  const items = itemsOf(question);
  return askByQuickPick<AnswerItem, 'approve' | 'not now'>(
    (pick) => {
      const { server, changed, runs, rights, step } = question;
      const name = `“${displayText(server, 60)}”`;
      pick.title = changed ? `Approve ${name} again? Its definition has changed` : `Approve ${name}?`;
      pick.prompt = withoutLinks(runs);
      pick.placeholder = changed
        ? 'The editor shows what was approved beside what it is now.'
        : `${rights} The editor shows the whole definition.`;
      if (step.of > 1) {
        pick.step = step.at;
        pick.totalSteps = step.of;
      }
      pick.items = items;
    },
    ({ activeItems }) => activeItems[0]?.answer,
  );
}

function itemsOf({ unusual }: ApprovalQuestion): readonly AnswerItem[] {
  const heading = unusual.length > 0 ? 'What is unusual about it' : 'Nothing about it is unusual';
  return [
    {
      answer: 'not now',
      label: 'Not Now',
      detail: 'Nothing is started. You are asked again at the next start.',
      iconPath: new ThemeIcon('history'),
    },
    {
      answer: 'approve',
      label: 'Approve',
      detail: 'This definition may run, until it changes. Its folders are asked for before it starts.',
      iconPath: new ThemeIcon('verified'),
    },
    { label: heading, kind: QuickPickItemKind.Separator },
    ...unusual.map(warningItem),
  ];
}

/** A sentence; what it names after a colon, in a line of its own. Choosing it answers nothing. */
function warningItem(sentence: string): AnswerItem {
  const [said = sentence, named] = sentence.split(/: (.*)/su);
  return {
    label: withoutIcons(displayText(said, 400)),
    ...(named !== undefined && { detail: withoutIcons(displayText(named, 400)) }),
    iconPath: new ThemeIcon('warning'),
  };
}
