import type { Locator, Page } from 'playwright-core';

import type { PageElement } from './pageElement';
import { until } from './until';

/** A notification that shows in the corner. */
export interface Notification {
  readonly severity: 'info' | 'warning' | 'error';
  readonly message: string;
  /** The extension that sent it; '' where VS Code does not say. */
  readonly source: string;
  readonly buttons: readonly string[];
}

/** The notifications in the corner, the newest first. */
export class Notifications {
  readonly #items: Locator;

  constructor(page: Page) {
    this.#items = page.locator('.notifications-toasts .notification-list-item');
  }

  /** Those that show now. */
  read(): Promise<Notification[]> {
    return this.#items.evaluateAll(notificationsInPage);
  }

  /** Waits for one whose message contains the text. */
  async waitFor(text: string): Promise<Notification> {
    const all = await until(
      `a notification "${text}"`,
      () => this.read(),
      (seen) => seen.some((each) => each.message.includes(text)),
    );
    const found = all.find((each) => each.message.includes(text));
    if (found === undefined) throw new Error(`No notification "${text}".`);
    return found;
  }

  /** Clicks a button of the notification whose message contains the text. */
  async click(text: string, button: string): Promise<void> {
    await this.waitFor(text);
    await this.#item(text).getByRole('button', { name: button, exact: true }).click();
  }

  /** Clicks a link in the text of the notification whose message contains the text. */
  async clickLink(text: string, link: string): Promise<void> {
    await this.waitFor(text);
    await this.#item(text)
      .getByRole('button', { name: link })
      .or(this.#item(text).locator('a', { hasText: link }))
      .first()
      .click();
  }

  /** Waits until none is there whose message contains the text. */
  async waitUntilGone(text: string): Promise<void> {
    await until(
      `no notification "${text}"`,
      () => this.read(),
      (seen) => seen.every((each) => !each.message.includes(text)),
    );
  }

  /** Closes the notification whose message contains the text, without a choice. */
  async close(text: string): Promise<void> {
    const item = this.#item(text);
    await item.hover();
    await item.locator('.codicon-notifications-clear').click();
    await item.waitFor({ state: 'hidden' });
  }

  #item(text: string): Locator {
    return this.#items.filter({ hasText: text }).first();
  }
}

function notificationsInPage(items: PageElement[]): Notification[] {
  return items.map((item) => {
    const icon = item.querySelector('.notification-list-item-icon')?.className ?? '';
    const source = item.querySelector('.notification-list-item-source')?.textContent ?? '';
    const buttons = [
      ...item.querySelectorAll('.notification-list-item-buttons-container .monaco-text-button'),
    ];
    return {
      severity: icon.includes('codicon-error')
        ? 'error'
        : icon.includes('codicon-warning')
          ? 'warning'
          : 'info',
      message: item.querySelector('.notification-list-item-message')?.textContent?.trim() ?? '',
      source: source.replace(/^Source: /, ''),
      buttons: buttons.map((button) => button.textContent ?? ''),
    };
  });
}
