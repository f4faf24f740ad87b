import { deepEqual, equal, match } from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpEnds } from './httpEnds';
import { bodyOf, Site, until } from './site';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const html: Handler = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Welcome</h1>');
const status = (code: number, headers = {}) =>
  ((_, response) => response.writeHead(code, headers).end()) satisfies Handler;

describe('Bad input: a server at an address', function () {
  this.timeout(30_000);
  const ends = new HttpEnds();
  const closing: (() => Promise<void>)[] = [];

  afterEach(async () => {
    await ends.stopAll();
    for (const close of closing.splice(0)) await close();
  });

  async function siteOf(handler: Handler): Promise<Site> {
    const site = await Site.open(handler);
    closing.push(() => site.close());
    return site;
  }

  /** How an end is closed that begins with `initialize`, with the place of the server taken out. */
  async function exitOf(url: string, type: 'http' | 'sse' = 'http'): Promise<readonly string[]> {
    const { end } = ends.open(url, { type });
    void end.send({ jsonrpc: '2.0', id: 0, method: 'initialize' });
    const exit = await end.closed;
    const why = 'why' in exit ? exit.why : '';
    return [exit.kind, why.replaceAll(/127\.0\.0\.1:\d+|localhost:\d+/g, 'HERE')];
  }

  const look = 'Correct the "url" of the definition.';
  const atTheBeginning: readonly (readonly [string, Handler, string, string])[] = [
    ['a web page', html, 'not reached', `HERE answered with a web page, not with an MCP message. ${look}`],
    [
      'no type of content',
      status(200),
      'not reached',
      `HERE answered without saying what its answer is, not with an MCP message. ${look}`,
    ],
    [
      'HTTP 400',
      status(400),
      'not reached',
      'HERE finds the request malformed (HTTP 400). Look whether the address is that of an MCP server.',
    ],
    [
      'HTTP 401',
      status(401),
      'sign in',
      'HERE asks who you are (HTTP 401). Sign in, or correct the "headers" of the definition.',
    ],
    [
      'HTTP 403',
      status(403),
      'not reached',
      'HERE does not let you in (HTTP 403). Ask whoever runs it for access.',
    ],
    ['HTTP 404', status(404), 'not reached', `HERE has nothing at this address (HTTP 404). ${look}`],
    ['HTTP 405', status(405), 'not reached', `HERE takes no messages at this address (HTTP 405). ${look}`],
    [
      'HTTP 503',
      status(503),
      'not reached',
      'HERE has a fault of its own (HTTP 503). Try again later, or ask whoever runs it.',
    ],
    [
      'a connection that breaks',
      (_, response) => response.destroy(),
      'not reached',
      'The connection to HERE was lost before the answer was there. Try again.',
    ],
    [
      'an answer that breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
        response.write('{"json', () => response.destroy());
      },
      'not reached',
      'The connection to HERE was lost before the answer was there. Try again.',
    ],
    [
      'a stream that ends without the answer',
      (_, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': hello\n\n'),
      'not reached',
      'The connection to HERE was lost before the answer was there. Try again.',
    ],
    [
      'JSON that is none',
      (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
      'not reached',
      'HERE answered with something else than the answer. Look into the log of the server.',
    ],
    [
      'a redirect to another origin',
      status(307, { location: 'http://evil.example/mcp?x=1' }),
      'not reached',
      'HERE redirects to http://evil.example/mcp, which is not followed. If you trust that address, write it into the definition.',
    ],
    [
      'a redirect that does not keep the message',
      (request, response) =>
        status(request.url === '/mcp' ? 302 : 503, { location: '/there' })(request, response),
      'not reached',
      'HERE redirects to http://HERE/there, which is not followed. If you trust that address, write it into the definition.',
    ],
    [
      'redirects without end',
      status(308, { location: '/again' }),
      'not reached',
      'HERE redirects to http://HERE/again, which is not followed. If you trust that address, write it into the definition.',
    ],
  ];
  for (const [what, handler, kind, why] of atTheBeginning)
    it(`is left with a sentence: ${what}`, async () => {
      const site = await siteOf(handler);
      deepEqual(await exitOf(site.url), [kind, why]);
    });

  it('is left with a sentence where nothing listens, and where no name is known', async () => {
    const site = await siteOf(html);
    await site.close();
    deepEqual(await exitOf(site.url), [
      'not reached',
      'Nothing listens at HERE. Start that server, or correct the "url" of the definition.',
    ]);
    const [kind, why] = await exitOf('http://no-such-name.invalid/mcp');
    equal(kind, 'not reached');
    match(String(why), /^The name of no-such-name\.invalid is not known|cannot be reached/u);
    deepEqual(await exitOf('unix:///no/such/socket'), [
      'not reached',
      'There is no socket at /no/such/socket. Start that server, or correct the "url" of the definition.',
    ]);
  });

  it('is left with a sentence where its certificate is from nobody whom this machine trusts', async function () {
    // Nothing else at hand makes a certificate, and a key must not lie in the repository.
    if (spawnSync('openssl', ['version']).status !== 0) this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
    execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, html);
    rmSync(folder, { recursive: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(() => resolve())));
    const { port } = server.address() as AddressInfo;
    deepEqual(await exitOf(`https://localhost:${port}/mcp`), [
      'not reached',
      'The certificate of HERE is from nobody whom this machine trusts. Correct that certificate, or let this machine trust its issuer.',
    ]);
    deepEqual(await exitOf(`http://localhost:${port}/mcp`), [
      'not reached',
      'The connection to HERE was lost before the answer was there. Try again.',
    ]);
  });

  it('that speaks the transport of 2024 is left where it names an address elsewhere, or none', async () => {
    const stream = (text: string) => (_: IncomingMessage, response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text);
    const elsewhere = await siteOf(stream('event: endpoint\ndata: http://evil.example/messages\n\n'));
    const nowhere = await siteOf(stream('data: {}\n\n'));
    deepEqual(
      [await exitOf(elsewhere.url, 'sse'), await exitOf(nowhere.url, 'sse')],
      [
        ['not reached', 'HERE names an address elsewhere for messages: not followed.'],
        ['not reached', `HERE does not say where it takes messages. ${look}`],
      ],
    );
  });

  it('gets the headers of the definition only within its origin, also over a redirect', async () => {
    const other = await siteOf(html);
    const site = await siteOf(async (request, response) => {
      await bodyOf(request);
      if (request.url === '/mcp') return response.writeHead(307, { location: '/there' }).end();
      if (request.url === '/there') return response.writeHead(308, { location: other.url }).end();
      return response.end();
    });
    const { end } = ends.open(site.url, { headers: { authorization: 'Bearer secret' } });
    void end.send({ jsonrpc: '2.0', id: 0, method: 'initialize' });
    equal((await end.closed).kind, 'not reached');
    deepEqual(
      [site.exchanges.map(({ headers }) => headers.authorization), other.exchanges],
      [['Bearer secret', 'Bearer secret'], []],
    );
  });

  it('that fails later fails that request only, in words or with its own error', async () => {
    const answers: readonly Handler[] = [
      status(500),
      html,
      (_, response) =>
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no such thing"}}'),
      (_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"jsonrpc":"2.0","id":4,"result":{"n":1}}'),
    ];
    let asked = 0;
    const site = await siteOf(async (request, response) => {
      await bodyOf(request);
      return answers[asked++]?.(request, response);
    });
    const opened = ends.open(site.url);
    const said: unknown[] = [];
    for (const id of [1, 2, 3, 4]) {
      const { error, result } = await opened.ask(id, 'tools/list');
      said.push(
        error === undefined
          ? result
          : (error as { message: string }).message.split(' ').slice(1, 6).join(' '),
      );
    }
    deepEqual(said, ['has a fault of its', 'answered with a web page,', 'such thing', { n: 1 }]);
  });

  it('that answers with more than is taken fails that request, as JSON and in a stream', async () => {
    const long = 'x'.repeat(200_000);
    const site = await siteOf(async (request, response) => {
      const { id } = JSON.parse(await bodyOf(request)) as { id: number };
      const answer = JSON.stringify({ jsonrpc: '2.0', id, result: { long: id < 3 ? long : '' } });
      const isJson = id === 1;
      response.writeHead(200, { 'content-type': isJson ? 'application/json' : 'text/event-stream' });
      response.end(isJson ? answer : `data: ${answer}\n\n`);
    });
    const opened = ends.open(site.url, { messageLimit: 100_000 });
    const answers = [await opened.ask(1, 'x'), await opened.ask(2, 'x'), await opened.ask(3, 'x')];
    deepEqual(
      answers.map(({ error }) => / more than the limit/u.test(JSON.stringify(error ?? ''))),
      [true, true, false],
    );
  });

  it('whose stream never ends and says nothing is left like any other', async () => {
    let sent = 0;
    const piece = ': '.padEnd(64 * 1024, 'x');
    const site = await siteOf((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const more = () => {
        for (let fits = true; fits && !response.destroyed; sent += piece.length) fits = response.write(piece);
        response.once('drain', more);
      };
      more();
    });
    const opened = ends.open(site.url, { messageLimit: 1024 * 1024 });
    void opened.end.send({ jsonrpc: '2.0', id: 1, method: 'x' });
    await until(() => sent > 4 * 1024 * 1024);
    await opened.end.stop({ closeStdinMs: 100, termMs: 100 });
    deepEqual([await opened.end.closed, opened.messages], [{ kind: 'session ended' }, []]);
  });
});
