import { ThemeIcon, type QuickPickItem } from 'vscode';
import { displayText } from '../../core/text';
import { callText, effectsText } from '../../core/tools/argumentsText';
import type { ToolDescription } from '../../core/tools/toolDescription';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { ServerDocuments } from '../documents/serverDocuments';
import { askByQuickPick } from '../quickPick';
import { withoutLinks } from '../withoutLinks';

/** One call that is about to be made. */
export interface Call {
  readonly server: ManagedServer;
  readonly tool: ToolDescription;
  readonly args: Readonly<Record<string, unknown>>;
  /** What the user should know before the arguments are sent: that they do not fit, or could not be checked. */
  readonly warning: string | undefined;
}

interface AnswerItem extends QuickPickItem {
  readonly answer: 'run' | 'change';
}

/** Shows the arguments and asks whether the call is to be made. @returns undefined when the user left */
export async function confirmCall(
  { server, tool, args, warning }: Call,
  documents: ServerDocuments,
): Promise<'run' | 'change' | undefined> {
  const hasArguments = Object.keys(args).length > 0;
  const name = displayText(tool.name, 60);
  const shown = hasArguments
    ? await documents.showForQuestion(`Call of ${name}`, callText(tool, server.name, args))
    : undefined;
  const run: AnswerItem = {
    answer: 'run',
    label: 'Run',
    detail: `The server says that ${effectsText[tool.effects]} (unverified).`,
    iconPath: new ThemeIcon('play'),
  };
  const change: AnswerItem = {
    answer: 'change',
    label: 'Change the Arguments',
    detail: 'Nothing is sent yet.',
    iconPath: new ThemeIcon('edit'),
  };
  try {
    return await askByQuickPick<AnswerItem, 'run' | 'change'>(
      (pick) => {
        pick.title = `Run “${name}” of “${displayText(server.name, 60)}”?`;
        pick.placeholder = hasArguments
          ? 'The editor shows the arguments.'
          : 'It is called without arguments.';
        if (warning !== undefined) pick.prompt = withoutLinks(displayText(warning, 400));
        pick.items = [run, change];
      },
      ({ activeItems }) => activeItems[0]?.answer,
    );
  } finally {
    await shown?.close();
  }
}
