import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { run } from './commandLine';
import { installVsCode, type InstalledVsCode } from './install';
import { ProcessTree } from './processTree';
import type { RunningProcess } from './processes';
import { quietSettings } from './quietSettings';
import { unwatchedFaults, watchedBy } from './unwatchedFaults';
import { watch } from './watchdog';
import { workbenchAddress } from './workbenchAddress';

/** What to start. Paths are absolute. */
export interface VsCodeOptions {
  /** A folder or a `.code-workspace` file; without one the window is empty. */
  readonly workspace?: string;
  /** A packaged extension, installed as a user would. */
  readonly vsix?: string;
  /** More packaged extensions, installed in the same way. */
  readonly others?: readonly string[];
  /** An extension's folder, loaded from there; only together with `smokeTestDriver`. */
  readonly extensionDevelopmentPath?: string;
  /** A compiled test index to run in the extension host; only together with `smokeTestDriver`. */
  readonly extensionTestsPath?: string;
  /** User settings, over the quiet ones of the test host. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Makes the workbench take a payload; modal dialogs then answer themselves. */
  readonly smokeTestDriver?: boolean;
  /** Whether workspace trust is in force, so that a window may be restricted. Off unless asked for. */
  readonly workspaceTrust?: boolean;
  /** Keeps user data, extensions and state; a fresh temporary folder, removed at the end, unless given. */
  readonly dataDir?: string;
  /** Variables to add to the environment; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A VS Code that runs on loopback until it is disposed. */
export interface VsCode {
  /** The address of its workbench, with the workspace. */
  readonly url: string;
  /** The same workbench on another folder, workspace file or, without one, an empty window. */
  urlOf(workspace: string | undefined): string;
  readonly dataDir: string;
  /** The folder in which VS Code writes its logs, one folder per start. */
  readonly logs: string;
  /** What the server printed so far. */
  output(): string;
  /** The process ids of its extension hosts; one outlives the browser that opened it. */
  extensionHostPids(): readonly number[];
  /** What this extension threw, or let be rejected, in an extension host where nobody watched for it. */
  faults(): readonly string[];
  /** Everything that runs below it. */
  processes(): readonly RunningProcess[];
  /** Ends all that it started. Gives what of it, other than VS Code's own processes, had to be killed. */
  dispose(): Promise<readonly RunningProcess[]>;
}

/** Starts the npm-served VS Code, installing it first where needed; resolves once it listens. */
export async function startVsCode(options: VsCodeOptions): Promise<VsCode> {
  const installed = await installVsCode();
  const dataDir = options.dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'mcp-roots-vscode-'));
  const removeData = () => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  const started: { tree?: ProcessTree } = {};
  try {
    writeSettings(dataDir, options.settings ?? {});
    for (const vsix of [options.vsix, ...(options.others ?? [])]) {
      if (vsix !== undefined) await installExtension(installed, dataDir, vsix);
    }
    return await listen(installed, options, dataDir, removeData, started);
  } catch (error) {
    started.tree?.killNow();
    removeData();
    throw error;
  }
}

function writeSettings(dataDir: string, settings: Readonly<Record<string, unknown>>): void {
  const folder = path.join(dataDir, 'data', 'User');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'settings.json'),
    JSON.stringify({ ...quietSettings, ...settings }, null, 2),
  );
}

async function installExtension(installed: InstalledVsCode, dataDir: string, vsix: string): Promise<void> {
  const args = ['--install-extension', vsix, '--server-data-dir', dataDir, '--accept-server-license-terms'];
  await run(installed.node, [serverMain(installed), ...args], { cwd: installed.folder });
}

async function listen(
  installed: InstalledVsCode,
  options: VsCodeOptions,
  dataDir: string,
  removeData: () => void,
  started: { tree?: ProcessTree },
): Promise<VsCode> {
  const runtime = path.join(dataDir, 'run');
  mkdirSync(runtime, { recursive: true, mode: 0o700 });
  const faultsFile = path.join(dataDir, 'unwatched.jsonl');
  const child = spawn(installed.node, [serverMain(installed), ...serverArguments(options, dataDir)], {
    cwd: installed.folder,
    env: { ...process.env, XDG_RUNTIME_DIR: runtime, ...watchedBy(faultsFile), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid === undefined) throw new Error(`VS Code could not be started with ${installed.node}.`);
  const tree = new ProcessTree(child.pid);
  started.tree = tree;
  const callOff = watch(child.pid, options.dataDir === undefined ? dataDir : undefined);
  const atExit = () => {
    tree.killNow();
    removeData();
  };
  process.once('exit', atExit);
  const text = collectOutput(child);
  const port = await portOf(child, text);
  let ended: Promise<readonly RunningProcess[]> | undefined;
  const end = async () => {
    const killed = await tree.end(5_000, (each) => each.command.includes(installed.folder));
    callOff();
    process.off('exit', atExit);
    removeData();
    return killed;
  };
  return {
    url: workbenchAddress(port, options),
    urlOf: (workspace) => workbenchAddress(port, { ...options, workspace }),
    dataDir,
    logs: path.join(dataDir, 'data', 'logs'),
    output: text,
    extensionHostPids: () => {
      const hosts = tree.running().filter((each) => each.command.includes('--type=extensionHost'));
      return hosts.map((each) => each.pid);
    },
    faults: () => unwatchedFaults(faultsFile),
    processes: () => tree.running(),
    dispose: () => (ended ??= end()),
  };
}

function serverArguments(options: VsCodeOptions, dataDir: string): string[] {
  return [
    '--host=127.0.0.1',
    '--port=0',
    '--without-connection-token',
    '--accept-server-license-terms',
    '--telemetry-level=off',
    // The shell of whoever runs the tests is asked for its variables otherwise, before each extension host.
    '--force-disable-user-env',
    `--server-data-dir=${dataDir}`,
    ...(options.workspaceTrust === true ? [] : ['--disable-workspace-trust']),
    ...(options.smokeTestDriver === true ? ['--enable-smoke-test-driver'] : []),
  ];
}

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => (text += part));
  }
  return () => text;
}

/** The port that the system chose, from the line that VS Code prints once it listens. */
function portOf(child: ChildProcess, text: () => string): Promise<number> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const port = /Extension host agent listening on (\d+)/.exec(text())?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout?.on('data', look);
    child.on('error', reject);
    child.on('exit', (code) =>
      reject(new Error(`VS Code ended with ${code} before it listened:\n${text()}`)),
    );
  });
}

function serverMain(installed: InstalledVsCode): string {
  return path.join(installed.folder, 'out', 'server-main.js');
}
