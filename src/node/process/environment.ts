import { UserError } from '../../core/errors';
import { displayText } from '../../core/text';

const windowsDefaults = [
  'APPDATA',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PROCESSOR_ARCHITECTURE',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'USERNAME',
  'USERPROFILE',
  'PROGRAMFILES',
];
const posixDefaults = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];

/**
 * The variables that a server gets without being given any: the list of the MCP SDK's `getDefaultEnvironment`
 * (shell functions left out), so that a server sees here what it sees in other clients, and no secret of this window.
 */
export function defaultEnvironment(
  inherited: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): Record<string, string> {
  const names = platform === 'win32' ? windowsDefaults : posixDefaults;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = lookUp(inherited, name, platform);
      return value === undefined || value.startsWith('()') ? [] : [[name, value]];
    }),
  );
}

/**
 * The whole environment of a server: the defaults, then what its definition declares; `null` removes a variable. On
 * Windows `Path` and `PATH` are one variable, with the definition's spelling; and programs are looked for on `PATH`
 * only, not first in the working directory (Win32, NeedCurrentDirectoryForExePath).
 * @throws {UserError} for a name or value that no process can be given.
 */
export function serverEnvironment(
  declared: Readonly<Record<string, string | null>>,
  inherited: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): Record<string, string> {
  const key = (name: string) => (platform === 'win32' ? name.toUpperCase() : name);
  const merged = new Map<string, readonly [string, string]>();
  const defaults = Object.entries(defaultEnvironment(inherited, platform));
  const always = platform === 'win32' ? [['NoDefaultCurrentDirectoryInExePath', '1'] as const] : [];
  for (const [name, value] of [...defaults, ...always]) merged.set(key(name), [name, value]);
  for (const [name, value] of Object.entries(declared)) {
    if (name === '' || /[=\0]/.test(name))
      throw new UserError(
        `"${displayText(name)}" cannot be the name of an environment variable. Correct it in "env".`,
      );
    if (value?.includes('\0'))
      throw new UserError(
        `The environment variable ${displayText(name)} contains a zero byte. Remove it from "env".`,
      );
    if (value === null) merged.delete(key(name));
    else merged.set(key(name), [name, value]);
  }
  return Object.fromEntries(merged.values());
}

function lookUp(environment: NodeJS.ProcessEnv, name: string, platform: NodeJS.Platform): string | undefined {
  if (platform !== 'win32') return environment[name];
  return Object.entries(environment).find(([spelled]) => spelled.toUpperCase() === name)?.[1];
}
