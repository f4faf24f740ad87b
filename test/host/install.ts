import path from 'node:path';

import { messageOf } from '../../src/core/errors';
import { cacheRoot } from './cache';
import { progress, run, which } from './commandLine';
import { npm, npmEnvironment, npmInstall } from './npm';
import { installParts, type Part } from './part';
import { installSystemPackages, MissingTool } from './systemPackages';

/** A VS Code that can be started: the Node that runs it and its folder. */
export interface InstalledVsCode {
  readonly node: string;
  /** Holds `out/server-main.js`. */
  readonly folder: string;
}

const nodeVersion = '24.21.0';
const codeServerVersion = '4.139.1';
const vsCodeInPackage = path.join('node_modules', 'code-server', 'lib', 'vscode');
const nativeModules = ['@vscode/spdlog', '@vscode/native-watchdog', 'node-pty', '@parcel/watcher'];

/**
 * Gives a VS Code made of npm packages (code-server's copy of the server and its web workbench, run by the Node
 * it asks for), installing on first use what is not there: about a minute.
 * @throws MissingTool when the machine lacks something that this run may not install.
 */
export async function installVsCode(): Promise<InstalledVsCode> {
  const home = path.join(cacheRoot(), `code-server-${codeServerVersion}-node-${nodeVersion}`);
  const nodePackage = path.join(home, 'node', 'node_modules', nodePackageName());
  await installParts([nodePart(home), serverPart(home, nodePackage)]);
  return {
    node: path.join(nodePackage, 'bin', 'node'),
    folder: path.join(home, 'server', vsCodeInPackage),
  };
}

function nodePart(home: string): Part {
  const packageFolder = path.join('node_modules', nodePackageName());
  return {
    folder: path.join(home, 'node'),
    results: [path.join(packageFolder, 'bin', 'node'), path.join(packageFolder, 'include')],
    make: (folder) => npmInstall(folder, `${nodePackageName()}@${nodeVersion}`),
  };
}

function serverPart(home: string, nodePackage: string): Part {
  const modules = path.join(vsCodeInPackage, 'node_modules');
  return {
    folder: path.join(home, 'server'),
    results: [
      path.join(vsCodeInPackage, 'out', 'server-main.js'),
      path.join(modules, '@vscode', 'spdlog', 'build', 'Release', 'spdlog.node'),
      path.join(modules, '@vscode', 'native-watchdog', 'build', 'Release', 'watchdog.node'),
      ...nativeModules.map((name) => path.join(modules, name, 'package.json')),
    ],
    make: async (folder) => {
      await ensureCompiler();
      const bin = path.join(nodePackage, 'bin');
      const env = { ...npmEnvironment(bin), npm_config_nodedir: nodePackage };
      const cwd = path.join(folder, vsCodeInPackage);
      await npmInstall(folder, `code-server@${codeServerVersion}`, env);
      progress("installing VS Code's own packages ...");
      await npm(cwd, ['install', '--omit=dev', '--ignore-scripts'], env);
      progress('compiling its native modules ...');
      await npm(cwd, ['rebuild', ...nativeModules], env);
      const load = nativeModules.map((name) => `require(${JSON.stringify(name)});`).join('');
      await run(path.join(bin, 'node'), ['-e', load], { cwd });
    },
  };
}

function nodePackageName(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (platform === 'linux-x64' || platform === 'linux-arm64') return `node-${platform}`;
  throw new MissingTool(
    `VS Code from npm packages is set up on Linux only, and this is ${platform}. The editor tests run without it.`,
  );
}

/** node-gyp needs all three. */
async function ensureCompiler(): Promise<void> {
  const missing = [
    ...((which('g++') ?? which('c++') ?? which('clang++')) ? [] : ['g++']),
    ...(which('make') ? [] : ['make']),
    ...(which('python3') ? [] : ['python3']),
  ];
  if (missing.length === 0) return;
  const list = missing.join(', ');
  await installSystemPackages(missing, `Native modules of VS Code must be compiled, and ${list} is missing.`);
}

if (require.main === module) {
  installVsCode().then(
    (installed) => console.log(installed.folder),
    (error: unknown) => {
      console.error(messageOf(error));
      process.exitCode = 1;
    },
  );
}
