import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

interface Answer {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An MCP client over streamable HTTP that does as little as it can: one connection, kept open; no answer is parsed. */
export class HttpClient {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1, noDelay: true });
  #session: string | undefined;
  #lastId = 0;

  /** Initialises the server at this address. */
  static async start(url: URL): Promise<HttpClient> {
    const client = new HttpClient(url);
    const clientInfo = { name: 'bench', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const { headers } = await client.#ask('initialize', params);
    client.#session = String(headers['mcp-session-id']);
    await client.#post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return client;
  }

  private constructor(url: URL) {
    this.#url = url;
  }

  /** Calls the tool that answers with so many bytes. @returns the length of the answer */
  async text(bytes: number): Promise<number> {
    const { body } = await this.#ask('tools/call', { name: 'text', arguments: { bytes } });
    if (body.length < bytes) throw new Error(`This is no answer: ${body.slice(0, 500)}`);
    return body.length;
  }

  stop(): void {
    this.#agent.destroy();
  }

  #ask(method: string, params: object): Promise<Answer> {
    this.#lastId += 1;
    return this.#post({ jsonrpc: '2.0', id: this.#lastId, method, params });
  }

  #post(message: object): Promise<Answer> {
    const body = JSON.stringify(message);
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(this.#session !== undefined && {
        'mcp-session-id': this.#session,
        'mcp-protocol-version': '2025-11-25',
      }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(this.#url, { method: 'POST', agent: this.#agent, headers }, (response) => {
        text(response).then((read) => resolve({ headers: response.headers, body: read }), reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}
