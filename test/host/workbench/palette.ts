import type { Locator, Page } from 'playwright-core';

import type { PageElement } from './pageElement';
import { until } from './until';
import { readRows } from './virtualList';

/** The command palette. */
export class Palette {
  readonly #page: Page;
  readonly #widget: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#widget = page.locator('.quick-input-widget:visible');
  }

  /**
   * Runs the command with exactly this title. Fails when the palette does not come to offer it: what it offers is fixed
   * when it opens, and the state that enables a command can arrive a moment later.
   */
  async run(title: string): Promise<void> {
    const labels = await until(
      `the palette to offer "${title}"`,
      () => this.#offered(title),
      (seen) => seen.includes(title),
    );
    const row = this.#rows().filter({ has: this.#page.locator(`[aria-label="${title}"]`) });
    await this.#page.keyboard.press('Home');
    for (let steps = labels.indexOf(title); steps > 0; steps -= 1)
      await this.#page.keyboard.press('ArrowDown');
    await row.and(this.#page.locator('.focused')).or(this.#focused(title)).first().waitFor();
    await this.#page.keyboard.press('Enter');
  }

  /** The titles of the commands that the palette offers for a text and that contain it; none that is disabled. */
  async titles(text: string): Promise<string[]> {
    await this.#open(text);
    const fits = (label: string) => label.toLowerCase().includes(text.toLowerCase());
    await this.#settled(text, (seen) => seen.length > 0);
    const rows = await readRows(this.#widget.locator('.quick-input-list [role=listbox]'), labelsInPage);
    await this.#close();
    return rows.map(({ label }) => label).filter(fits);
  }

  /** What a palette that is opened now offers for a title; it stays open if the title is there. */
  async #offered(title: string): Promise<readonly string[]> {
    await this.#open(title);
    try {
      return await this.#settled(title, (seen) => seen.includes(title), 2_000);
    } catch (error) {
      await this.#close();
      throw error;
    }
  }

  async #close(): Promise<void> {
    await this.#page.keyboard.press('Escape');
    await this.#widget.waitFor({ state: 'hidden' });
  }

  async #open(text: string): Promise<void> {
    await this.#page.keyboard.press('F1');
    const input = this.#widget.locator('.quick-input-box input');
    await until(
      'the command palette',
      () => input.inputValue(),
      (value) => value === '>',
    );
    await this.#widget.locator('.quick-input-box input:focus').waitFor();
    await this.#page.keyboard.insertText(text);
  }

  /** The labels once the list answers to the text that was typed, and no more to the one before. */
  async #settled(
    text: string,
    enough: (labels: string[]) => boolean,
    milliseconds?: number,
  ): Promise<string[]> {
    let before = '';
    return until(
      `the palette to offer "${text}"`,
      async () => this.#labels(),
      (labels) => {
        const now = labels.join('\n');
        const stable = now === before;
        before = now;
        return stable && enough(labels);
      },
      milliseconds,
    );
  }

  #rows(): Locator {
    return this.#widget.locator('.quick-input-list .monaco-list-row');
  }

  #focused(title: string): Locator {
    return this.#widget.locator('.monaco-list-row.focused', { hasText: title });
  }

  #labels(): Promise<string[]> {
    const names = this.#rows().locator('.quick-input-list-rows > :first-child .label-name');
    return names.evaluateAll((all) => all.map((each) => (each.textContent ?? '').trim()));
  }
}

function labelsInPage(rows: PageElement[]) {
  return rows.map((row) => {
    const name = row.querySelector('.quick-input-list-rows > :first-child .label-name');
    return { index: Number(row.getAttribute('data-index')), label: name?.textContent?.trim() ?? '' };
  });
}
