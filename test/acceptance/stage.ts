import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Probe } from './probeDriver';

/** What a probe is started with, besides its servers. */
export interface StageOptions {
  /** Paths or addresses, in the order of the workspace. */
  readonly folders?: readonly string[];
  /** By server: the folders that are granted before it is started. */
  readonly grants?: Readonly<Record<string, readonly string[]>>;
  /** By name, as in the setting `mcpRoots.agents`. */
  readonly agents?: unknown;
  /** Added to the environment of the probe. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further arguments of the probe. */
  readonly args?: readonly string[];
  /** A program, with its arguments, that starts the probe in its place. */
  readonly through?: readonly string[];
}

/** Folders on disk and probes over them; `clear` ends and removes all of it. */
export class Stage {
  /** How many servers files were written: starts at the same time have one each. */
  #files = 0;
  readonly #probes: Probe[] = [];
  #folder: Promise<string> | undefined;

  /** The real path of the temporary folder in which everything lies. */
  get folder(): Promise<string> {
    this.#folder ??= mkdtemp(path.join(tmpdir(), 'mcp-roots-acceptance-')).then((made) => realpath(made));
    return this.#folder;
  }

  /** Makes a folder with a file `note.txt` that says its name, and gives its path. */
  async makeFolder(name: string): Promise<string> {
    const folder = path.join(await this.folder, name);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'note.txt'), `the note of ${name}`);
    return folder;
  }

  /** Writes a file and gives its path. */
  async makeFile(name: string, text: string, mode = 0o644): Promise<string> {
    const file = path.join(await this.folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text, { mode });
    return file;
  }

  /**
   * Starts a probe with these definitions; resolves when all its servers were started.
   * @param servers by name, as in `mcp.json`; anything else is written there as it is
   */
  async start(servers: unknown, options: StageOptions = {}): Promise<Probe> {
    const { folders = [], grants = {}, agents, env = {}, args = [], through = [] } = options;
    const file = await this.makeFile(
      `servers-${(this.#files += 1)}.json`,
      JSON.stringify({ servers, agents }),
    );
    const all = [
      ...through,
      process.execPath,
      require.resolve('../probe/probe'),
      '--servers',
      file,
      ...folders.flatMap((folder) => ['--folder', folder]),
      ...Object.entries(grants).flatMap(([server, each]) =>
        each.flatMap((folder) => ['--grant', `${server}=${folder}`]),
      ),
      ...args,
    ];
    const [program = '', ...rest] = all;
    const probe = new Probe({ program, args: rest, env: { ...process.env, ...env } });
    this.#probes.push(probe);
    await probe.ready;
    return probe;
  }

  /** Ends every probe and removes what was made. @throws {Error} when a probe did not end well */
  async clear(): Promise<void> {
    try {
      await Promise.all(this.#probes.splice(0).map((probe) => probe.end()));
    } finally {
      const folder = this.#folder;
      this.#folder = undefined;
      if (folder !== undefined) await rm(await folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}
