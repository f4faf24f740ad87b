// `npm run watch`: compiles to `out/` and bundles to `dist/`, again after every change, until Ctrl+C. What the two print
// is passed on as it is, for the problem matchers of `.vscode/tasks.json`. With `--once` both are ended after their first
// round, and the exit code says whether it was free of errors.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { binary, installPackages, root } from './prepare.mjs';

await installPackages();
const programs = [
  start(compiler(), ['--project', 'tsconfig.json', '--watch', '--preserveWatchOutput'], {
    ends: /Found \d+ errors?\. Watching for file changes/,
    failed: /error TS\d+:/,
  }),
  start(process.execPath, ['esbuild.mjs', '--watch'], {
    ends: /^Bundled\. /,
    failed: /\[ERROR\]/,
  }),
];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));
// One alone would leave the other's output old without a word.
for (const { child } of programs) child.once('exit', () => end(1));
if (process.argv.includes('--once')) {
  const rounds = await Promise.all(programs.map(({ firstRound }) => firstRound));
  end(rounds.every((isSound) => isSound) ? 0 : 1);
}

/** The exit code is that of the first call. */
function end(code) {
  process.exitCode ??= code;
  for (const { child } of programs) child.kill();
}

/** Starts a program that works in rounds; `firstRound` is whether the first one had no errors. */
function start(command, args, { ends, failed }) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const firstRound = new Promise((resolve) => {
    let isSound = true;
    const hear = (line) => {
      // By whole lines, so that the two do not mix in one.
      console.log(line);
      if (failed.test(line)) isSound = false;
      if (ends.test(line)) resolve(isSound);
    };
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', hear);
  });
  return { child, firstRound };
}

/** The compiler itself: ending the script that npm installs for it leaves it running, except on the newest Node. */
function compiler() {
  const requireFrom = createRequire(binary('typescript', 'package.json'));
  const manifest = requireFrom.resolve(
    `@typescript/typescript-${process.platform}-${process.arch}/package.json`,
  );
  return path.join(path.dirname(manifest), 'lib', process.platform === 'win32' ? 'tsc.exe' : 'tsc');
}
