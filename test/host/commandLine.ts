import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** How to run a program of the test host; everything else is inherited. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** A program that could not be started or ended with another code than 0. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/**
 * Runs a program to its end and gives its standard output; both outputs are kept quiet.
 * @throws CommandFailed with the last lines of what it printed.
 */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      printed += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.on('error', (cause) => reject(new CommandFailed(`${command} could not be started.`, { cause })));
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new CommandFailed(failure(command, args, code ?? signal, printed)));
    });
  });
}

function failure(
  command: string,
  args: readonly string[],
  how: number | string | null,
  printed: string,
): string {
  const tail = printed.trim().split('\n').slice(-20).join('\n');
  return `"${[path.basename(command), ...args].join(' ')}" ended with ${how}:\n${tail}`;
}

/** The absolute path of a program on `PATH`, or undefined. */
export function which(program: string): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    if (!path.isAbsolute(folder)) continue;
    const file = path.join(folder, program);
    if (isExecutable(file)) return file;
  }
  return undefined;
}

/** Whether this user may execute the file. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Prints one line of progress, so that a long first run never looks dead. */
export function progress(line: string): void {
  process.stderr.write(`[test host] ${line}\n`);
}
