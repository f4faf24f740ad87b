import { until } from './workbench/until';
import type { Tree } from './workbench/tree';
import type { Workbench } from './workbench';

/** How often a window is loaded that comes without its folders: one of no folders is like that for good. */
const mostLoads = 4;

/** The Roots view of the packaged extension, used as a person uses it: by clicks and keys. */
export class RootsView {
  readonly #workbench: Workbench;
  readonly tree: Tree;

  private constructor(workbench: Workbench, tree: Tree) {
    this.#workbench = workbench;
    this.tree = tree;
  }

  /**
   * Opens the view. The browser workbench now and then opens a workspace file without its folders, when it has never
   * seen that file in this profile; such a window is loaded again.
   */
  static async open(workbench: Workbench): Promise<RootsView> {
    for (let tries = 1; ; tries += 1) {
      const view = new RootsView(workbench, await workbench.openView('MCP Roots', 'MCP Roots'));
      if (tries === mostLoads || !(await view.#lacksFolders())) return view;
      process.stderr.write(
        '      (VS Code opened a workspace without its folders: the window is loaded again)\n',
      );
      await workbench.reload();
    }
  }

  /** Presses a server's start button and approves its definition if that is asked; what is undecided is then asked. */
  async start(server: string): Promise<void> {
    await this.pressStart(server);
    const { quickPick } = this.#workbench;
    const seen = await until(
      `"${server}" to ask or to start`,
      async () => ({ head: await quickPick.head(), row: await this.tree.waitFor(server) }),
      ({ head, row }) =>
        head !== undefined ||
        !/^(stopped|failed|needs approval|definition changed|program changed)/.test(row.description),
    );
    if (seen.head?.title.startsWith('Approve ') === true) await this.approve();
  }

  /** Approves the definition that is asked about; the question for its folders, or its start, follows at once. */
  async approve(): Promise<void> {
    await this.answer(/^Approve /, 'Approve', false);
  }

  /** Presses a server's start button. */
  async pressStart(server: string): Promise<void> {
    await this.tree.clickAction([server], 'Start');
  }

  /** Answers the consent question that is open: these folders, for so long. */
  async allow(folders: readonly string[], duration: 'Allow in This Session' | 'Always Allow'): Promise<void> {
    const { quickPick } = this.#workbench;
    await quickPick.waitFor(/^Which folders may/);
    for (const folder of folders) await quickPick.setTicked(folder, true);
    await quickPick.accept();
    await this.answer(/^Allow /, duration);
  }

  /** Begins a session of an agent that is not approved yet and may see nothing. @param primary the folder to go first */
  async beginFirstSession(
    agent: string,
    folders: readonly string[],
    primary: string,
    look?: () => Promise<unknown>,
  ): Promise<void> {
    const { quickPick } = this.#workbench;
    await this.tree.chooseFromMenu([agent], 'New Agent Session…');
    await quickPick.waitFor(/^Approve /);
    await this.approve();
    await this.allow(folders, 'Always Allow');
    await quickPick.waitForRow(primary);
    await look?.();
    await quickPick.moveTo(primary);
    await quickPick.accept();
  }

  /** Ticks every row of this label in the open question, by keys alone; so many there are. */
  async tickEvery(label: string, count: number): Promise<void> {
    const { quickPick, page } = this.#workbench;
    await quickPick.moveTo(label);
    await page.keyboard.press('Space');
    for (let ticked = 1; ticked < count; ticked += 1) {
      await page.keyboard.press('ArrowDown');
      await quickPick.moveTo(label);
      await page.keyboard.press('Space');
    }
    await until(
      `${count} ticks of "${label}"`,
      async () => (await quickPick.rows()).filter((row) => row.label === label && row.checked === true),
      (rows) => rows.length === count,
    );
  }

  /** Chooses an answer of a question with this title. @param closes whether no other question follows at once */
  async answer(title: RegExp, answer: string, closes = true): Promise<void> {
    const { quickPick } = this.#workbench;
    await quickPick.waitFor(title);
    await quickPick.moveTo(answer);
    await quickPick.accept();
    if (closes) await quickPick.waitUntilClosed();
    else
      await until(
        'the question to be answered',
        () => quickPick.head(),
        (head) => !title.test(head?.title ?? ''),
      );
  }

  /** Waits until the line of a server tells of this state. @returns the whole description */
  async waitForState(server: string, state: RegExp): Promise<string> {
    const row = await until(
      `"${server}" to be ${state}`,
      () => this.tree.waitFor(server),
      ({ description }) => state.test(description),
      30_000,
    );
    return row.description;
  }

  /** Runs a tool of a running server and reads the document that opens with the answer. */
  async call(server: string, tool: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { quickPick, editor } = this.#workbench;
    await this.tree.chooseFromMenu([server], 'Run Tool…');
    await quickPick.waitForRow(tool);
    await quickPick.type(tool);
    await until(
      `"${tool}" to be the first match`,
      () => quickPick.focusedLabel(),
      (label) => label === tool,
    );
    await quickPick.accept();
    await this.fillForm(args);
    await this.answer(/^Run “/, 'Run');
    await until(
      `the answer of ${tool}`,
      () => editor.name(),
      (name) => name.includes(tool),
    );
    const text = await editor.text();
    await this.closeEditor();
    return text;
  }

  /** Answers each question of the form that is open; what is not named is left out. Ends at the question after it. */
  async fillForm(args: Readonly<Record<string, unknown>>): Promise<void> {
    const { quickPick } = this.#workbench;
    for (let last = ''; ;) {
      const head = await until(
        'the next question',
        () => quickPick.head(),
        (seen) => seen !== undefined && seen.title.startsWith('Run ') && seen.title !== last,
      );
      if (head === undefined || head.title.endsWith('?')) return;
      last = head.title;
      const name = (head.prompt || head.placeholder).split(/[,: ]/, 1)[0] ?? '';
      const value = args[name];
      if (value === undefined && head.prompt === '') await quickPick.moveTo('Skip');
      else await quickPick.type(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
      if (value === undefined && head.prompt !== '') await this.#workbench.page.keyboard.press('Delete');
      await quickPick.accept();
    }
  }

  /** Reads the document that tells what a server was told. */
  async told(server: string): Promise<string> {
    await this.tree.chooseFromMenu([server], 'Show History');
    const text = await this.#workbench.editor.waitForText('Newest first');
    await this.closeEditor();
    return text;
  }

  /** Reads the document that tells what a server sees. */
  async sight(server: string): Promise<string> {
    await this.tree.chooseFromMenu([server], 'Show Access');
    const text = await this.#workbench.editor.waitForText('Roots inform a server.');
    await this.closeEditor();
    return text;
  }

  /** Closes the editor in front. */
  async closeEditor(): Promise<void> {
    await this.#workbench.runCommand('View: Close Editor');
  }

  /** Whether the window has a workspace by its address, but no folders. */
  async #lacksFolders(): Promise<boolean> {
    const { page, palette } = this.#workbench;
    if (!page.url().includes('workspace=')) return false;
    await until(
      'the view to show something',
      async () => (await this.tree.firstLabel()) || (await this.tree.message()) || this.tree.welcome(),
      (text) => text !== '' && !text.startsWith('There is no data'),
    );
    if ((await this.tree.depth()) > 1) return false;
    // The view may have other words, or none yet; VS Code offers this only where there is a folder.
    const remove = 'Workspaces: Remove Folder from Workspace...';
    return !(await palette.titles(remove)).includes(remove);
  }
}
