import path from 'node:path';

import { progress, run } from './commandLine';

const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

/** Runs npm in a folder; its output shows only in the error when it fails. */
export async function npm(cwd: string, args: readonly string[], env = npmEnvironment()): Promise<void> {
  await run('npm', [...args, ...quiet], { cwd, env });
}

/** Installs one package into a folder of its own, without running its scripts. */
export async function npmInstall(folder: string, wanted: string, env = npmEnvironment()): Promise<void> {
  progress(`installing ${wanted} ...`);
  await npm(folder, ['install', wanted, '--ignore-scripts', '--prefix', folder], env);
}

/** The environment for npm, without what an npm that runs this very script set for its own project. */
export function npmEnvironment(firstOnPath?: string): NodeJS.ProcessEnv {
  const projectOnly =
    /^(npm_(package|lifecycle|command|node_execpath|execpath)|npm_config_(local_prefix|prefix|nodedir|global_prefix)$|INIT_CWD$|NODE$)/i;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !projectOnly.test(name)));
  if (firstOnPath !== undefined) env['PATH'] = `${firstOnPath}${path.delimiter}${env['PATH'] ?? ''}`;
  return env;
}
