import type { PlatformPath } from 'node:path';
import type { ClientEntry } from './entry';

/** The facts about a machine on which the places of configuration files depend. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  /** `path.win32` for Windows, `path.posix` elsewhere. */
  readonly path: PlatformPath;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The format of a client's file. Comments are kept in each. */
type ConfigurationFormat = 'json' | 'toml' | 'yaml';

/** An MCP client whose configuration this extension can write. */
export interface KnownClient {
  readonly id: string;
  /** The name that its makers use; also the name of its key, unless the user gives another. */
  readonly label: string;
  readonly format: ConfigurationFormat;
  /** The key in the file under which its servers are. */
  readonly section: string;
  /** The field of an entry that holds the arguments. */
  readonly argsField: string;
  /** The value of an entry, to be put under its name. */
  readonly value: (entry: ClientEntry) => Readonly<Record<string, unknown>>;
  /** The path of the file for all projects; undefined where there is none. */
  readonly userFile: (machine: Machine) => string | undefined;
  /** The file of a project, as names below its folder; undefined where there is none. */
  readonly projectFile?: readonly string[];
  /** The client's own command that adds the entry for the user, as words that are not quoted yet. */
  readonly addCommand?: (entry: ClientEntry) => readonly string[];
}

/** The folder of per-user configuration: `%APPDATA%`, `~/Library/Application Support`, or `$XDG_CONFIG_HOME`. */
export function applicationData(machine: Machine): string {
  const { platform, path, home, env } = machine;
  switch (platform) {
    case 'win32':
      return env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming');
    case 'darwin':
      return path.join(home, 'Library', 'Application Support');
    default:
      return xdgConfig(machine);
  }
}

/** `$XDG_CONFIG_HOME` where it is an absolute path, else `~/.config` (XDG Base Directory Specification). */
export function xdgConfig({ path, home, env }: Machine): string {
  const own = env['XDG_CONFIG_HOME'];
  return own !== undefined && path.isAbsolute(own) ? own : path.join(home, '.config');
}
