import path from 'node:path';
import { QuickPickItemKind, ThemeIcon, type QuickPickItem } from 'vscode';
import type { ApprovalStanding } from '../../core/approval/approvals';
import { distinctPrograms, type TurnedProgram } from '../../core/approval/program';
import { containsWritten } from '../../core/roots/containment';
import { displayText } from '../../core/text';
import type { Host } from '../../node/host/host';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import type { ServerDocuments } from '../documents/serverDocuments';
import { askByQuickPick } from '../quickPick';
import { withoutIcons } from '../withoutIcons';
import type { OneQuestion } from './oneQuestion';

interface ProgramDeps {
  readonly host: Host;
  readonly documents: ServerDocuments;
  readonly questions: OneQuestion;
}

interface Step {
  readonly at: number;
  readonly of: number;
}

/**
 * Asks about each program whose name leads elsewhere than when it was approved; one question for all that run it. The
 * others need no question.
 * @returns those of the servers whose program may run; undefined when the user left a question, or another one is open
 * @throws {UserError} when an answer could not be kept
 */
export async function askForPrograms(
  servers: readonly DefinedGrantee[],
  around: ProgramDeps,
): Promise<readonly DefinedGrantee[] | undefined> {
  const turned = distinctPrograms(servers.flatMap((server) => turnedOf(server) ?? []));
  if (turned.length === 0) return servers;
  const isAnswered = await around.questions.put(async () => {
    for (const [index, program] of turned.entries()) {
      const answer = await askFor(program, { at: index + 1, of: turned.length }, around);
      if (answer === undefined) return false;
      if (answer === 'approve') await around.host.consent.approvals.approveProgram(program);
    }
    return true;
  });
  return isAnswered === true ? servers.filter((server) => turnedOf(server) === undefined) : undefined;
}

function turnedOf({
  approval,
}: {
  readonly approval: ApprovalStanding | undefined;
}): TurnedProgram | undefined {
  return approval?.kind === 'other program' ? approval.program : undefined;
}

async function askFor(
  program: TurnedProgram,
  step: Step,
  { host, documents }: ProgramDeps,
): Promise<Answer | undefined> {
  const users = host.supervisor.defined.all.filter(
    ({ prepared }) => prepared?.program?.path === program.path,
  );
  const names = displayText(users.map(({ name }) => name).join(', '), 200);
  const shown = await documents.showProgramChange(program, names);
  try {
    return await pickProgram(program, names, step, host.consent.workspaceFolders);
  } finally {
    await shown.close();
  }
}

type Answer = 'approve' | 'not now';

interface AnswerItem extends QuickPickItem {
  readonly answer?: Answer;
}

/** Enter alone means "Not Now", as for a definition. */
function pickProgram(
  program: TurnedProgram,
  users: string,
  { at, of }: Step,
  workspaceFolders: readonly string[],
): Promise<Answer | undefined> {
  return askByQuickPick<AnswerItem, Answer>(
    (pick) => {
      const name = displayText(path.basename(program.path), 60);
      pick.title = `Approve program “${name}” again? Its name leads to another file`;
      pick.prompt = `Run by ${users}`;
      pick.placeholder = 'The editor shows what was approved beside what it is now.';
      if (of > 1) {
        pick.step = at;
        pick.totalSteps = of;
      }
      pick.items = itemsOf(program, workspaceFolders);
    },
    ({ activeItems }) => activeItems[0]?.answer,
  );
}

function itemsOf(
  { path: name, before, now }: TurnedProgram,
  workspaceFolders: readonly string[],
): readonly AnswerItem[] {
  const isOwn = workspaceFolders.some((folder) => containsWritten(folder, now, path));
  const fact = (label: string, detail: string, icon: string): AnswerItem => ({
    label,
    detail: withoutIcons(displayText(detail, 400)),
    iconPath: new ThemeIcon(icon),
  });
  return [
    {
      answer: 'not now',
      label: 'Not Now',
      detail: 'Nothing is started with it. You are asked again at the next start.',
      iconPath: new ThemeIcon('history'),
    },
    {
      answer: 'approve',
      label: 'Approve',
      detail: 'Everything that was approved with this program may run again. Folder access stays as it is.',
      iconPath: new ThemeIcon('verified'),
    },
    { label: 'Where its name leads', kind: QuickPickItemKind.Separator },
    fact('Program', name, 'terminal'),
    fact('When it was approved', before, 'history'),
    fact('Now', now, 'arrow-right'),
    ...(isOwn
      ? [fact('It lies in the workspace', 'Who changes that file changes what runs.', 'warning')]
      : []),
  ];
}
