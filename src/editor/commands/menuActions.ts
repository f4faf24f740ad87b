/** An entry of a menu, as the manifest has it. */
export interface MenuEntry {
  readonly command: string;
  readonly group?: string;
  readonly when: string;
}

/** What the context menu of a line offers, in the order of the menu. */
export interface LineAction {
  readonly command: string;
  /** Entries of one group stand together. */
  readonly group: string;
}

/**
 * The entries of a context menu that apply to a line, as VS Code shows them: by group, and by the number behind its `@`.
 * Buttons on the line itself (`inline`) are left out: the menu has them too.
 * @param words the `viewItem` of the line
 * @param isSet the value of a setting that a condition names
 */
export function menuActions(
  entries: readonly MenuEntry[],
  words: string,
  isSet: (setting: string) => boolean,
): readonly LineAction[] {
  return entries
    .map(({ group = '', ...entry }) => ({ ...entry, name: group.split('@')[0] ?? '', at: orderIn(group) }))
    .filter(({ name, when }) => name !== 'inline' && holds(when, words, isSet))
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.at - b.at)
    .map(({ command, name }) => ({ command, group: name }));
}

function orderIn(group: string): number {
  return Number(group.split('@')[1] ?? 0);
}

const clause = /^(?<not>!\()?viewItem =~ \/(?<pattern>.+)\/(?:\))?$/u;

/** @throws {Error} for a condition of another form: one that is passed over would offer what cannot be done */
function holds(when: string, words: string, isSet: (setting: string) => boolean): boolean {
  return when.split(' && ').every((condition) => {
    const found = clause.exec(condition)?.groups;
    if (found !== undefined)
      return new RegExp(found['pattern'] ?? '').test(words) === (found['not'] === undefined);
    if (condition.startsWith('view == ')) return true;
    if (condition.startsWith('config.')) return isSet(condition.slice('config.'.length));
    throw new Error(`This condition of a menu is not understood: ${condition}`);
  });
}
