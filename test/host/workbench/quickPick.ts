import type { Locator, Page } from 'playwright-core';

import type { PageElement } from './pageElement';
import { until } from './until';
import { readRows } from './virtualList';

/** One row of a quick-pick as a person sees it. */
export interface QuickPickRow {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** The heading that begins with this row; '' when it belongs to the one above. */
  readonly separator: string;
  /** Undefined where there is nothing to tick. */
  readonly checked: boolean | undefined;
  readonly buttons: readonly string[];
}

/** What stands around the rows. */
export interface QuickPickHead {
  readonly title: string;
  /** The line under the input: a quick-pick's prompt, or an input box's prompt or complaint. */
  readonly prompt: string;
  readonly placeholder: string;
  readonly value: string;
  readonly titleButtons: readonly string[];
}

/** The quick-pick or input box that is open, driven by clicks and keys. */
export class QuickPick {
  readonly #page: Page;
  readonly #widget: Locator;
  readonly #list: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#widget = page.locator('.quick-input-widget:visible');
    this.#list = this.#widget.locator('.quick-input-list [role=listbox]');
  }

  /** Waits until one with this title is open and has the focus; a text must match whole. */
  async waitFor(title: string | RegExp): Promise<QuickPickHead> {
    const fits = (seen: string) => (typeof title === 'string' ? seen === title : title.test(seen));
    const head = await until(
      `a quick-pick titled ${title}`,
      () => this.head(),
      (seen) => seen !== undefined && fits(seen.title),
    );
    await this.#widget.locator(':focus').first().waitFor();
    if (head === undefined) throw new Error('No quick-pick is open.');
    return head;
  }

  /** Whether one is open now. */
  isOpen(): Promise<boolean> {
    return this.#widget.isVisible();
  }

  /** Waits until none is open. */
  async waitUntilClosed(): Promise<void> {
    await this.#widget.waitFor({ state: 'hidden' });
  }

  /** Undefined when none is open. */
  async head(): Promise<QuickPickHead | undefined> {
    if (!(await this.isOpen())) return undefined;
    const input = this.#widget.locator('.quick-input-box input');
    const titleButtons = this.#widget.locator('.quick-input-titlebar a.action-label');
    return {
      title: await this.#textOf('.quick-input-title'),
      prompt: await this.#textOf('#quickInput_message'),
      placeholder: (await input.getAttribute('placeholder')) ?? '',
      value: await input.inputValue(),
      titleButtons: await titleButtons.evaluateAll((all) =>
        all.map((each) => each.getAttribute('aria-label') ?? ''),
      ),
    };
  }

  /** All rows, in order; empty for an input box. */
  async rows(): Promise<QuickPickRow[]> {
    if (!(await this.#list.isVisible())) return [];
    const rows = await readRows(this.#list, rowsInPage);
    return rows.map(({ index: _index, ...row }) => row);
  }

  /** Waits until it is another than the command palette and has rows. */
  async waitForRows(): Promise<void> {
    await until(
      'a quick-pick with rows',
      async () => ({ head: await this.head(), rows: await this.rows() }),
      ({ head, rows }) => head !== undefined && !head.value.startsWith('>') && rows.length > 0,
    );
  }

  /** Waits until there is a row with this label. */
  async waitForRow(label: string): Promise<QuickPickRow> {
    const rows = await until(
      `a row "${label}"`,
      () => this.rows(),
      (seen) => seen.some((row) => row.label === label),
    );
    const row = rows.find((each) => each.label === label);
    if (row === undefined) throw new Error(`No row "${label}".`);
    return row;
  }

  /** Clicks a row: chooses it, or ticks and unticks it where rows can be ticked. */
  async click(label: string): Promise<void> {
    await (await this.#row(label)).locator('.quick-input-list-label').click();
  }

  /** Ticks or unticks a row with the mouse; does nothing when it is already so. */
  async setTicked(label: string, ticked: boolean): Promise<void> {
    const row = await this.waitForRow(label);
    if (row.checked === undefined) throw new Error(`The row "${label}" cannot be ticked.`);
    if (row.checked !== ticked) await this.click(label);
    await until(
      `the tick of "${label}" to be ${ticked}`,
      () => this.waitForRow(label),
      (seen) => seen.checked === ticked,
    );
  }

  /** Moves the focus to a row with the arrow keys alone. */
  async moveTo(label: string): Promise<void> {
    const count = (await this.rows()).length;
    await this.waitForRow(label);
    for (let steps = 0; steps <= count; steps += 1) {
      if ((await this.focusedLabel()) === label) return;
      await this.#page.keyboard.press('ArrowDown');
    }
    throw new Error(`The arrow keys do not reach "${label}".`);
  }

  /** The label of the row that the arrow keys have reached; undefined when none. */
  async focusedLabel(): Promise<string | undefined> {
    const focused = this.#list.locator('.monaco-list-row.focused .label-name').first();
    return (await focused.count()) === 0 ? undefined : ((await focused.textContent()) ?? '').trim();
  }

  /** Ticks or unticks the row with keys alone: arrows, then Space. */
  async toggleByKeyboard(label: string): Promise<void> {
    const before = await this.waitForRow(label);
    await this.moveTo(label);
    await this.#page.keyboard.press('Space');
    await until(
      `the tick of "${label}" to change`,
      () => this.waitForRow(label),
      (seen) => seen.checked !== before.checked,
    );
  }

  /** Replaces the text of the input, key by key. */
  async type(text: string): Promise<void> {
    await this.#selectInput();
    await this.#page.keyboard.type(text);
  }

  /** Replaces the text of the input at once, so that nothing reacts to a part of it. */
  async paste(text: string): Promise<void> {
    await this.#selectInput();
    await this.#page.keyboard.insertText(text);
  }

  /** Presses Enter. */
  async accept(): Promise<void> {
    await this.#page.keyboard.press('Enter');
  }

  /** Clicks the OK button. */
  async clickOk(): Promise<void> {
    await this.#okButton().click();
  }

  /** Clicks the OK button unless the pick closes meanwhile. */
  async clickOkIfOpen(): Promise<void> {
    if (!(await this.isOpen())) return;
    try {
      await this.#okButton().click({ timeout: 1_000 });
    } catch (error) {
      if (await this.isOpen()) throw error;
    }
  }

  /** Presses Escape. */
  async escape(): Promise<void> {
    await this.#page.keyboard.press('Escape');
  }

  /** Presses a button beside the title, named by its tooltip. */
  async pressTitleButton(name: string): Promise<void> {
    await this.#widget.locator('.quick-input-titlebar').getByRole('button', { name, exact: true }).click();
  }

  /** Presses a button at the end of a row, named by its tooltip. */
  async pressRowButton(label: string, name: string): Promise<void> {
    const row = await this.#row(label);
    await row.hover();
    await row.getByRole('button', { name, exact: true }).click();
  }

  #okButton(): Locator {
    return this.#widget.locator('.quick-input-action a.monaco-button:visible').first();
  }

  async #selectInput(): Promise<void> {
    await this.#widget.locator('.quick-input-box input').focus();
    await this.#page.keyboard.press('Control+A');
  }

  async #textOf(selector: string): Promise<string> {
    const found = this.#widget.locator(selector);
    return (await found.isVisible()) ? ((await found.textContent()) ?? '').trim() : '';
  }

  /** The row's element, brought into sight by the arrow keys where the list had to be scrolled. */
  async #row(label: string): Promise<Locator> {
    await this.waitForRow(label);
    const all = this.#list.locator('.monaco-list-row');
    const named = this.#page.locator('.quick-input-list-rows > :first-child .label-name', {
      hasText: exactly(label),
    });
    const row = all.filter({ has: named }).first();
    if (!(await row.isVisible())) await this.moveTo(label);
    return row;
  }
}

function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}\\s*$`);
}

function rowsInPage(rows: PageElement[]) {
  const find = (row: PageElement, selector: string) => {
    const found = row.querySelector(selector);
    return found?.checkVisibility() === true ? found : undefined;
  };
  const text = (row: PageElement, selector: string) => find(row, selector)?.textContent?.trim() ?? '';
  return rows.map((row) => {
    const heading = text(row, '.quick-input-list-separator-as-item');
    const actions = [...row.querySelectorAll('.quick-input-list-entry-action-bar a.action-label')];
    const ticked = find(row, '.monaco-checkbox')?.getAttribute('aria-checked');
    return {
      index: Number(row.getAttribute('data-index')),
      label: text(row, '.quick-input-list-rows > :first-child .label-name'),
      description: text(row, '.quick-input-list-rows > :first-child .label-description'),
      detail: text(row, '.quick-input-list-label-meta .label-name'),
      separator: heading === '' ? text(row, '.quick-input-list-separator') : heading,
      checked: ticked === undefined || ticked === null ? undefined : ticked === 'true',
      buttons: actions.map((action) => action.getAttribute('aria-label') ?? ''),
    };
  });
}
