import type { Exposure } from '../../src/core/consent/exposure';
import { noExposure } from '../../src/core/consent/exposure';
import { changingLists } from '../../src/core/session/changingLists';
import { RootsSession } from '../../src/core/session/rootsSession';
import type { BridgeConnection } from '../../src/node/bridge/bridgeConnection';
import { serverEnvironment } from '../../src/node/process/environment';
import { ServerProcess } from '../../src/node/process/serverProcess';
import { byteMessages, type ByteMessage } from '../../src/node/session/byteMessages';
import { SessionDriver } from '../../src/node/session/sessionDriver';
import { greetingOf } from '../../src/node/servers/greeting';
import { StdioServerEnd } from '../../src/node/stdio/stdioServerEnd';
import { systemClock } from '../../src/node/systemClock';
import type { Entry } from './servers';

const grace = { closeStdinMs: 500, termMs: 500 };

/** One session of an outside client with a real server, its processes started again whenever the session asks. */
export class BridgedServer {
  readonly #connection: BridgeConnection;
  readonly #entry: Entry;
  readonly #carrier: SessionDriver<ByteMessage>;
  #end: StdioServerEnd<ByteMessage> | undefined;
  #over = false;

  constructor(connection: BridgeConnection, entry: Entry, exposure: Exposure = noExposure) {
    this.#connection = connection;
    this.#entry = entry;
    const session = new RootsSession<ByteMessage>({
      server: 'everything',
      declare: true,
      onRevoke: 'restart',
      encode: (message) => byteMessages.of(message),
      identity: (answer) => greetingOf(byteMessages.parsed(answer)).identity,
      changingLists: (answer) => changingLists(byteMessages.parsed(answer)),
    });
    const client = connection.attach((message) => this.#carrier.fromClient(message));
    this.#carrier = new SessionDriver(session, byteMessages, client, systemClock, {
      replaceServer: () => void this.replace(),
      stopServer: () => void this.#stop(),
      startServer: () => void this.start(),
      endSession: () => void this.end(),
      tell: () => undefined,
      lookAtTools: () => undefined,
    });
    this.#carrier.expose(exposure);
    void connection.closed.then(() => this.end());
  }

  get pid(): number | undefined {
    return this.#end?.pid;
  }

  async start(): Promise<void> {
    const env = serverEnvironment({}, process.env, process.platform);
    const launch = { executable: this.#entry.command, args: this.#entry.args, cwd: __dirname, env };
    const end = new StdioServerEnd(await ServerProcess.start(launch), byteMessages);
    if (this.#over) {
      await end.stop(grace);
      return;
    }
    this.#end = end;
    this.#carrier.connect(end, []);
  }

  /** Puts another process in the place of the present one. */
  async replace(): Promise<void> {
    this.#carrier.disconnect({ outside: 'ended', inside: '"everything" was started again.' });
    await this.#stop();
    await this.start();
  }

  expose(exposure: Exposure): void {
    this.#carrier.expose(exposure);
  }

  sleep(): void {
    this.#carrier.sleep();
  }

  async end(): Promise<void> {
    this.#over = true;
    this.#carrier.close({ outside: 'ended', inside: '"everything" was stopped.' });
    await Promise.all([this.#stop(), this.#connection.closed]);
  }

  async #stop(): Promise<void> {
    const end = this.#end;
    this.#end = undefined;
    await end?.stop(grace);
  }
}
