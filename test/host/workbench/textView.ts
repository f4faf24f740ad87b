import type { Locator, Page } from 'playwright-core';

import { until } from './until';

/** A place that shows text, such as an editor or the output panel. */
export class TextView {
  readonly #page: Page;
  readonly #place: Locator;

  constructor(page: Page, place: Locator) {
    this.#page = page;
    this.#place = place.first();
  }

  /** The whole text, also what is out of sight: selected and copied as a user does it. */
  async text(): Promise<string> {
    await this.#focus();
    await this.#page.evaluate('navigator.clipboard.writeText("")');
    await this.#page.keyboard.press('Control+A');
    await this.#page.keyboard.press('Control+C');
    const text = await until(
      'the text to be copied',
      () => this.#page.evaluate<string>('navigator.clipboard.readText()'),
      (copied) => copied !== '',
    );
    await this.#page.keyboard.press('Control+Home');
    return text;
  }

  /** Waits until the text contains a part, and gives the whole. */
  async waitForText(part: string): Promise<string> {
    return until(
      `the text "${part}"`,
      () => this.text(),
      (text) => text.includes(part),
    );
  }

  /** The lines that can be seen, in no certain order; read without a click, also below an open question. */
  async linesInSight(): Promise<readonly string[]> {
    const lines = await this.#place.locator('.monaco-editor .view-line').allInnerTexts();
    return lines.map((line) => line.replaceAll('\u00a0', ' ').trim());
  }

  /** The name of the document that shows, as a screen reader says it. */
  async name(): Promise<string> {
    return (await this.#place.getAttribute('aria-label')) ?? '';
  }

  async #focus(): Promise<void> {
    const lines = this.#place.locator('.monaco-editor .view-lines').first();
    await lines.click({ position: { x: 2, y: 2 } });
    await this.#place.locator('.monaco-editor.focused').waitFor();
  }
}
