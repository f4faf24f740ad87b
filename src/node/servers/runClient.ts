import type { ServerRequests } from '../../core/features/serverRequests';
import type { ClientEnd } from '../session/clientEnd';
import type { Codec } from '../session/codec';
import { parsedMessages } from '../session/parsedMessages';
import type { ClientTimeouts, SdkClient } from '../session/sdkClient';

/** The client of a run. */
export interface RunClient<P> {
  /** The form in which it takes messages and gives them. */
  readonly codec: Codec<P>;
  /**
   * Connects it to its session.
   * @param toSession takes what the client sends, from the next turn of the event loop on
   */
  attach(toSession: (message: P) => void): ClientEnd<P>;
  /**
   * Initialises the server. Only a client of our own has this: another one initialises the server by itself.
   * @throws {InitializeError}
   */
  readonly connect?: () => Promise<void>;
  /** Called when a process is initialised: the first one, and each that takes over. */
  readonly serverReady?: () => void;
}

/** The extension's own client of a run. */
export interface OwnClient extends RunClient<object> {
  readonly sdk: SdkClient | undefined;
}

/** Makes the extension's own client; the SDK is loaded at the first start of a server, not at activation. */
export async function ownClient(
  version: string,
  timeouts: ClientTimeouts,
  requests: ServerRequests,
): Promise<OwnClient> {
  const { SdkClient: Client } = await import('../session/sdkClient.js');
  let sdk: SdkClient | undefined;
  return {
    codec: parsedMessages,
    attach: (toSession) => (sdk = new Client(version, timeouts, toSession, requests)),
    connect: async () => sdk?.connect(),
    serverReady: () => sdk?.listAgain(),
    get sdk() {
      return sdk;
    },
  };
}
