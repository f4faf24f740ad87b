import { ThemeIcon, type QuickPickItem } from 'vscode';
import type { ConsentRow } from '../../core/consent/consentForm';
import type { Duration } from '../../core/consent/decision';
import { displayText } from '../../core/text';
import { askByQuickPick } from '../quickPick';
import { amongOthers } from './amongOthers';

interface AnswerItem<A> extends QuickPickItem {
  readonly answer: A;
}

/**
 * Asks for how long to allow what it names: the second step of consent, or the only one after a tick in the tree.
 * @returns undefined when the user left
 */
export function pickDuration(
  granted: readonly ConsentRow[],
  step: 'second step' | 'only step',
): Promise<Duration | undefined> {
  const moved = granted.filter((row) => row.isMoved).map(({ name }) => quoted(name));
  const warning = moved.length > 0 ? `Another folder was put in the place of ${someOf(moved)}. ` : '';
  return pickAnswer<Duration>(
    `Allow ${listed(granted)}?`,
    `${warning}Choose how long to allow access.`,
    step,
    [
      {
        answer: 'session',
        label: 'Allow in This Session',
        detail: 'Until this window is closed. Other windows do not take part.',
        iconPath: new ThemeIcon('clock'),
      },
      {
        answer: 'always',
        label: 'Always Allow',
        detail: `In every window, until you revoke it or the ${nounOfRows(granted)}’s definition changes.`,
        iconPath: new ThemeIcon('check-all'),
      },
    ],
  );
}

function nounOfRows(rows: readonly ConsentRow[]): string {
  return rows.every(({ server }) => server.noun === 'agent') ? 'agent' : 'server';
}

/** Asks whether to ask again about folders that were left without a tick. @returns undefined when the user left */
export function pickRefusal(left: readonly ConsentRow[]): Promise<'not now' | 'never' | undefined> {
  return pickAnswer<'not now' | 'never'>(
    `Nothing ticked: ${listed(left)}`,
    'Ask again another time?',
    'second step',
    [
      {
        answer: 'not now',
        label: 'Not Now',
        detail: 'Nothing is shared. You are asked again at the next start.',
        iconPath: new ThemeIcon('history'),
      },
      {
        answer: 'never',
        label: 'Never',
        detail: 'Nothing is shared, and you are not asked again. You can tick it later in the view.',
        iconPath: new ThemeIcon('circle-slash'),
      },
    ],
  );
}

function pickAnswer<A>(
  title: string,
  placeholder: string,
  step: 'second step' | 'only step',
  items: readonly AnswerItem<A>[],
): Promise<A | undefined> {
  return askByQuickPick<AnswerItem<A>, A>(
    (pick) => {
      pick.title = title;
      pick.placeholder = placeholder;
      if (step === 'second step') pick.step = pick.totalSteps = 2;
      pick.items = items;
    },
    ({ activeItems }) => activeItems[0]?.answer,
  );
}

/** `“web”, “api” for “git”; “web” for “files”`: servers that get the same folders are named together. */
function listed(rows: readonly ConsentRow[]): string {
  const groups = new Map<string, (readonly ConsentRow[])[]>();
  for (const fingerprint of new Set(rows.map(({ server }) => server.fingerprint))) {
    const own = rows.filter(({ server }) => server.fingerprint === fingerprint);
    const folders = JSON.stringify(own.map(({ path }) => path));
    groups.set(folders, [...(groups.get(folders) ?? []), own]);
  }
  const all = [...groups.values()];
  return all.map((each) => together(each, all.length > 1)).join('; ');
}

function together(servers: readonly (readonly ConsentRow[])[], areOthers: boolean): string {
  const folders = (servers[0] ?? []).map(({ name }) => quoted(name));
  const names = servers.flatMap(([row]) => {
    if (row === undefined) return [];
    return areOthers || servers.length > 1 ? amongOthers(row.server) : quoted(row.server.name);
  });
  return `${someOf(folders)} for ${someOf(names)}`;
}

function quoted(name: string): string {
  return `“${displayText(name, 40)}”`;
}

function someOf(names: readonly string[]): string {
  const shown = names.slice(0, 4);
  const more = names.length > shown.length ? [`${names.length - shown.length} more`] : [];
  return [...shown, ...more].join(', ');
}
