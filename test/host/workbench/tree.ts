import type { Locator, Page } from 'playwright-core';

import type { PageElement } from './pageElement';
import { until } from './until';
import { readRows } from './virtualList';

/** One visible row of a tree view. */
export interface TreeRow {
  readonly label: string;
  readonly description: string;
  /** What a screen reader says of the row. */
  readonly ariaLabel: string;
  /** 1 for the outermost. */
  readonly level: number;
  /** Undefined for a row without children. */
  readonly expanded: boolean | undefined;
  /** Undefined for a row without a checkbox. */
  readonly checked: boolean | undefined;
  /** What a screen reader says of the checkbox; '' without one. */
  readonly checkboxLabel: string;
  /** The names of the inline actions. */
  readonly actions: readonly string[];
  readonly selected: boolean;
}

type IndexedRow = TreeRow & { readonly index: number };

/** One tree view, driven by clicks and keys. A row is named by the labels from the outermost row down to it. */
export class Tree {
  readonly #page: Page;
  readonly #list: Locator;
  readonly #pane: Locator;

  /** @param name the view's name as VS Code shows it. */
  constructor(page: Page, name: string) {
    this.#page = page;
    this.#list = page.locator(`[role=tree][aria-label="${name}"]`);
    this.#pane = page.locator('.pane', {
      has: page.locator(`.pane-header[aria-label="${name} Section"]`),
    });
  }

  /** All rows, in order; a collapsed row's children are not in it. */
  async rows(): Promise<TreeRow[]> {
    return (await this.#read()).map(({ index: _index, ...row }) => row);
  }

  /**
   * The tree as lines of text, made to be compared as a whole: two blanks per level, `>` or `v` for a collapsed or
   * expanded row, `[x]` or `[ ]` for a checkbox, then label and, after two blanks, description.
   */
  async lines(): Promise<string[]> {
    return (await this.#read()).map(lineOf);
  }

  /** The label of the first row; '' while there is none. */
  async firstLabel(): Promise<string> {
    const label = this.#list.locator('.monaco-list-row .label-name').first();
    return (await label.isVisible()) ? ((await label.textContent()) ?? '') : '';
  }

  /** How many levels the rows that show have; 0 without rows. */
  async depth(): Promise<number> {
    const rows = this.#list.locator('.monaco-list-row');
    const levels = await rows.evaluateAll((all) =>
      all.map((each) => Number(each.getAttribute('aria-level'))),
    );
    return Math.max(0, ...levels);
  }

  /** Waits until the row is there. */
  async waitFor(...path: string[]): Promise<TreeRow> {
    return this.#find(path);
  }

  /** Clicks the row's label; selects it. */
  async click(...path: string[]): Promise<void> {
    await (await this.#row(path)).locator('.label-name').first().click();
  }

  /** Clicks the row's checkbox and waits for nothing: what then shows is what the test asserts. */
  async clickCheckbox(...path: string[]): Promise<void> {
    await (await this.#row(path)).locator('[role=checkbox]').click();
  }

  /** Expands the row unless it is expanded, and waits until it is. */
  async expand(...path: string[]): Promise<void> {
    await this.#setExpanded(path, true);
  }

  /** Collapses the row unless it is collapsed, and waits until it is. */
  async collapse(...path: string[]): Promise<void> {
    await this.#setExpanded(path, false);
  }

  /** Clicks an inline action, named by its title. */
  async clickAction(path: readonly string[], action: string): Promise<void> {
    const row = await this.#row(path);
    await row.hover();
    await row.getByRole('button', { name: action, exact: true }).click();
  }

  /** The items of the row's context menu; the menu is closed again. */
  async contextMenu(...path: string[]): Promise<string[]> {
    const menu = await this.#openMenu(path);
    const items = await menu.locator('.action-label:not(.separator)').allTextContents();
    await this.#page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    return items.map((item) => item.trim()).filter((item) => item !== '');
  }

  /** Chooses an item of the row's context menu. */
  async chooseFromMenu(path: readonly string[], item: string, look?: () => Promise<unknown>): Promise<void> {
    const menu = await this.#openMenu(path);
    // A menu takes no click for a moment after it opened; a key it takes at once.
    await menu.getByRole('menuitem', { name: item, exact: true }).hover();
    await look?.();
    await this.#page.keyboard.press('Enter');
    await menu.waitFor({ state: 'hidden' });
  }

  /** Gives the tree the focus, so that keys go to it. */
  async focus(): Promise<void> {
    await this.#list.focus();
  }

  /** The names of the actions in the view's title. */
  async titleActions(): Promise<string[]> {
    const labels = await this.#titleBars().evaluateAll((all) =>
      all.map((each) => each.getAttribute('aria-label') ?? ''),
    );
    return [...new Set(labels)];
  }

  /** Clicks an action in the view's title, named by its title. */
  async clickTitleAction(name: string): Promise<void> {
    await this.#pane.hover();
    await this.#titleBars()
      .and(this.#page.getByRole('button', { name, exact: true }))
      .first()
      .click();
  }

  /** The message above the rows; '' when there is none. */
  async message(): Promise<string> {
    const message = this.#pane.locator('.tree-explorer-viewlet-tree-view > .message');
    return (await message.isVisible()) ? ((await message.textContent()) ?? '').trim() : '';
  }

  /** The text of the welcome content; '' when it does not show. */
  async welcome(): Promise<string> {
    const welcome = this.#pane.locator('.welcome-view-content');
    return (await welcome.isVisible()) ? await welcome.innerText() : '';
  }

  /** Clicks a button or a link of the welcome content. */
  async clickInWelcome(name: string): Promise<void> {
    const content = this.#pane.locator('.welcome-view-content');
    await content.locator('a, .monaco-button').filter({ hasText: name }).first().click();
  }

  /** The title's actions: in the pane's header or, where the container shows one view, in the container's. */
  #titleBars(): Locator {
    const container = this.#page.locator('.part', { has: this.#pane }).locator('.title-actions');
    const own = this.#pane.locator('.pane-header .actions');
    return container.or(own).locator('a.action-label:visible');
  }

  async #read(): Promise<IndexedRow[]> {
    await this.#list.waitFor();
    return readRows(this.#list, rowsInPage);
  }

  async #find(path: readonly string[]): Promise<IndexedRow> {
    const found = await until(
      `a row "${path.join(' / ')}"`,
      async () => ({ found: rowAt(await this.#read(), path), lines: await this.lines() }),
      (seen) => seen.found !== undefined,
    );
    if (found.found === undefined) throw new Error(`No row "${path.join(' / ')}".`);
    return found.found;
  }

  /** Waits until what is drawn stays: VS Code knows no row while it draws it again, and a click on it is lost. */
  async #still(): Promise<void> {
    let before = '';
    await until(
      'the rows to stay as they are',
      async () => (await this.lines()).join('\n'),
      (now) => {
        const stays = now === before;
        before = now;
        return stays;
      },
    );
  }

  async #row(path: readonly string[]): Promise<Locator> {
    await this.#find(path);
    await this.#still();
    const { index } = await this.#find(path);
    const row = this.#list.locator(`.monaco-list-row[data-index="${index}"]`);
    if ((await row.count()) === 0) {
      await this.#list.hover();
      await until(
        `row ${index} to come into sight`,
        async () => {
          await this.#page.mouse.wheel(0, 120);
          return row.count();
        },
        (count) => count > 0,
      );
    }
    return row;
  }

  async #setExpanded(path: readonly string[], expanded: boolean): Promise<void> {
    const row = await this.#find(path);
    if (row.expanded === expanded) return;
    await (await this.#row(path)).locator('.monaco-tl-twistie').click();
    await until(
      `"${path.join(' / ')}" to be ${expanded ? 'expanded' : 'collapsed'}`,
      () => this.#find(path),
      (seen) => seen.expanded === expanded,
    );
  }

  async #openMenu(path: readonly string[]): Promise<Locator> {
    const row = await this.#row(path);
    await row.locator('.label-name').first().click({ button: 'right' });
    const menu = this.#page.locator('.monaco-menu-container .monaco-menu');
    await menu.waitFor();
    return menu;
  }
}

function lineOf(row: TreeRow): string {
  const arrow = row.expanded === undefined ? '' : row.expanded ? 'v ' : '> ';
  const box = row.checked === undefined ? '' : row.checked ? '[x] ' : '[ ] ';
  const description = row.description === '' ? '' : `  ${row.description}`;
  return `${'  '.repeat(row.level - 1)}${arrow}${box}${row.label}${description}`;
}

function rowAt(rows: readonly IndexedRow[], path: readonly string[]): IndexedRow | undefined {
  const above: string[] = [];
  for (const row of rows) {
    above.length = row.level - 1;
    above.push(row.label);
    if (above.length === path.length && path.every((label, index) => above[index] === label)) return row;
  }
  return undefined;
}

function rowsInPage(rows: PageElement[]): IndexedRow[] {
  const text = (row: PageElement, selector: string) => row.querySelector(selector)?.textContent?.trim() ?? '';
  const flag = (value: string | null | undefined) =>
    value === null || value === undefined ? undefined : value === 'true';
  return rows.map((row) => {
    const box = row.querySelector('[role=checkbox]');
    const actions = [...row.querySelectorAll('.actions a.action-label')];
    return {
      index: Number(row.getAttribute('data-index')),
      label: text(row, '.label-name'),
      description: text(row, '.label-description'),
      ariaLabel: row.getAttribute('aria-label') ?? '',
      level: Number(row.getAttribute('aria-level')),
      expanded: flag(row.getAttribute('aria-expanded')),
      checked: flag(box?.getAttribute('aria-checked')),
      checkboxLabel: box?.getAttribute('aria-label') ?? '',
      actions: actions.map((action) => action.getAttribute('aria-label') ?? ''),
      selected: row.getAttribute('aria-selected') === 'true',
    };
  });
}
