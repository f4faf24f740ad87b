import type { Host } from '../../../src/node/host/host';
import type { Grantee } from '../../../src/node/servers/grantee';
import type { RunClient } from '../../../src/node/servers/runClient';
import { byteMessages, type ByteMessage } from '../../../src/node/session/byteMessages';
import { SdkClient } from '../../../src/node/session/sdkClient';
import { Subject } from '../openHost';

const timeouts = { initialize: 30_000, request: 60_000, hardMaximum: 600_000 };

/** A server as another client uses it: with grants of its own, and messages that pass as bytes. */
export class OutsideSubject extends Subject {
  readonly #clientId: string;
  #sdk: SdkClient | undefined;

  /** Lets a client in that may open this server. */
  static async admit(host: Host, name: string): Promise<OutsideSubject> {
    const { id } = await host.clients.bridge.keys.create({ name: `client of ${name}`, servers: [name] });
    return new OutsideSubject(host, name, id);
  }

  private constructor(host: Host, name: string, clientId: string) {
    super(host, name);
    this.#clientId = clientId;
  }

  override get grantee(): Grantee {
    const [own] = this.host.clients.outside.ofClient(this.#clientId);
    if (own === undefined) throw new Error(`The client of "${this.server.name}" was not let in.`);
    return own;
  }

  override get client(): SdkClient {
    if (this.#sdk === undefined) throw new Error(`The client of "${this.server.name}" is not connected.`);
    return this.#sdk;
  }

  override async start(): Promise<void> {
    const attached = new Promise<SdkClient>((resolve, refuse) => {
      const client: RunClient<ByteMessage> = {
        codec: byteMessages,
        attach: (toSession) => {
          const sdk = new SdkClient('0', timeouts, (message) => toSession(asBytes(message)));
          resolve(sdk);
          return {
            receive: ({ bytes }) => sdk.receive(JSON.parse(bytes.toString('utf8')) as object),
            closed: () => sdk.closed(),
          };
        },
      };
      void this.host.clients.outside.connect(this.#clientId, this.server.name, {
        client,
        closed: new Promise(() => {}),
        refuse: (why) => refuse(new Error(why)),
      });
    });
    this.#sdk = await attached;
    await this.#sdk.connect();
  }
}

function asBytes(message: object): ByteMessage {
  const first = byteMessages.take(Buffer.from(JSON.stringify(message))).values.next();
  if (first.done === true || first.value.kind !== 'message') throw new Error('The client said no message.');
  return first.value.message;
}
