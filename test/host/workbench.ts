import path from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

import { artifactsFolder } from './checkout';
import type { VsCode } from './server';
import { Dialog } from './workbench/dialog';
import { Notifications } from './workbench/notifications';
import { Palette } from './workbench/palette';
import { choosePath } from './workbench/pathBox';
import { QuickPick } from './workbench/quickPick';
import { StatusBar } from './workbench/statusBar';
import { TextView } from './workbench/textView';
import { Tree } from './workbench/tree';
import { until } from './workbench/until';

const removeFolderCommand = 'Workspaces: Remove Folder from Workspace...';

/** How to show a window. */
export interface WorkbenchOptions {
  /** Names the folder below `artifacts` for the screenshots. */
  readonly suite: string;
  readonly colorScheme?: 'light' | 'dark';
  /** Another workspace than the one VS Code was started with. */
  readonly workspace?: string;
}

/** One VS Code window, driven as a user does: by clicks and keys. Everything waits for what it needs to see. */
export class Workbench {
  readonly page: Page;
  readonly quickPick: QuickPick;
  readonly palette: Palette;
  readonly notifications: Notifications;
  readonly dialog: Dialog;
  readonly statusBar: StatusBar;
  /** The editor that is in front. */
  readonly editor: TextView;
  /** The output panel. */
  readonly output: TextView;
  readonly #context: BrowserContext;
  readonly #suite: string;

  private constructor(context: BrowserContext, page: Page, suite: string) {
    this.#context = context;
    this.#suite = suite;
    this.page = page;
    this.quickPick = new QuickPick(page);
    this.palette = new Palette(page);
    this.notifications = new Notifications(page);
    this.dialog = new Dialog(page);
    this.statusBar = new StatusBar(page);
    this.editor = new TextView(page, page.locator('.editor-group-container.active .editor-instance'));
    this.output = new TextView(
      page,
      page.locator('.part.panel .output-view, .part.panel .output-view-container'),
    );
  }

  /** Opens a window of its own browser profile, and waits until it is connected. */
  static async open(browser: Browser, vscode: VsCode, options: WorkbenchOptions): Promise<Workbench> {
    const context = await browser.newContext({
      viewport: { width: 1400, height: 900 },
      colorScheme: options.colorScheme ?? 'light',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const url = options.workspace === undefined ? vscode.url : vscode.urlOf(options.workspace);
    return Workbench.#show(context, url, options.suite);
  }

  static async #show(context: BrowserContext, url: string, suite: string): Promise<Workbench> {
    const workbench = new Workbench(context, await context.newPage(), suite);
    await workbench.page.goto(url);
    await workbench.waitUntilReady();
    return workbench;
  }

  /** A second window of the same browser profile, on the same workspace unless another address is given. */
  async openAnother(url?: string): Promise<Workbench> {
    return Workbench.#show(this.#context, url ?? this.page.url(), this.#suite);
  }

  /** Resolves with the next page that opens beside the window, such as one of the browser. */
  nextPage(): Promise<Page> {
    return this.#context.waitForEvent('page', { timeout: 60_000 });
  }

  /** Resolves once the workbench stands and is connected to its remote side. */
  async waitUntilReady(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
    const host = this.page.locator('#status\\.host');
    await until(
      'the window to be connected',
      async () => (await host.getAttribute('aria-label')) ?? '',
      (label) => label !== '' && !label.includes('Opening'),
      60_000,
    );
  }

  /** Reloads the window as F5 in a browser does, and waits until it is connected again. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.waitUntilReady();
  }

  /**
   * Waits until `act` has made VS Code load the window anew by itself, as it does when the first folder of a
   * workspace changes, and until it is connected again.
   */
  async expectReload(act: () => Promise<void>): Promise<void> {
    const loaded = this.page.waitForEvent('domcontentloaded', { timeout: 60_000 });
    await act();
    await loaded;
    await this.waitUntilReady();
  }

  /** Runs a command by its full title, as in "Category: Title", from the palette. */
  async runCommand(title: string): Promise<void> {
    await this.palette.run(title);
  }

  /** Shows a view container by its title, and gives one of its tree views by name. */
  async openView(container: string, view: string): Promise<Tree> {
    const tab = this.#containerTab(container);
    await tab.waitFor();
    // A click that comes while the window restores its layout is undone; clicked twice, a container is hidden again.
    const isSelected = async () => (await tab.getAttribute('aria-selected')) === 'true';
    await until(
      `"${container}" to show`,
      async () => {
        if (await isSelected()) return true;
        await tab.locator('a').first().click();
        return until('the click to be followed', isSelected, Boolean, 3_000);
      },
      Boolean,
    );
    return this.tree(view);
  }

  /** A tree view that shows already, by its name. */
  tree(view: string): Tree {
    return new Tree(this.page, view);
  }

  /** The badge of a view container: its text and what a screen reader says; undefined without one. */
  async badge(container: string): Promise<{ text: string; label: string } | undefined> {
    const badge = this.#containerTab(container).locator('.badge');
    if (!(await badge.isVisible())) return undefined;
    return {
      text: ((await badge.textContent()) ?? '').trim(),
      label: (await badge.getAttribute('aria-label')) ?? '',
    };
  }

  /** Adds a folder to the workspace through VS Code's own command and its path box. */
  async addFolder(folder: string): Promise<void> {
    await this.runCommand('Workspaces: Add Folder to Workspace...');
    await this.quickPick.waitFor(/Add Folder/);
    await choosePath(this.quickPick, folder);
  }

  /** Removes a workspace folder by its name through VS Code's own command. */
  async removeFolder(name: string): Promise<void> {
    await this.runCommand(removeFolderCommand);
    await this.quickPick.click(name);
    await this.quickPick.waitUntilClosed();
  }

  /**
   * Removes the first workspace folder, for which VS Code loads the window anew, and waits until it is back. In
   * about every second run this host then shows the folders that it had cached, for good; such a window is loaded
   * once more.
   */
  async removeFirstFolder(name: string): Promise<void> {
    await this.expectReload(() => this.removeFolder(name));
    while ((await this.workspaceFolders()).includes(name)) await this.reload();
  }

  /** The names of the workspace folders as the window has them, in order. */
  async workspaceFolders(): Promise<string[]> {
    await this.runCommand(removeFolderCommand);
    await this.quickPick.waitForRows();
    const names = (await this.quickPick.rows()).map((row) => row.label);
    await this.quickPick.escape();
    await this.quickPick.waitUntilClosed();
    return names;
  }

  /** Writes `artifacts/<suite>/<name>.png` and gives its path. */
  async screenshot(name: string): Promise<string> {
    const file = path.join(artifactsFolder(this.#suite), `${name}.png`);
    await this.page.evaluate('document.fonts.ready.then(() => undefined)');
    await this.page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
    return file;
  }

  /** Closes the window; the extension host lives on until VS Code is disposed. */
  async close(): Promise<void> {
    await this.page.close();
    if (this.#context.pages().length === 0) await this.#context.close();
  }

  #containerTab(title: string): Locator {
    const bar = this.page.locator('.part.activitybar');
    return bar.locator(`[role=tab]:has(a[aria-label="${title}"], a[aria-label^="${title} "])`).first();
  }
}
