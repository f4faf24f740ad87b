import path from 'node:path';
import type { Verdict } from '../../src/core/consent/decision';
import type { DisclosureEvent } from '../../src/core/record/disclosure';
import type { HostFeatures } from '../../src/core/features/hostFeatures';
import type { Log } from '../../src/core/log';
import { usualFeatureSettings } from '../../src/node/features/featureDeps';
import { asRealPath } from '../../src/core/roots/realPath';
import { parseDefinitions } from '../../src/core/servers/parseDefinition';
import type { Host } from '../../src/node/host/host';
import type { Grantee } from '../../src/node/servers/grantee';
import type { ManagedServer } from '../../src/node/servers/managedServer';
import type { SdkClient } from '../../src/node/session/sdkClient';
import { folderEntry } from '../probe/folderArgument';
import { openProbeHost } from '../probe/probeHost';
import type { Stage } from './stage';

const noLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/**
 * The probe's host in this very process: only so can something be sent in the same turn of the event loop in which a
 * folder is withdrawn. Its servers are processes.
 * @param servers by name, as in `mcp.json`
 * @param more `log` takes what its servers say; `face` answers what they ask
 */
export async function openHost(
  stage: Stage,
  servers: Readonly<Record<string, object>>,
  folders: readonly string[],
  { log = noLog, face }: { readonly log?: Log; readonly face?: HostFeatures } = {},
): Promise<Host> {
  const host = await openProbeHost({
    storage: path.join(await stage.folder, 'storage'),
    workspace: folders.join('\n'),
    messageLimit: 64 * 1024 * 1024,
    requestTimeoutMaximum: 600_000,
    log: noLog,
    logOf: () => log,
    ...(face && { features: { face, settings: () => usualFeatureSettings } }),
  });
  host.consent.sharingState.turn({ trusted: true });
  await host.setFolders(folders.map(folderEntry));
  await host.supervisor.servers.configure(parseDefinitions(servers, { kind: 'user' }));
  for (const { prepared } of host.supervisor.servers.all) {
    if (prepared !== undefined) await host.consent.approvals.approve(prepared);
  }
  return host;
}

/** One server of such a host, as a test speaks of it. */
export class Subject {
  readonly server: ManagedServer;
  protected readonly host: Host;

  constructor(host: Host, name: string) {
    const server = host.supervisor.servers.all.find((each) => each.name === name);
    if (server === undefined) throw new Error(`There is no server ${name}.`);
    this.host = host;
    this.server = server;
  }

  /** Whom its folders are granted to. */
  get grantee(): Grantee {
    return this.server;
  }

  get client(): SdkClient {
    const { client, state } = this.server;
    if (client === undefined) throw new Error(`"${this.server.name}" does not run: ${JSON.stringify(state)}`);
    return client;
  }

  /** The pid of its present process. */
  get pid(): number {
    const { state } = this.server;
    return state.kind === 'running' && state.place.kind === 'process' ? state.place.pid : -1;
  }

  start(): Promise<void> {
    return this.host.supervisor.servers.start(this.server);
  }

  /** Grants or denies a folder; a denial holds before this returns. Resolves when it is kept. */
  decide(folder: string, verdict: Verdict, duration: 'session' | 'always' = 'session'): Promise<void> {
    return this.host.consent.ledger.decide([{ ...this.#pair(folder), verdict }], duration);
  }

  /** Takes the decision back; it holds before this returns. Resolves when it is kept. */
  withdraw(folder: string): Promise<void> {
    return this.host.consent.ledger.withdraw([this.#pair(folder)]);
  }

  /** Resolves with the next fact that passes, from now on. */
  next<E extends DisclosureEvent['event']>(
    event: E,
    passes: (what: Extract<DisclosureEvent, { event: E }>) => boolean = () => true,
  ): Promise<Extract<DisclosureEvent, { event: E }>> {
    const isIt = (what: DisclosureEvent): what is Extract<DisclosureEvent, { event: E }> =>
      what.event === event;
    return new Promise((resolve) => {
      const listening = this.host.supervisor.disclosures.onDidAdd(({ serverId, what }) => {
        if (serverId !== this.server.id || !isIt(what) || !passes(what)) return;
        listening.dispose();
        resolve(what);
      });
    });
  }

  /** What happened between it and this side, in short words: nothing of the user, and no call of a tool. */
  get story(): readonly string[] {
    const sessions = this.host.supervisor.disclosures
      .of(this.server.id)
      .filter(({ session }) => session !== undefined);
    return sessions.map(({ what }) => what.event).filter((event) => event !== 'called');
  }

  #pair(folder: string) {
    const { fingerprint } = this.grantee;
    if (fingerprint === undefined) throw new Error(`The definition of "${this.server.name}" cannot be used.`);
    return { server: fingerprint, folder: asRealPath(folder) };
  }
}

/** The first text of a tool's answer. */
export function textOf(answer: unknown): string {
  const { content } = answer as { readonly content: readonly { readonly text: string }[] };
  return content[0]?.text ?? '';
}
