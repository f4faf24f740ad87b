import { deepEqual, equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { byteMessages } from '../../../src/node/session/byteMessages';
import { HttpEnds, type ObjectEnd } from './httpEnds';
import { McpSite, sseSite, type McpSiteOptions } from './mcpSite';
import { bodyOf, Site, until } from './site';

const roots = [{ uri: 'file:///w/web', name: 'web' }];

describe('The end of a server at an address', function () {
  this.timeout(30_000);
  const ends = new HttpEnds();
  const closing: (() => Promise<void>)[] = [];

  afterEach(async () => {
    await ends.stopAll();
    for (const close of closing.splice(0)) await close();
  });

  async function mcpSite(options?: McpSiteOptions): Promise<McpSite> {
    const site = await McpSite.open(options);
    closing.push(() => site.close());
    return site;
  }

  async function rawSite(handler: Parameters<typeof Site.open>[0]): Promise<Site> {
    const site = await Site.open(handler);
    closing.push(() => site.close());
    return site;
  }

  /** Answers what the server asks, as a session would. */
  function answerRoots({ end }: ObjectEnd): void {
    end.onMessage((message) => {
      const { id, method } = message as { id?: unknown; method?: string };
      if (method === 'roots/list') void end.send({ jsonrpc: '2.0', id, result: { roots } });
    });
  }

  const call = (id: number, name: string, given: object = {}) =>
    [id, 'tools/call', { name, arguments: given }] as const;

  for (const json of [false, true])
    it(`speaks Streamable HTTP with a server of the SDK, answers as ${json ? 'JSON' : 'events'}`, async () => {
      const site = await mcpSite({ json });
      const opened = ends.open(site.site.url, { headers: { 'x-own': '1' } });
      answerRoots(opened);
      const greeting = await opened.initialize();
      equal((greeting['result'] as { protocolVersion: string }).protocolVersion, '2025-11-25');
      const { result } = await opened.ask(...call(1, 'echo', { a: 'ü' }));
      deepEqual(result, { content: [{ type: 'text', text: '{"a":"ü"}' }] });
      await site.heard(1);
      deepEqual(site.roots, ['file:///w/web']);
      const [id] = site.sessionIds;
      await opened.end.stop({ closeStdinMs: 2000, termMs: 2000 });
      deepEqual(await opened.end.closed, { kind: 'session ended' });
      deepEqual(site.sessionIds, []);
      const told = site.site.exchanges.map(({ method, headers }) =>
        [
          method,
          headers['x-own'],
          headers['mcp-session-id'] === id ? 'in the session' : 'without session',
          headers['mcp-protocol-version'],
        ].join(' '),
      );
      deepEqual(told[0], 'POST 1 without session ');
      deepEqual(
        new Set(told.slice(1)),
        new Set(['POST', 'GET', 'DELETE'].map((method) => `${method} 1 in the session 2025-11-25`)),
      );
    });

  it('says that a server without a stream of its own may be unable to ask', async () => {
    const site = await mcpSite({ noStream: true });
    const opened = ends.open(site.site.url);
    const told = new Promise((resolve) => opened.end.onCannotAsk(resolve));
    await opened.initialize();
    equal(await told, 'it offers no stream (HTTP 405)');
    deepEqual((await opened.ask(...call(1, 'echo')))['result'], {
      content: [{ type: 'text', text: '{}' }],
    });
  });

  it('keeps the stream open: it is opened again when it breaks, behind the last event', async () => {
    const site = await mcpSite({ resumable: true });
    const opened = ends.open(site.site.url);
    answerRoots(opened);
    await opened.initialize();
    await site.heard(1);
    site.site.cut();
    const again = () =>
      site.site.exchanges.filter(({ method, headers }) => method === 'GET' && headers['last-event-id']);
    await until(() => again().length > 0);
    void opened.end.send({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' });
    await site.heard(2);
    deepEqual(site.roots, ['file:///w/web', 'file:///w/web']);
  });

  it('takes an answer up again whose stream broke off, behind the last event', async () => {
    let posts = 0;
    const site = await rawSite(async (request, response) => {
      const events = { 'content-type': 'text/event-stream' };
      if (request.method === 'GET') {
        response.writeHead(200, events);
        return response.end(`id: 2\ndata: {"jsonrpc":"2.0","id":1,"result":{"n":${posts}}}\n\n`);
      }
      await bodyOf(request);
      posts += 1;
      response.writeHead(200, events);
      return response.end('id: 1\nretry: 100\ndata:\n\n');
    });
    const opened = ends.open(site.url);
    deepEqual(await opened.ask(1, 'ping'), { jsonrpc: '2.0', id: 1, result: { n: 1 } });
    deepEqual(
      site.exchanges.map(({ method, headers }) => [method, headers['last-event-id']]),
      [
        ['POST', undefined],
        ['GET', '1'],
      ],
    );
  });

  it('is over when the server does not know the session any more (404)', async () => {
    const site = await mcpSite();
    const opened = ends.open(site.site.url);
    await opened.initialize();
    site.forgetSessions();
    void opened.end.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    equal((await opened.end.closed).kind, 'session over');
    // Whatever was asked is failed by the session that it belongs to, with its own sentence.
    deepEqual(opened.messages.length, 1);
  });

  it('sends nothing more once it is stopped, also not while it takes leave', async () => {
    const held: ServerResponse[] = [];
    const site = await rawSite(async (request, response) => {
      if (!(await bodyOf(request)).includes('"initialize"')) return held.push(response);
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's' });
      return response.end('{"jsonrpc":"2.0","id":0,"result":{}}');
    });
    const { end, ask } = ends.open(site.url);
    await ask(0, 'initialize');
    for (const method of ['notifications/first', 'notifications/second'])
      void end.send({ jsonrpc: '2.0', method });
    await until(() => held.length === 1);
    const stopped = end.stop({ closeStdinMs: 2000, termMs: 2000 });
    await until(() => held.length === 2);
    held[0]?.writeHead(202).end();
    await delay(100);
    held[1]?.writeHead(204).end();
    await stopped;
    deepEqual(
      site.exchanges.map(({ method }) => method),
      ['POST', 'POST', 'DELETE'],
    );
  });

  it('falls back to HTTP with server-sent events, as the specification says', async () => {
    const { site, roots: heard } = await sseSite();
    closing.push(() => site.close());
    const opened = ends.open(site.url);
    answerRoots(opened);
    await opened.initialize();
    deepEqual((await opened.ask(...call(1, 'echo', { b: 1 })))['result'], {
      content: [{ type: 'text', text: '{"b":1}' }],
    });
    await until(() => heard.length > 0);
    deepEqual(heard, ['file:///w/web']);
    deepEqual(
      site.exchanges.slice(0, 2).map(({ method }) => method),
      ['POST', 'GET'],
    );
  });

  it('speaks HTTP with server-sent events at once where the definition says so; its stream is the session', async () => {
    const { site } = await sseSite();
    closing.push(() => site.close());
    const opened = ends.open(site.url, { type: 'sse' });
    await opened.initialize();
    equal(site.exchanges[0]?.method, 'GET');
    site.cut();
    equal((await opened.end.closed).kind, 'not reached');
  });

  it('takes batches apart, in a stream and in an answer', async () => {
    const note = (n: number) => `{"jsonrpc":"2.0","method":"notifications/n","params":{"n":${n}}}`;
    const answer = (id: number) => `{"jsonrpc":"2.0","id":${id},"result":{}}`;
    const site = await rawSite(async (request, response) => {
      const { id } = JSON.parse(await bodyOf(request)) as { id: number };
      const isJson = id === 1;
      const batch = `[${note(1)},${answer(id)},${note(2)},7]`;
      response.writeHead(200, { 'content-type': isJson ? 'application/json' : 'text/event-stream' });
      response.end(isJson ? batch : `data: ${batch}\n\n`);
    });
    const opened = ends.open(site.url);
    await opened.ask(1, 'ping');
    await opened.ask(2, 'ping');
    const shape = (message: object) =>
      Object.values(message)
        .slice(1)
        .map((each) => JSON.stringify(each));
    const batch = (id: number) => [
      ['"notifications/n"', '{"n":1}'],
      [String(id), '{}'],
      ['"notifications/n"', '{"n":2}'],
    ];
    deepEqual(opened.messages.map(shape), [...batch(1), ...batch(2)]);
    deepEqual(opened.log, ['not a message, passed over: 7', 'not a message, passed over: 7']);
  });

  it('gives an outside client the very bytes of the server, and the server those of the client', async () => {
    const sent = '{"jsonrpc":"2.0","id":12345678901234567890,"method":"x","params":{"n":0.10,"é":1e400}}';
    const answer =
      '{"jsonrpc":"2.0","id":12345678901234567890,"result":{"n":1.000,"é":"\\u00e9","x":1,"x":2}}';
    let got = '';
    const site = await rawSite(async (request, response) => {
      got = await bodyOf(request);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`event: message\r\ndata: ${answer}\r\n\r\n`);
    });
    const { end, first } = ends.openWith(byteMessages, site.url);
    const { value } = byteMessages.take(Buffer.from(sent)).values.next();
    if (value?.kind !== 'message') throw new Error('It is a message.');
    void end.send(value.message);
    const { bytes } = await first((message) => 'result' in message);
    deepEqual([got.trim(), bytes.toString('utf8')], [sent, answer]);
  });

  it('reads nothing while it is paused, and goes on where it was', async () => {
    const size = 64 * 1024;
    const site = await rawSite(async (request, response) => {
      await bodyOf(request);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let n = 0; n < 200; n += 1) {
        const params = { n, text: 'x'.repeat(size) };
        const fits = response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', method: 'n', params })}\n\n`);
        if (!fits) await once(response, 'drain');
      }
      response.end('data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n');
    });
    const opened = ends.open(site.url);
    let paused = 0;
    const listening = opened.end.onMessage(() => {
      listening.dispose();
      paused = opened.messages.length;
      opened.end.pause();
    });
    void opened.end.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    await until(() => paused > 0);
    await delay(100);
    equal(opened.messages.length, paused);
    opened.end.resume();
    await opened.first((message) => message['id'] === 1);
    const numbers = opened.messages.slice(0, -1).map((m) => (m as { params: { n: number } }).params.n);
    deepEqual(
      numbers,
      Array.from({ length: 200 }, (_, n) => n),
    );
  });

  it('reaches a server over a unix socket', async function () {
    if (process.platform === 'win32') this.skip(); // Windows has named pipes, which do not lie in a directory.
    const folder = await mkdtemp(join(tmpdir(), 'http-'));
    closing.push(() => rm(folder, { recursive: true }));
    const site = await mcpSite({ at: join(folder, 's') });
    const opened = ends.open(site.site.url);
    answerRoots(opened);
    await opened.initialize();
    await site.heard(1);
    ok(site.site.exchanges.every(({ headers }) => headers.host === 'localhost'));
    await opened.end.stop({ closeStdinMs: 2000, termMs: 2000 });
    deepEqual(site.sessionIds, []);
  });
});
