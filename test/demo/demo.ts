import { setTimeout as delay } from 'node:timers/promises';
import { artifactsFolder } from '../host/checkout';
import { launchBrowser } from '../host/browser';
import { RootsView } from '../host/rootsView';
import { startVsCode } from '../host/server';
import { Workbench } from '../host/workbench';
import { until } from '../host/workbench/until';
import { filesDefinition, filesServer, makeSample, type Sample } from './sample';
import { Transcript } from './transcript';

const bundled = 'explorer';

/** The main job, by clicks and keys alone, in a real VS Code with the packaged extension. */
class Demo {
  readonly #workbench: Workbench;
  readonly #view: RootsView;
  readonly #sample: Sample;
  readonly #transcript: Transcript;

  constructor(workbench: Workbench, view: RootsView, sample: Sample, transcript: Transcript) {
    this.#workbench = workbench;
    this.#view = view;
    this.#sample = sample;
    this.#transcript = transcript;
  }

  async run(): Promise<void> {
    await this.#startFiles();
    await this.#startExplorer();
    await this.#addFolder();
    await this.#removeFolder();
    await this.#changeDefinition();
    await this.#untick();
    await this.#switchOff();
    for (const server of [filesServer, bundled]) await this.#record(server);
  }

  async #startFiles(): Promise<void> {
    const { web } = this.#sample;
    this.#transcript.heading(`Start "${filesServer}" and tick web`);
    await this.#view.pressStart(filesServer);
    await this.#workbench.quickPick.waitFor(/^Approve /);
    await this.#workbench.screenshot('1-approve');
    await this.#view.approve();
    await this.#workbench.quickPick.waitFor(/^Which folders may/);
    await this.#workbench.screenshot('2-which-folders');
    await this.#workbench.quickPick.setTicked('web', true);
    await this.#workbench.quickPick.accept();
    await this.#workbench.quickPick.waitFor(/^Allow /);
    await this.#workbench.screenshot('2-for-how-long');
    await this.#view.answer(/^Allow /, 'Always Allow');
    await this.#view.waitForState(filesServer, /up to date, 1 folder/);
    await this.#expectAllowed([web]);
    await this.#expectReadable('web/index.html', true);
    await this.#expectReadable('api/server.txt', false);
    await this.#workbench.screenshot('3-files-runs');
  }

  async #startExplorer(): Promise<void> {
    this.#transcript.heading(`Start "${bundled}" and tick both folders, for this session`);
    await this.#view.start(bundled);
    await this.#view.allow(['web', 'api'], 'Allow in This Session');
    await this.#view.waitForState(bundled, /up to date, 2 folders/);
    await this.#expectListed(['web', 'api']);
    await this.#expectAllowed([this.#sample.web]);
    await this.#workbench.screenshot('4-both-run');
  }

  async #addFolder(): Promise<void> {
    const { web, docs } = this.#sample;
    this.#transcript.heading('Add the folder docs to the workspace: nobody is told of it');
    await this.#workbench.addFolder(docs);
    await this.#view.waitForState(filesServer, /1 new folder/);
    await this.#workbench.screenshot('5-one-folder-waits');
    await this.#expectAllowed([web]);
    await this.#expectListed(['web', 'api']);
    this.#transcript.heading('Tick docs for both servers: list_changed, and they ask again');
    await this.#workbench.statusBar.click('1 new folder');
    await this.#workbench.quickPick.waitFor(/^Which folders may/);
    await this.#workbench.screenshot('6-one-question-for-both');
    await this.#view.tickEvery('docs', 2);
    await this.#workbench.quickPick.accept();
    await this.#view.answer(/^Allow /, 'Always Allow');
    await this.#view.waitForState(filesServer, /up to date, 2 folders/);
    await this.#view.waitForState(bundled, /up to date, 3 folders/);
    await this.#expectAllowed([web, docs]);
    await this.#expectReadable('docs/guide.md', true);
    await this.#expectListed(['web', 'api', 'docs']);
  }

  async #removeFolder(): Promise<void> {
    this.#transcript.heading('Remove docs from the workspace: list_changed');
    await this.#workbench.removeFolder('docs');
    await this.#view.waitForState(filesServer, /up to date, 1 folder/);
    await this.#view.waitForState(bundled, /up to date, 2 folders/);
    await this.#expectAllowed([this.#sample.web]);
    await this.#expectReadable('docs/guide.md', false);
    await this.#expectListed(['web', 'api']);
  }

  async #changeDefinition(): Promise<void> {
    this.#transcript.heading(
      `Change the definition of "${filesServer}": it stops, and old stands beside new`,
    );
    await this.#sample.redefine({ ...filesDefinition(), env: { NODE_OPTIONS: '--no-warnings' } });
    await this.#view.waitForState(filesServer, /^definition changed, review/);
    await this.#view.pressStart(filesServer);
    await this.#workbench.quickPick.waitFor(/^Approve .* has changed/);
    await this.#workbench.screenshot('7-definition-changed');
    await this.#view.approve();
    await this.#workbench.quickPick.waitFor(/^Which folders may/);
    await this.#workbench.screenshot('7-allowed-before');
    const { checked, detail } = await this.#workbench.quickPick.waitForRow('web');
    this.#transcript.promise('web is ticked beforehand', checked, false);
    this.#transcript.promise('the question says', detail, 'allowed before the definition changed');
    await this.#view.allow(['web'], 'Always Allow');
    await this.#view.waitForState(filesServer, /up to date, 1 folder/);
    await this.#expectAllowed([this.#sample.web]);
  }

  async #untick(): Promise<void> {
    this.#transcript.heading(`Untick web for "${filesServer}": it is started again without it`);
    const before = await this.#processOf(filesServer);
    await this.#view.tree.clickCheckbox(filesServer, 'web');
    await this.#view.waitForState(filesServer, /running · up to date, 0 folders/);
    await this.#workbench.screenshot('8-unticked');
    this.#transcript.promise('another process runs', (await this.#processOf(filesServer)) !== before, true);
    await this.#expectReadable('web/index.html', false);
    await this.#expectListed(['web', 'api']);
  }

  async #switchOff(): Promise<void> {
    this.#transcript.heading('Turn sharing off: no server sees anything');
    await this.#workbench.runCommand('MCP Roots: Pause Sharing in All Windows');
    await until(
      'the view to say that sharing is off',
      () => this.#view.tree.message(),
      (message) => message.includes('Sharing is paused'),
    );
    await this.#view.waitForState(bundled, /up to date, 0 folders/);
    await this.#workbench.screenshot('9-sharing-off');
    await this.#expectListed([]);
  }

  async #record(server: string): Promise<void> {
    this.#transcript.heading(`What "${server}" was told, newest first`);
    this.#transcript.line(await this.#view.told(server));
  }

  async #expectAllowed(folders: readonly string[]): Promise<void> {
    const answer = await this.#view.call(filesServer, 'list_allowed_directories');
    const seen = answer.split('\n').filter((line) => line.startsWith('/') || /^[A-Z]:/.test(line));
    this.#transcript.promise(`${filesServer} may see`, seen, folders);
  }

  async #expectListed(names: readonly string[]): Promise<void> {
    const answer = await this.#view.call(bundled, 'list_roots');
    const all = ['web', 'api', 'docs'];
    const seen = all.filter((name) => answer.includes(`/${name}`));
    this.#transcript.promise(`${bundled} may see`, seen, names);
  }

  async #expectReadable(file: string, readable: boolean): Promise<void> {
    const path = `${this.#sample.folder}/${file}`;
    const answer = await this.#view.call(filesServer, 'read_text_file', { path });
    this.#transcript.promise(`${filesServer} can read ${file}`, answer.includes(`This is `), readable);
  }

  async #processOf(server: string): Promise<string | undefined> {
    const text = await this.#view.sight(server);
    return /What process (\d+)/.exec(text)?.[1];
  }
}

async function main(): Promise<void> {
  const vsix = process.env['MCP_ROOTS_TEST_VSIX'];
  if (vsix === undefined) throw new Error('Run "npm run demo": it packages the extension first.');
  const transcript = new Transcript();
  const sample = await makeSample();
  const vscode = await startVsCode({ workspace: sample.workspace, vsix });
  const browser = await launchBrowser();
  try {
    const workbench = await Workbench.open(browser, vscode, { suite: 'demo', colorScheme: 'dark' });
    try {
      const view = await RootsView.open(workbench);
      await view.tree.waitFor(filesServer, 'web');
      await workbench.screenshot('0-nothing-is-shared');
      await new Demo(workbench, view, sample, transcript).run();
    } catch (error) {
      await workbench.screenshot('failure');
      throw error;
    }
  } finally {
    await browser.close();
    await delay(0);
    await vscode.dispose();
    await sample.remove();
  }
  const folder = artifactsFolder('demo');
  transcript.line('');
  transcript.line(`Transcript and screenshots: ${folder}`);
  transcript.line(
    transcript.broken === 0 ? 'Everything was as promised.' : `${transcript.broken} promises broken.`,
  );
  transcript.write(folder);
  if (transcript.broken > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
