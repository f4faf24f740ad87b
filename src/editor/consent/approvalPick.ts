import { QuickPickItemKind, ThemeIcon, type QuickPickItem } from 'vscode';
import type { ApprovalStanding } from '../../core/approval/approvals';
import { displayText } from '../../core/text';
import { askByQuickPick } from '../quickPick';
import { withoutIcons } from '../withoutIcons';
import { withoutLinks } from '../withoutLinks';

/** The question whether one definition may run. */
export interface ApprovalQuestion {
  readonly server: string;
  readonly why: Exclude<ApprovalStanding['kind'], 'approved' | 'not needed' | 'other program'>;
  /** One line: what will run. */
  readonly runs: string;
  /** A sentence: with what rights. */
  readonly rights: string;
  /** What is unusual about the definition, a sentence each. */
  readonly unusual: readonly string[];
  /** Whether the definition leaves open where it runs: then running in the first folder that it may see is offered. */
  readonly saysNotWhere: boolean;
  /** The number of this question, and how many there are. */
  readonly step: { readonly at: number; readonly of: number };
}

type ApprovalAnswer = 'approve' | 'not now' | 'run in primary root';

interface AnswerItem extends QuickPickItem {
  readonly answer?: ApprovalAnswer;
}

/**
 * Asks whether a definition may run. Enter alone means "Not Now": to approve, the user has to go to the second line.
 * @returns undefined when the user left
 */
export function pickApproval(question: ApprovalQuestion): Promise<ApprovalAnswer | undefined> {
  const items = itemsOf(question);
  return askByQuickPick<AnswerItem, ApprovalAnswer>(
    (pick) => {
      const { server, why, runs, rights, step } = question;
      pick.title = titleOf(why, `“${displayText(server, 60)}”`);
      pick.prompt = withoutLinks(runs);
      pick.placeholder =
        why === 'new'
          ? `${rights} The editor shows the whole definition.`
          : 'The editor shows what was approved beside what it is now.';
      if (step.of > 1) {
        pick.step = step.at;
        pick.totalSteps = step.of;
      }
      pick.items = items;
    },
    ({ activeItems }) => activeItems[0]?.answer,
  );
}

function titleOf(why: ApprovalQuestion['why'], name: string): string {
  switch (why) {
    case 'new':
      return `Approve ${name}?`;
    case 'changed':
      return `Approve ${name} again? Its definition has changed`;
    case 'runs elsewhere':
      return `Approve ${name} again? It runs in an empty folder now, not in the first it may see`;
  }
}

function itemsOf({ unusual, saysNotWhere }: ApprovalQuestion): readonly AnswerItem[] {
  const heading = unusual.length > 0 ? 'Review before approving' : 'No warnings';
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
    ...(saysNotWhere ? [runInPrimaryRoot] : []),
    { label: heading, kind: QuickPickItemKind.Separator },
    ...unusual.map(warningItem),
  ];
}

const runInPrimaryRoot: AnswerItem = {
  answer: 'run in primary root',
  label: 'Run It in the First Folder It May See…',
  detail: 'It would run in an empty folder. The change of its definition is shown first.',
  iconPath: new ThemeIcon('folder-opened'),
};

/** A line for a warning; what follows a colon in the sentence stands below it. Choosing the line answers nothing. */
function warningItem(sentence: string): AnswerItem {
  const [said = sentence, named] = sentence.split(/: (.*)/su);
  return {
    label: withoutIcons(displayText(said, 400)),
    ...(named !== undefined && { detail: withoutIcons(displayText(named, 400)) }),
    iconPath: new ThemeIcon('warning'),
  };
}
