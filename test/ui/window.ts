import { deepEqual } from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../host/browser';
import { packagedExtension } from '../host/packagedExtension';
import { RootsView } from '../host/rootsView';
import { startVsCode, type VsCode } from '../host/server';
import { Workbench } from '../host/workbench';
import { until } from '../host/workbench/until';
import { packExtension } from './packExtension';
import { makeWorkspace, type TestWorkspace, type WorkspaceContent } from './workspace';

/** The folder below `artifacts` for the screenshots of these tests. */
export const suite = 'ui';

/** One VS Code and one browser for all these tests: each window has a workspace of its own. */
interface Running {
  readonly vscode: VsCode;
  readonly browser: Browser;
}

/** By the extension that is there besides ours; most tests want none. */
const running = new Map<string | undefined, Promise<Running>>();
const open = new Set<UiWindow>();

async function start(extension: string | undefined): Promise<Running> {
  const others = extension === undefined ? [] : [await packExtension(extension)];
  const vscode = await startVsCode({ vsix: packagedExtension(), others });
  for (const other of others) rmSync(path.dirname(other), { recursive: true, force: true });
  try {
    return { vscode, browser: await launchBrowser() };
  } catch (error) {
    await vscode.dispose();
    throw error;
  }
}

afterEach(async function () {
  if (this.currentTest?.state === 'failed') await keepFailure(this.currentTest.fullTitle());
});

/** Keeps what every open window shows. */
async function keepFailure(title: string): Promise<void> {
  const name = `failed ${title}`.replaceAll(/[^\w]+/g, '-').slice(0, 120);
  for (const [index, { workbench }] of [...open].entries()) await workbench.screenshot(`${name}-${index}`);
}

after(async () => {
  const left: string[] = [];
  const faults: string[] = [];
  for (const each of running.values()) {
    const parts = await each.catch(() => undefined);
    await parts?.browser.close();
    faults.push(...(parts?.vscode.faults() ?? []));
    left.push(...((await parts?.vscode.dispose()) ?? []).map(({ command }) => command));
  }
  deepEqual(faults, [], 'nothing is thrown or rejected where nobody watches');
  deepEqual(left, [], 'no server outlives VS Code, whose extension hosts were all killed');
});

/** A window of VS Code with the packaged extension, and its view. */
export class UiWindow {
  readonly workbench: Workbench;
  readonly view: RootsView;
  readonly vscode: VsCode;
  readonly workspace: TestWorkspace;
  readonly #hosts: () => readonly number[];

  private constructor(
    parts: Pick<UiWindow, 'workbench' | 'view' | 'vscode' | 'workspace'>,
    hosts: () => readonly number[],
  ) {
    this.workbench = parts.workbench;
    this.view = parts.view;
    this.vscode = parts.vscode;
    this.workspace = parts.workspace;
    this.#hosts = hosts;
    open.add(this);
  }

  /** Opens a window on a workspace of its own, in its own browser profile, with the view in front. */
  static async open(
    content: WorkspaceContent,
    options: {
      readonly colorScheme?: 'light' | 'dark';
      readonly empty?: true;
      /** The name of an extension of `test/fixtures`. */
      readonly beside?: string;
    } = {},
  ): Promise<UiWindow> {
    const { beside } = options;
    const parts = running.get(beside) ?? start(beside);
    running.set(beside, parts);
    const { vscode, browser } = await parts;
    const workspace = makeWorkspace(content);
    const others = new Set(vscode.extensionHostPids());
    const url = vscode.urlOf(options.empty === true ? undefined : workspace.file);
    const workbench = await Workbench.open(browser, { ...vscode, url }, { suite, ...options });
    const view = await RootsView.open(workbench);
    const hosts = () => vscode.extensionHostPids().filter((pid) => !others.has(pid));
    return new UiWindow({ workbench, view, vscode, workspace }, hosts);
  }

  /** A second window on the same workspace. */
  async another(): Promise<UiWindow> {
    const others = new Set(this.vscode.extensionHostPids());
    const workbench = await this.workbench.openAnother();
    const view = await RootsView.open(workbench);
    const { vscode, workspace } = this;
    const hosts = () => vscode.extensionHostPids().filter((pid) => !others.has(pid));
    return new UiWindow({ workbench, view, vscode, workspace }, hosts);
  }

  /**
   * The lines of the tree; the times of day in them are made alike. The groups of what a running server offers are left
   * out, and so is what was called last: what is about them has tests of its own.
   */
  async lines(): Promise<readonly string[]> {
    const lines = await this.view.tree.lines();
    const consents = lines.filter((line) => !/^ {2}> (?:Tools|Prompts|Resources)\b/.test(line));
    return consents.map((line) => line.replaceAll(/\d\d:\d\d/g, 'hh:mm').replace(/ · last call .*/, ''));
  }

  /** The lines below an outermost one, by its label. */
  async linesBelow(name: string): Promise<readonly string[]> {
    const lines = await this.lines();
    const from = lines.findIndex((line) => line.startsWith(`v ${name}  `)) + 1;
    const to = lines.findIndex((line, index) => index >= from && !line.startsWith(' '));
    return lines.slice(from, to === -1 ? undefined : to);
  }

  /** The processes with this in their command line that run below VS Code. */
  processes(command: string): readonly number[] {
    return this.vscode.processes().flatMap((each) => (each.command.includes(command) ? each.pid : []));
  }

  /** Kills the extension host of this window, as a crash does, and waits until there is another. */
  async killExtensionHost(): Promise<void> {
    const before = this.#hosts();
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await until('another extension host', this.#hosts, (pids) => pids.some((pid) => !before.includes(pid)));
  }

  /** Closes the window and ends its extension host, which would live on; removes the workspace unless it is kept. */
  async close(keep?: 'keep the workspace'): Promise<void> {
    open.delete(this);
    await this.workbench.close();
    for (const pid of this.#hosts()) process.kill(pid, 'SIGKILL');
    await until('the extension host to end', this.#hosts, (pids) => pids.length === 0);
    if (keep === undefined) this.workspace.remove();
  }
}

/** Opens a window for one test and closes it again. */
export async function withWindow(
  title: string,
  parameters: Parameters<typeof UiWindow.open>,
  act: (window: UiWindow) => Promise<void>,
): Promise<void> {
  const window = await UiWindow.open(...parameters);
  try {
    await act(window);
  } catch (error) {
    await keepFailure(title);
    throw error;
  } finally {
    await window.close();
  }
}
