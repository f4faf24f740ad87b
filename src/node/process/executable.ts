import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { PlatformPath } from 'node:path';
import { codeOf, UserError } from '../../core/errors';
import { displayText } from '../../core/text';

/** What lies at a path, for someone who wants to run it. */
export type Runnable =
  'runnable' | 'missing' | 'directory' | 'not a file' | 'not executable' | 'not reachable';

export interface ProgramSearch {
  /** The value of `PATH`. */
  readonly path: string | undefined;
  /** The value of `PATHEXT`; Windows only. */
  readonly pathExt?: string | undefined;
  readonly platform: NodeJS.Platform;
  /** `path.win32` for Windows, `path.posix` elsewhere. */
  readonly flavour: PlatformPath;
  /** Looks at the disk; default: the real one. */
  readonly look?: (path: string) => Promise<Runnable>;
}

/** The kinds of file that Windows can start as a process, `cmd.exe` included; the rest of `PATHEXT` needs other hosts. */
const startable = ['.com', '.exe', '.bat', '.cmd'];

/**
 * Finds what a definition's `command` will run, before it is shown for approval: from `PATH` only, never from the
 * working directory, which may be a workspace (rule 10; CWE-427).
 * The final name is not resolved further: what `npx` or a version manager does depends on the name it is called by.
 * @returns an absolute path.
 * @throws {UserError} when there is nothing to run there.
 */
export async function resolveExecutable(command: string, search: ProgramSearch): Promise<string> {
  const { flavour, platform } = search;
  if (command.trim() === '') throw new UserError('The command is empty. Name the program in "command".');
  if (command.includes('\0'))
    throw new UserError('The command contains a zero byte. Remove it from "command".');
  if (isRooted(command, search)) return resolveAbsolute(command, search);
  if (command === '.' || command === '..' || (platform === 'win32' ? /[\\/:]/ : /\//).test(command))
    throw new UserError(
      `The command ${quote(command)} is a relative path. Give an absolute path, or a bare name that is found on PATH.`,
    );
  const passedOver: string[] = [];
  for (const folder of searchPath(search)) {
    for (const name of namesOf(command, search)) {
      const path = flavour.join(folder, name);
      const found = await look(path, search);
      if (found === 'runnable') return path;
      if (found !== 'missing') passedOver.push(sentence(path, found));
    }
  }
  throw new UserError(
    [
      `The command ${quote(command)} was not found on PATH.`,
      ...passedOver.slice(0, 3),
      /\s/.test(command)
        ? 'Put its arguments in "args"; "command" names only the program.'
        : 'Install it, correct "command", or give an absolute path.',
    ].join(' '),
  );
}

async function resolveAbsolute(command: string, search: ProgramSearch): Promise<string> {
  for (const path of namesOf(command, search)) if ((await look(path, search)) === 'runnable') return path;
  const found = await look(command, search);
  const why = found === 'runnable' ? 'not executable' : found;
  throw new UserError(`${sentence(command, why)} ${remedies[why]}`);
}

/** On Windows a path without a drive or host means "on the current drive", which is relative too. */
function isRooted(command: string, { flavour, platform }: ProgramSearch): boolean {
  if (!flavour.isAbsolute(command)) return false;
  return platform !== 'win32' || flavour.parse(command).root.length > 1;
}

function searchPath(search: ProgramSearch): string[] {
  const { path, platform, flavour } = search;
  return (path ?? '')
    .split(flavour.delimiter)
    .map((entry) => (platform === 'win32' ? entry.replace(/^"(.*)"$/, '$1') : entry))
    .filter((entry) => isRooted(entry, search));
}

/** The names to try, in order. On Windows a name counts only with an extension that can be started. */
function namesOf(command: string, { pathExt, platform, flavour }: ProgramSearch): string[] {
  if (platform !== 'win32') return [command];
  const listed = (pathExt ?? '').split(';').map((extension) => extension.trim().toLowerCase());
  const usable = listed.filter((extension) => startable.includes(extension));
  const extensions = usable.length > 0 ? usable : startable;
  const asWritten = startable.includes(flavour.extname(command).toLowerCase()) ? [command] : [];
  return [...asWritten, ...extensions.map((extension) => command + extension)];
}

function look(path: string, search: ProgramSearch): Promise<Runnable> {
  return (search.look ?? lookAtDisk)(path);
}

async function lookAtDisk(path: string): Promise<Runnable> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return 'directory';
    if (!found.isFile()) return 'not a file';
    await access(path, constants.X_OK);
    return 'runnable';
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === 'EACCES' || code === 'EPERM')
      return (await mayBeSeen(path)) ? 'not executable' : 'not reachable';
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'not reachable';
  }
}

async function mayBeSeen(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function sentence(path: string, found: Exclude<Runnable, 'runnable'>): string {
  switch (found) {
    case 'missing':
      return `The command ${quote(path)} does not exist.`;
    case 'directory':
      return `The command ${quote(path)} is a directory.`;
    case 'not a file':
      return `The command ${quote(path)} is not a regular file.`;
    case 'not executable':
      return `The command ${quote(path)} is not executable.`;
    case 'not reachable':
      return `The command ${quote(path)} cannot be reached.`;
  }
}

const remedies: Record<Exclude<Runnable, 'runnable'>, string> = {
  missing: 'Install it or correct "command".',
  directory: 'Name the program inside it.',
  'not a file': 'Name a program file.',
  'not executable': 'Make it executable, or name the program that runs it and put this path in "args".',
  'not reachable': 'Check the permissions of the folders above it.',
};

function quote(text: string): string {
  return `"${displayText(text, 1000)}"`;
}
