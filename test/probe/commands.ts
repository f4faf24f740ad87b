import type { Verdict } from '../../src/core/consent/decision';
import { realPathOf } from '../../src/node/folders/realPathOf';
import type { Host } from '../../src/node/host/host';
import type { Grantee } from '../../src/node/servers/grantee';
import type { ManagedServer } from '../../src/node/servers/managedServer';
import type { OutsideClient } from '../../src/node/servers/outsideClient';
import { agentCommand, agentStateOf } from './agentCommands';
import { answerOf } from './answers';
import { folderEntry, readFolder } from './folderArgument';

/** Carries out one line of standard input; what it returns is printed. */
export class ProbeCommands {
  readonly #host: Host;
  #folders: readonly string[];

  constructor(host: Host, folders: readonly string[]) {
    this.#host = host;
    this.#folders = folders;
  }

  async run(line: string): Promise<object> {
    const [command = '', ...words] = line.trim().split(/\s+/);
    const rest = line.trim().slice(command.length).trim();
    switch (command) {
      case 'grant':
        return this.#decide(rest, 'allow');
      case 'deny':
        return this.#decide(rest, 'deny');
      case 'revoke':
        return this.#decide(rest, undefined);
      case 'approve':
        return this.#approve(this.#server(rest));
      case 'add-folder':
        return this.#setFolders([...this.#folders, readFolder(rest)]);
      case 'remove-folder':
        return this.#setFolders(this.#folders.filter((folder) => folder !== readFolder(rest)));
      case 'tools': {
        const tools = await this.#client(rest).listTools();
        return { tools: tools.map(({ name }) => name) };
      }
      case 'call':
        return this.#call(words, rest);
      case 'start': {
        const server = this.#server(rest);
        await this.#host.supervisor.servers.start(server);
        return { state: server.state };
      }
      case 'stop':
        await (rest === '' ? this.#host.supervisor.servers.stopAll() : this.#server(rest).stop());
        return {};
      case 'sharing':
        if (rest !== 'on' && rest !== 'off') throw new Error('Write "sharing on" or "sharing off".');
        await this.#host.consent.sharing.set(rest === 'on');
        return {};
      case 'state':
        return {
          servers: this.#host.supervisor.servers.all.map(stateOf),
          clients: this.#host.clients.outside.everyone.map(stateOf),
          agents: this.#host.supervisor.agents.all.map(agentStateOf),
          decisions: this.#decisions(),
        };
      case 'client-key':
        return this.#letIn(words);
      case 'revoke-client':
        await this.#host.clients.bridge.keys.revoke(rest);
        return {};
      case 'why':
      case 'who':
      case 'report':
      case 'record':
        return answerOf(command, rest, this.#host);
      default: {
        const outcome = await agentCommand(command, words, this.#host);
        if (outcome === undefined) throw new Error(`There is no command "${command}".`);
        return outcome;
      }
    }
  }

  async #decide(rest: string, verdict: Verdict | undefined): Promise<object> {
    const { name, other } = this.#splitServer(rest);
    const { fingerprint } = this.#grantees.find((each) => each.name === name) ?? {};
    if (fingerprint === undefined) throw new Error(`The definition of "${name}" cannot be used.`);
    const pair = { server: fingerprint, folder: await realPathOf(readFolder(other)) };
    if (verdict === undefined) await this.#host.consent.ledger.withdraw([pair]);
    else await this.#host.consent.ledger.decide([{ ...pair, verdict }], 'always');
    return {};
  }

  async #letIn([name = '', ...servers]: readonly string[]): Promise<object> {
    const {
      clients: { bridge },
    } = this.#host;
    const { id } = await bridge.keys.create({ name, servers });
    const socket = await bridge.address();
    if (socket === undefined) throw new Error('Clients cannot reach this probe: its log says why.');
    return { client: id, shim: bridge.shim, socket };
  }

  async #approve({ name, prepared }: ManagedServer): Promise<object> {
    if (prepared === undefined) throw new Error(`The definition of "${name}" cannot be used.`);
    await this.#host.consent.approvals.approve(prepared);
    return {};
  }

  async #setFolders(folders: readonly string[]): Promise<object> {
    this.#folders = [...new Set(folders)];
    await this.#host.setFolders(this.#folders.map(folderEntry));
    // Who changes the folders changes what variables of the file stand for, and knows it.
    for (const { definition, prepared, approval } of [
      ...this.#host.supervisor.servers.all,
      ...this.#host.supervisor.agents.all,
    ]) {
      if (prepared === undefined || approval?.kind !== 'changed') continue;
      const hangsOnFolders = JSON.stringify(definition.transport).includes('${workspaceFolder');
      if (hangsOnFolders) await this.#host.consent.approvals.approve(prepared);
    }
    return { folders: this.#folders };
  }

  async #call([name = '', tool = '']: readonly string[], rest: string): Promise<object> {
    const json = rest.slice(rest.indexOf(tool, name.length) + tool.length).trim();
    const args: unknown = json === '' ? {} : JSON.parse(json);
    if (typeof args !== 'object' || args === null)
      throw new Error('The arguments of a tool are a JSON object.');
    return { server: name, tool, result: await this.#client(name).callTool(tool, { ...args }) };
  }

  #decisions(): readonly object[] {
    const {
      consent: { ledger },
    } = this.#host;
    return ledger.decisions.map(({ server, folder, verdict, duration }) => {
      const of = this.#grantees.find(({ fingerprint }) => fingerprint === server);
      return { server: of?.name, folder, verdict, duration };
    });
  }

  #client(name: string): NonNullable<ManagedServer['client']> {
    const { client, state } = this.#server(name);
    if (client === undefined) throw new Error(`"${name}" does not run: ${JSON.stringify(state)}`);
    return client;
  }

  #server(name: string): ManagedServer {
    const server = this.#host.supervisor.servers.all.find((each) => each.name === name);
    if (server === undefined) throw new Error(`There is no server "${name}".`);
    return server;
  }

  /** Every server, every client of each (`<server> for <client>`), and every agent. */
  get #grantees(): readonly Grantee[] {
    return [
      ...this.#host.supervisor.servers.all,
      ...this.#host.clients.outside.all,
      ...this.#host.supervisor.agents.all,
    ];
  }

  /** A server's name may hold spaces: the longest one that fits is meant. */
  #splitServer(rest: string): { readonly name: string; readonly other: string } {
    const names = this.#grantees.map(({ name }) => name).toSorted((a, b) => b.length - a.length);
    const name = names.find((each) => rest.startsWith(`${each} `));
    if (name === undefined) throw new Error(`There is no such server: ${rest}`);
    return { name, other: rest.slice(name.length).trim() };
  }
}

function stateOf({
  name,
  state,
  fault,
  sync,
  exposure,
  folders,
  waiting,
  named,
}: ManagedServer | OutsideClient): object {
  return {
    server: name,
    state,
    fault: fault?.why,
    sync,
    exposed: exposure.current.roots.map(({ uri }) => uri),
    folders: folders.map(({ candidate: { path, uri }, consent }) => ({ folder: path ?? uri, consent })),
    waiting: waiting.map(({ path }) => path),
    named: named.map(({ path, granted }) => ({ path, granted })),
  };
}
