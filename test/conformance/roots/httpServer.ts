import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ScenarioServer } from './scenarioServer';
import type { Scenario } from './scenario';
import type { Entry, Message } from './transcript';

/** The server of a scenario over Streamable HTTP, on loopback; each session that is opened is one of its own. */
export class HttpScenarioServer {
  readonly #scenario: Scenario;
  readonly #log: (entry: Entry) => void;
  readonly #server: Server;
  readonly #sessions = new Map<string, HttpSession>();

  private constructor(scenario: Scenario, log: (entry: Entry) => void) {
    this.#scenario = scenario;
    this.#log = log;
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async listen(scenario: Scenario, log: (entry: Entry) => void): Promise<HttpScenarioServer> {
    const own = new HttpScenarioServer(scenario, log);
    own.#server.listen(0, '127.0.0.1');
    await once(own.#server, 'listening');
    return own;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? this.#sessions.get(id) : undefined;
    if (request.method === 'POST') {
      const heard = JSON.parse(await text(request)) as Message | readonly Message[];
      const messages = Array.isArray(heard) ? (heard as readonly Message[]) : [heard as Message];
      const isNew = messages.some(({ method }) => method === 'initialize');
      const session = isNew ? this.#begin() : known;
      if (session === undefined) return void response.writeHead(404).end();
      return session.post(messages, response);
    }
    if (known === undefined) return void response.writeHead(id === undefined ? 400 : 404).end();
    if (request.method === 'GET') return known.listen(response);
    if (request.method !== 'DELETE') return void response.writeHead(405).end();
    this.#sessions.delete(known.id);
    known.end();
    response.writeHead(200).end();
  }

  #begin(): HttpSession {
    const session = new HttpSession(this.#scenario, this.#log);
    this.#sessions.set(session.id, session);
    return session;
  }
}

/** Answers go on the stream of their own request; questions on the stream that the client holds open for them. */
class HttpSession {
  readonly id: string = randomUUID();
  readonly #server: ScenarioServer;
  readonly #answers = new Map<string, ServerResponse>();
  readonly #waiting: string[] = [];
  #stream: ServerResponse | undefined;

  constructor(scenario: Scenario, log: (entry: Entry) => void) {
    this.#server = new ScenarioServer(scenario, {
      session: this.id,
      send: (message) => this.#send(message),
      log,
    });
  }

  post(messages: readonly Message[], response: ServerResponse): void {
    response.setHeader('Mcp-Session-Id', this.id);
    const requests = messages.filter(({ id, method }) => id !== undefined && method !== undefined);
    if (requests.length === 0) response.writeHead(202).end();
    else response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const { id } of requests) this.#answers.set(String(id), response);
    for (const message of messages) this.#server.hear(message);
  }

  listen(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    this.#stream = response;
    for (const event of this.#waiting.splice(0)) response.write(event);
  }

  end(): void {
    this.#stream?.end();
  }

  #send(message: Message | readonly Message[]): void {
    const onWire = (each: Message) => ({ jsonrpc: '2.0', ...each });
    const all = Array.isArray(message) ? message.map(onWire) : onWire(message as Message);
    const event = `event: message\ndata: ${JSON.stringify(all)}\n\n`;
    const answered = Array.isArray(message) ? undefined : this.#answers.get(String((message as Message).id));
    if (answered !== undefined && !('method' in (message as Message))) {
      this.#answers.delete(String((message as Message).id));
      answered.end(event);
    } else if (this.#stream === undefined) this.#waiting.push(event);
    else this.#stream.write(event);
  }
}
