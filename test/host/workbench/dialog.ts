import type { Locator, Page } from 'playwright-core';

/** What a modal dialog says. */
export interface DialogContent {
  readonly message: string;
  readonly detail: string;
  /** From left to right. */
  readonly buttons: readonly string[];
}

/** The modal dialog that is open. */
export class Dialog {
  readonly #page: Page;
  readonly #box: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#box = page.locator('.monaco-dialog-box');
  }

  /** Waits for a dialog whose message contains the text. */
  async waitFor(text: string): Promise<DialogContent> {
    await this.#box.filter({ hasText: text }).waitFor();
    const content = await this.read();
    if (content === undefined) throw new Error(`The dialog "${text}" closed at once.`);
    return content;
  }

  /** Undefined when none is open. */
  async read(): Promise<DialogContent | undefined> {
    if (!(await this.#box.isVisible())) return undefined;
    return {
      message: await this.#textOf('.dialog-message'),
      detail: await this.#textOf('.dialog-message-detail'),
      buttons: await this.#box.locator('.dialog-buttons .monaco-text-button').allTextContents(),
    };
  }

  /** Clicks a button and waits until the dialog is gone; another one may stand there by then. */
  async click(button: string): Promise<void> {
    await this.#untilGone(() => this.#box.getByRole('button', { name: button, exact: true }).click());
  }

  /** Presses Escape and waits until the dialog is gone; another one may stand there by then. */
  async escape(): Promise<void> {
    await this.#untilGone(() => this.#page.keyboard.press('Escape'));
  }

  async #untilGone(act: () => Promise<void>): Promise<void> {
    const shown = await this.#box.elementHandle();
    await act();
    await shown?.waitForElementState('hidden');
  }

  async #textOf(selector: string): Promise<string> {
    const found = this.#box.locator(selector);
    return (await found.count()) === 0 ? '' : ((await found.innerText()) ?? '').trim();
  }
}
