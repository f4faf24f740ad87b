import type { PlatformPath } from 'node:path';
import type { ClientEntry } from './entry';

/** What the place of a configuration file depends on. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  /** `path.win32` for Windows, `path.posix` elsewhere. */
  readonly path: PlatformPath;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How the file of a client is written. Comments are kept in each. */
type ConfigurationFormat = 'json' | 'toml' | 'yaml';

/** An MCP client whose configuration we know how to write. */
export interface KnownClient {
  readonly id: string;
  /** As its makers call it; also the name that its key gets unless the user gives another. */
  readonly label: string;
  readonly format: ConfigurationFormat;
  /** The key of the file under which its servers stand. */
  readonly section: string;
  /** The field of an entry that holds the arguments. */
  readonly argsField: string;
  /** The value that goes under the entry's name. */
  readonly value: (entry: ClientEntry) => Readonly<Record<string, unknown>>;
  /** The file for all projects; undefined where there is none. */
  readonly userFile: (machine: Machine) => string | undefined;
  /** The file of one project, below its folder; undefined where there is none. */
  readonly projectFile?: readonly string[];
  /** The client's own command that adds the entry for the user, as words; nothing of it is quoted yet. */
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
