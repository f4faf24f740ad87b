import { homedir } from 'node:os';
import path from 'node:path';
import { QuickPickItemKind, ThemeIcon, window, workspace, type QuickPickItem } from 'vscode';
import type { ImportPlace } from '../../core/import/importPlace';
import { secretsText, type ImportOffer } from '../../core/import/importOffer';
import { displayText } from '../../core/text';
import { askByQuickPick } from '../quickPick';
import { withoutIcons } from '../withoutIcons';

const title = 'Import Servers';

/** A line of the pick: a server, or a file that cannot be read. */
export type ImportLine =
  | { readonly kind: 'offer'; readonly offer: ImportOffer }
  | { readonly kind: 'unreadable'; readonly place: ImportPlace; readonly why: string };

interface LineItem extends QuickPickItem {
  readonly offer?: ImportOffer;
}

/** Asks which servers to import; nothing is ticked beforehand. @returns undefined when the user left, or ticked none */
export async function pickOffers(lines: readonly ImportLine[]): Promise<readonly ImportOffer[] | undefined> {
  const items = itemsOf(lines);
  const picked = await askByQuickPick<LineItem, readonly ImportOffer[]>(
    (pick, lifetime) => {
      pick.title = `${title} (1/3)`;
      pick.placeholder = 'Tick the servers to copy. Nothing is started by it.';
      pick.canSelectMany = true;
      pick.matchOnDescription = true;
      pick.matchOnDetail = true;
      pick.items = items;
      lifetime.add(
        pick.onDidChangeSelection((selected) => {
          const possible = selected.filter(({ offer }) => offer?.candidate !== undefined);
          if (possible.length < selected.length) pick.selectedItems = possible;
        }),
      );
    },
    ({ selectedItems }) => selectedItems.flatMap(({ offer }) => offer ?? []),
  );
  return picked === undefined || picked.length === 0 ? undefined : picked;
}

function itemsOf(lines: readonly ImportLine[]): readonly LineItem[] {
  let last: ImportPlace | undefined;
  return lines.flatMap((line): readonly LineItem[] => {
    const place = line.kind === 'offer' ? line.offer.found.place : line.place;
    const heading = `${displayText(place.title, 60)} · ${displayText(shortPath(place), 80)}`;
    const separator: LineItem = { label: withoutIcons(heading), kind: QuickPickItemKind.Separator };
    const isNew = place !== last;
    last = place;
    return [...(isNew ? [separator] : []), itemOf(line)];
  });
}

function itemOf(line: ImportLine): LineItem {
  if (line.kind === 'unreadable') {
    return {
      label: 'This file cannot be read',
      description: withoutIcons(displayText(line.why, 200)),
      iconPath: new ThemeIcon('circle-slash'),
    };
  }
  const { offer } = line;
  const { found, command, remarks, candidate } = offer;
  return {
    offer,
    label: withoutIcons(displayText(found.name, 80)) || '(no name)',
    description: withoutIcons(displayText(command, 200)),
    ...(remarks.length > 0 && { detail: withoutIcons(displayText(remarks.join(' · '), 400)) }),
    iconPath: new ThemeIcon(candidate === undefined ? 'circle-slash' : 'server'),
  };
}

/** Asks where to keep the definitions; without a question, in the user settings, if there is no folder or no trust. */
export async function pickTarget(): Promise<'user' | 'workspace' | undefined> {
  if (workspace.workspaceFolders === undefined || !workspace.isTrusted) return 'user';
  const items = [
    { label: 'User settings', detail: 'In every window.', target: 'user' },
    {
      label: 'Workspace settings',
      detail: 'Only in this workspace. Whoever opens it gets the definitions, not your folder access.',
      target: 'workspace',
    },
  ] as const satisfies readonly (QuickPickItem & { readonly target: 'user' | 'workspace' })[];
  const placeHolder = 'Where are the definitions kept?';
  const picked = await window.showQuickPick(items, {
    title: `${title} (2/3)`,
    placeHolder,
    ignoreFocusOut: true,
  });
  return picked?.target;
}

/** Asks what becomes of values that look like secrets. @param names what they are called; not empty */
export async function pickSecrets(
  names: readonly string[],
  target: 'user' | 'workspace',
): Promise<'move' | 'copy' | undefined> {
  const where = target === 'user' ? 'user settings' : 'workspace settings, for everybody who gets them';
  const [them, they] = names.length === 1 ? ['it', 'It stands'] : ['them', 'They stand'];
  const items: readonly (QuickPickItem & { readonly answer: 'move' | 'copy' })[] = [
    {
      label: `Keep ${them} in the secret storage`,
      detail: `The settings get \${input:…} instead. You are not asked for ${them} again.`,
      answer: 'move',
    },
    { label: 'Copy as it is', detail: `${they} in clear text in the ${where}.`, answer: 'copy' },
  ];
  const are = names.length === 1 ? 'There is' : 'There are';
  const placeHolder = displayText(`${are} ${secretsText(names.length)}: ${names.join(', ')}.`, 200);
  const options = { title: `${title} (3/3)`, placeHolder, ignoreFocusOut: true };
  const picked = await window.showQuickPick(items, options);
  return picked?.answer;
}

/** A path as people write it: from its workspace folder on, or with `~` for the home directory. */
function shortPath({ file, folder, isOfWorkspace }: ImportPlace): string {
  if (!isOfWorkspace) {
    const home = homedir();
    return file.startsWith(home + path.sep) ? `~${file.slice(home.length)}` : file;
  }
  return folder === undefined
    ? path.basename(file)
    : path.join(folder.name, path.relative(folder.path, file));
}
