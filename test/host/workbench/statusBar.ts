import type { Locator, Page } from 'playwright-core';

/** One item of the status bar that shows. */
export interface StatusBarItem {
  /** `<publisher>.<extension>.<id>` for an extension's item. */
  readonly id: string;
  /** The text without its icons. */
  readonly text: string;
  /** What a screen reader says. */
  readonly ariaLabel: string;
}

/** The status bar of the window. */
export class StatusBar {
  readonly #items: Locator;

  constructor(page: Page) {
    this.#items = page.locator('.statusbar-item:visible');
  }

  /** The items that show, from left to right; with a prefix, those whose id begins with it. */
  async items(idPrefix = ''): Promise<StatusBarItem[]> {
    const items = await this.#items.evaluateAll((all) =>
      all.map((each) => ({
        id: each.getAttribute('id') ?? '',
        text: (each.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
        ariaLabel: each.getAttribute('aria-label') ?? '',
      })),
    );
    return items.filter((item) => item.id.startsWith(idPrefix));
  }

  /** Clicks the item that has the text; waits for it. */
  async click(text: string): Promise<void> {
    await this.#items.filter({ hasText: text }).first().locator('a').first().click();
  }
}
