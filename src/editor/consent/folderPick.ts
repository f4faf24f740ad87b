import { QuickPickItemKind, ThemeIcon, Uri, type QuickInputButton, type QuickPickItem } from 'vscode';
import { isTicked, type ConsentRow, type ConsentSubject } from '../../core/consent/consentForm';
import { fileOf, isFolder } from '../../core/roots/grantable';
import { nounsText } from '../../core/consent/noun';
import { displayText } from '../../core/text';
import { askByQuickPick } from '../quickPick';
import { withoutIcons } from '../withoutIcons';
import { withoutLinks } from '../withoutLinks';
import { amongOthers } from './amongOthers';

/** The question which folders one server, or several, may see. */
export interface FolderQuestion {
  readonly servers: readonly Pick<ConsentSubject, 'name' | 'noun'>[];
  /** One line: what will run. */
  readonly runs: string;
  readonly rows: readonly ConsentRow[];
  /** Opens the whole definitions in a document. */
  readonly showWhole: () => void;
}

interface RowItem extends QuickPickItem {
  readonly row?: ConsentRow;
}

const showWholeButton: QuickInputButton = {
  iconPath: new ThemeIcon('file-code'),
  tooltip: 'Show the whole definition',
};

/**
 * The first step of consent: which folders. A tick means allowed; nothing new is ticked beforehand, so that Enter alone
 * grants nothing.
 * @returns the ticked rows; undefined when the user left
 */
export function pickFolders(question: FolderQuestion): Promise<ReadonlySet<ConsentRow> | undefined> {
  const items = itemsOf(question);
  return askByQuickPick<RowItem, ReadonlySet<ConsentRow>>(
    (pick, lifetime) => {
      pick.title = titleOf(question.servers);
      pick.prompt = withoutLinks(question.runs);
      pick.placeholder = 'Tick the folders to share. Enter continues, Escape changes nothing.';
      pick.step = 1;
      pick.totalSteps = 2;
      pick.canSelectMany = true;
      pick.matchOnDescription = true;
      pick.buttons = [showWholeButton];
      pick.items = items;
      pick.selectedItems = items.filter(({ row }) => row !== undefined && isTicked(row));
      lifetime.add(pick.onDidTriggerButton(question.showWhole));
      lifetime.add(
        pick.onDidChangeSelection((selected) => {
          const possible = selected.filter(({ row }) => row?.section !== 'Cannot be shared');
          if (possible.length < selected.length) pick.selectedItems = possible;
        }),
      );
    },
    ({ selectedItems }) => new Set(selectedItems.flatMap(({ row }) => row ?? [])),
  );
}

function titleOf(servers: FolderQuestion['servers']): string {
  const [only] = servers;
  return servers.length === 1 && only !== undefined
    ? `Which folders may “${displayText(only.name, 60)}” see?`
    : `Which folders may these ${nounsText(servers.map(({ noun }) => noun))} see?`;
}

function itemsOf({ rows, servers }: FolderQuestion): readonly RowItem[] {
  let last = '';
  return rows.flatMap((row) => {
    const heading = servers.length === 1 ? row.section : `${headingOf(row)}: ${row.section}`;
    const separator: RowItem[] =
      heading === last ? [] : [{ label: withoutIcons(heading), kind: QuickPickItemKind.Separator }];
    last = heading;
    return [...separator, itemOf(row, servers.length > 1)];
  });
}

function headingOf({ server: { name, noun } }: ConsentRow): string {
  return `${noun === 'agent' ? 'agent ' : ''}${displayText(name, 40)}`;
}

function itemOf(row: ConsentRow, isOneOfSeveral: boolean): RowItem {
  const { realPath: granted } = row;
  // A URL has no real path.
  const realPath = granted !== undefined && (isFolder(granted) ? granted : fileOf(granted));
  const elsewhere = realPath && realPath !== row.path ? `really ${realPath}` : undefined;
  const session = row.duration === 'session' ? 'for this session' : undefined;
  const remark = row.remark === row.section.toLowerCase() ? undefined : row.remark;
  const remarks = [session, elsewhere, remark].filter((each) => each !== undefined);
  return {
    row,
    label: withoutIcons(displayText(row.name, 100)),
    // With several servers the same folder has several rows, and the heading may be out of sight.
    description: withoutIcons(
      `${isOneOfSeveral ? `for ${amongOthers(row.server)} · ` : ''}${displayText(row.path, 300)}`,
    ),
    ...(remarks.length > 0 && { detail: withoutIcons(displayText(remarks.join(' · '), 400)) }),
    iconPath: iconOf(row),
    ...(realPath && { resourceUri: Uri.file(row.path) }),
  };
}

function iconOf({ section, realPath: granted }: ConsentRow): ThemeIcon {
  if (section === 'Cannot be shared') return new ThemeIcon('circle-slash');
  if (granted === undefined || isFolder(granted)) return ThemeIcon.Folder;
  return fileOf(granted) === undefined ? new ThemeIcon('globe') : ThemeIcon.File;
}
