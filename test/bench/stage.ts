import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asRealPath } from '../../src/core/roots/realPath';
import type { ConfiguredServer, ServerDefinition } from '../../src/core/servers/definition';
import { realPathOf } from '../../src/node/folders/realPathOf';
import { Host } from '../../src/node/host/host';
import type { ManagedServer } from '../../src/node/servers/managedServer';
import { checkoutRoot } from '../host/checkout';
import { folderEntry } from '../probe/folderArgument';

const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** The program that is measured against. */
export const benchServer = path.join(checkoutRoot(), 'test', 'bench', 'server.mjs');

/** A real host with real servers, over folders that it makes: the same composition as in the editor. */
export class Stage {
  readonly host: Host;
  readonly #folder: string;

  static async open(): Promise<Stage> {
    const folder = await realPathOf(await mkdtemp(path.join(tmpdir(), 'mcp-roots-bench-')));
    const source = path.join(checkoutRoot(), 'out', 'src');
    const host = await Host.open({
      version: '0.0.0',
      storage: path.join(folder, 'storage'),
      workspace: folder,
      scripts: {
        explorer: path.join(source, 'explorer', 'main.js'),
        guard: path.join(source, 'node', 'process', 'guard', 'main.js'),
        shim: path.join(source, 'shim', 'main.js'),
      },
      settings: () => ({
        timeouts: { initialize: 30_000, request: 60_000, hardMaximum: 300_000 },
        grace: { closeStdinMs: 1000, termMs: 1000 },
        idleAfter: 0,
        messageLimit: 64 * 1024 * 1024,
      }),
      log: quiet,
      logOf: () => quiet,
    });
    host.consent.sharingState.turn({ trusted: true });
    return new Stage(host, folder);
  }

  private constructor(host: Host, folder: string) {
    this.host = host;
    this.#folder = folder;
  }

  /** Makes the folders of these names; their paths. */
  async folders(names: readonly string[]): Promise<readonly string[]> {
    const paths = names.map((name) => path.join(this.#folder, 'work', name));
    await Promise.all(paths.map((each) => mkdir(each, { recursive: true })));
    return paths;
  }

  setFolders(folders: readonly string[]): Promise<void> {
    return this.host.setFolders(folders.map(folderEntry));
  }

  /** Configures so many servers; the first `granted` of them may see everything below the folders' parent. */
  async configure(servers: number, granted = servers): Promise<readonly ManagedServer[]> {
    await this.host.supervisor.servers.configure(
      Array.from({ length: servers }, (_, i): ConfiguredServer => ({
        kind: 'defined',
        definition: definitionOf(`bench-${i}`),
      })),
    );
    for (const { prepared } of this.host.supervisor.servers.all) {
      if (prepared !== undefined) await this.host.consent.approvals.approve(prepared);
    }
    const folder = asRealPath(path.join(this.#folder, 'work'));
    const choices = this.host.supervisor.servers.all
      .slice(0, granted)
      .flatMap(({ prepared }) =>
        prepared === undefined ? [] : { server: prepared.fingerprint, folder, verdict: 'allow' as const },
      );
    await this.host.consent.ledger.decide(choices, 'session');
    return this.host.supervisor.servers.all;
  }

  /** Starts servers one after another; resolves once each has asked for its roots and was answered. */
  async start(servers: readonly ManagedServer[]): Promise<void> {
    for (const server of servers) {
      await this.host.supervisor.servers.start(server);
      if (server.state.kind !== 'running') throw new Error(`${server.name}: ${JSON.stringify(server.state)}`);
    }
    await this.allInSync(servers);
  }

  /** Resolves once every one of these servers has the present list. */
  async allInSync(servers: readonly ManagedServer[]): Promise<void> {
    const lag = () => servers.some(({ sync }) => sync?.kind !== 'in sync');
    if (!lag()) return;
    await new Promise<void>((resolve) => {
      const listening = this.host.supervisor.servers.onDidChange(() => {
        if (lag()) return;
        listening.dispose();
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    await this.host.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs on a stage of its own and clears it away. */
export async function onStage<T>(run: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = await Stage.open();
  try {
    return await run(stage);
  } finally {
    await stage.close();
  }
}

function definitionOf(name: string): ServerDefinition {
  return {
    name,
    scope: { kind: 'user' },
    transport: {
      type: 'stdio',
      command: process.execPath,
      args: [benchServer],
      cwd: undefined,
      env: {},
      envFile: undefined,
    },
    roots: { declare: true, primary: undefined, onRevoke: 'restart', whenEmpty: 'start' },
    timeouts: { initialize: undefined, request: undefined },
    inputs: [],
  };
}
