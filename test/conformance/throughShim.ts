import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Host } from '../../src/node/host/host';
import type { Grantee } from '../../src/node/servers/grantee';
import { Subject } from '../acceptance/openHost';

/** A server as another client uses it: a plain one on the SDK that starts the shim as its server. */
export class ThroughShim extends Subject {
  readonly #id: string;
  readonly #transport: StdioClientTransport;
  readonly #sdk = new Client({ name: 'outside', version: '1' }, { capabilities: {} });

  /** Lets a client in that may open this server, and serves it. */
  static async admit(host: Host, name: string): Promise<ThroughShim> {
    host.clients.serve();
    const { bridge } = host.clients;
    const { id } = await bridge.keys.create({ name: `client of ${name}`, servers: [name] });
    if ((await bridge.address()) === undefined) throw new Error('Clients cannot reach this host.');
    const transport = new StdioClientTransport({ command: process.execPath, args: [bridge.shim, id, name] });
    return new ThroughShim(host, name, id, transport);
  }

  private constructor(host: Host, name: string, id: string, transport: StdioClientTransport) {
    super(host, name);
    this.#id = id;
    this.#transport = transport;
  }

  override get grantee(): Grantee {
    const [own] = this.host.clients.outside.ofClient(this.#id);
    if (own === undefined) throw new Error(`The client of "${this.server.name}" was not let in.`);
    return own;
  }

  override start(): Promise<void> {
    return this.#sdk.connect(this.#transport);
  }

  /** Calls a tool the way a plain client does. */
  async call(name: string, args: Record<string, unknown>): Promise<void> {
    await this.#sdk.callTool({ name, arguments: args });
  }

  /** Ends the client. */
  close(): Promise<void> {
    return this.#sdk.close();
  }
}
