import { definitionFacts } from '../../../src/core/approval/definitionFacts';
import path from 'node:path';
import type { ApprovalStanding } from '../../../src/core/approval/approvals';
import { bindGrants } from '../../../src/core/consent/bindGrants';
import type { Fingerprint } from '../../../src/core/consent/decision';
import type { DisclosureEvent } from '../../../src/core/record/disclosure';
import type { Exposure } from '../../../src/core/consent/exposure';
import { fingerprintForClient } from '../../../src/core/servers/fingerprint';
import { GrantedFolders } from '../../../src/core/consent/grantedFolders';
import { Ledger } from '../../../src/core/consent/ledger';
import { Emitter } from '../../../src/core/event';
import { SharingState } from '../../../src/core/consent/sharingState';
import type { Catalog } from '../../../src/core/roots/catalog';
import { noLeads } from '../../../src/core/servers/pathLeads';
import type { ServerDefinition } from '../../../src/core/servers/definition';
import type { ServerState } from '../../../src/core/servers/serverState';
import { serverEnvironment } from '../../../src/node/process/environment';
import { ServerProcess } from '../../../src/node/process/serverProcess';
import { type ServerDeps } from '../../../src/node/servers/serverDeps';
import { ManagedServer } from '../../../src/node/servers/managedServer';
import type { PreparedServer, UnpreparedServer } from '../../../src/node/servers/prepareServer';
import type { Launched } from '../../../src/node/servers/serverRun';
import type { Codec } from '../../../src/node/session/codec';
import { noRequests } from '../../../src/node/session/serverRequests';
import { StdioServerEnd } from '../../../src/node/stdio/stdioServerEnd';
import { systemClock } from '../../../src/node/systemClock';
import { FakeClock, FakeStore, plainWriter, server as fingerprint } from '../../unit/consent/fakes';
import { fixtureServer } from '../../unit/process/checkout';
import { catalogOf, entry, FakeDisk } from '../../unit/roots/catalogBench';

const definition: ServerDefinition = {
  name: 'git',
  scope: { kind: 'user' },
  transport: { type: 'stdio', command: 'git', args: [], cwd: undefined, env: {}, envFile: undefined },
  roots: { declare: true, primary: undefined, onRevoke: 'restart', whenEmpty: 'start' },
  timeouts: { initialize: undefined, request: undefined },
  inputs: [],
};

type Process = Pick<StdioServerEnd<never>, 'pid' | 'gone' | 'closed' | 'stop'>;

/** One managed server over a fake disk and store, whose processes are real: the well-behaved fixture. */
export class ServerBench {
  readonly disk: FakeDisk;
  readonly catalog: Catalog;
  readonly store = new FakeStore();
  readonly ledger = new Ledger(this.store, new FakeClock(), path);
  readonly sharingState = new SharingState();
  readonly approvalsChanged = new Emitter<void>();
  /** How every definition stands. */
  approval: ApprovalStanding = { kind: 'approved', replaces: undefined };
  readonly around: ServerDeps;
  readonly server: ManagedServer;
  readonly recorded: (readonly [Fingerprint, DisclosureEvent])[] = [];
  /** Every process that was launched, with what was exposed at that moment. */
  readonly launches: {
    readonly exposed: readonly string[];
    readonly launched: Promise<{ readonly end: Process }>;
  }[] = [];
  /** While set, a process that was started is handed over only after it. */
  launchGate: Promise<void> | undefined;
  /** For how long a client may be silent, in milliseconds; 0: for ever. */
  idleAfter = 0;
  /** How the definition is read. */
  prepare: () => Promise<PreparedServer | UnpreparedServer> = () => Promise.resolve(this.prepared());

  static async of(
    paths: readonly string[],
    roots: Partial<ServerDefinition['roots']> = {},
  ): Promise<ServerBench> {
    const disk = new FakeDisk(...paths);
    const { catalog } = await catalogOf(disk, ...paths.map((each) => entry(each)));
    return new ServerBench(disk, catalog, { ...definition, roots: { ...definition.roots, ...roots } });
  }

  private constructor(disk: FakeDisk, catalog: Catalog, of: ServerDefinition) {
    this.disk = disk;
    this.catalog = catalog;
    this.sharingState.turn({ sharing: true, trusted: true });
    bindGrants(catalog, this.ledger, new GrantedFolders(this.ledger, path));
    this.around = {
      catalog,
      ledger: this.ledger,
      sharingState: this.sharingState,
      writer: plainWriter,
      version: '0',
      granteeOf: (clientId, of) => fingerprintForClient(clientId, of, Buffer.alloc(32)),
      approvals: {
        standingOf: () => this.approval,
        adoptProgram: () => Promise.resolve(),
        onDidChange: this.approvalsChanged.event,
      },
      prepare: () => this.prepare(),
      runOptions: () => ({
        clock: systemClock,
        idleAfter: this.idleAfter,
        grace: { closeStdinMs: 2000, termMs: 500 },
        timeouts: { initialize: 10_000, request: 10_000, hardMaximum: 20_000 },
        launch: (exposure, codec) => this.#launch(exposure, codec),
      }),
      record: (_, by, _session, what) => this.recorded.push([by, what]),
      say: () => {},
      requestsOf: () => noRequests,
    };
    this.server = new ManagedServer(of, this.around);
  }

  /** A definition read to the end, with these texts in it. */
  prepared(texts: readonly string[] = [], by = 'git'): PreparedServer {
    const { definition } = this.server;
    const env = {};
    const launch = { kind: 'process', executable: process.execPath, args: [], cwd: undefined, env } as const;
    return {
      kind: 'prepared',
      definition,
      launch,
      texts,
      cwdRealPath: undefined,
      leads: noLeads,
      program: undefined,
      fingerprint: fingerprint(by),
      summary: definitionFacts(definition, launch, () => ''),
      shown: by,
      envFile: undefined,
    };
  }

  /** Resolves once the server is in this state; with `reasoned`, once that says why. */
  async until(kind: ServerState['kind'], reasoned = false): Promise<ServerState> {
    const passes = (state: ServerState) => state.kind === kind && (!reasoned || 'why' in state);
    if (passes(this.server.state)) return this.server.state;
    return new Promise((resolve) => {
      const listening = this.server.onDidChange((state) => {
        if (!passes(state)) return;
        listening.dispose();
        resolve(state);
      });
    });
  }

  /** Ends everything that was started, and is sure of it. */
  async end(): Promise<void> {
    await this.server.stop();
    this.server.dispose();
    await Promise.allSettled(this.launches.map(async ({ launched }) => (await launched).end.gone));
  }

  #launch<P>(exposure: Exposure, codec: Codec<P>): Promise<Launched<P>> {
    const launched = this.#start(codec);
    this.launches.push({ exposed: exposure.roots.map(({ uri }) => uri), launched });
    return launched;
  }

  async #start<P>(codec: Codec<P>): Promise<Launched<P> & { readonly end: StdioServerEnd<P> }> {
    const env = serverEnvironment({}, process.env, process.platform);
    const args = [fixtureServer('misbehaving.mjs')];
    const started = await ServerProcess.start({ executable: process.execPath, args, cwd: __dirname, env });
    await this.launchGate;
    const end = new StdioServerEnd(started, codec);
    return { end, start: { event: 'spawned', pid: end.pid, cwd: __dirname, told: [] } };
  }
}
