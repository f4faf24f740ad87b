import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import { HttpEnds, type ObjectEnd } from './httpEnds';
import { bodyOf, Site, until } from './site';

const messageLimit = 64 * 1024;
const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream' };

/** Says something over and over, as fast as it is taken, until the connection ends or it was said so often. */
async function pour(response: ServerResponse, what: (at: number) => string, times = Infinity): Promise<void> {
  for (let at = 0; at < times && !response.destroyed; at += 1)
    if (!response.write(what(at))) await Promise.race([drained(response), closed(response)]);
}

const drained = (response: ServerResponse) => new Promise((resolve) => response.once('drain', resolve));
const closed = (response: ServerResponse) => new Promise((resolve) => response.once('close', resolve));

describe('Bad input: what a server at an address makes us hold', function () {
  this.timeout(60_000);
  const ends = new HttpEnds();
  const closing: (() => Promise<void>)[] = [];

  afterEach(async () => {
    await ends.stopAll();
    for (const close of closing.splice(0)) await close();
  });

  /** A server that is initialised as any, and answers each request after that in its own way. */
  async function serverThat(
    answers: (response: ServerResponse, request: { readonly id: number; readonly method: string }) => unknown,
    listens: (response: ServerResponse) => unknown = (response) => response.writeHead(405).end(),
  ): Promise<{ readonly site: Site; readonly own: ObjectEnd }> {
    const site = await Site.open(async (request, response) => {
      response.on('error', () => {});
      if (request.method === 'GET') return listens(response);
      if (request.method !== 'POST') return response.writeHead(405).end();
      const message = JSON.parse(await bodyOf(request)) as { readonly id?: number; readonly method: string };
      if (message.method === 'initialize') {
        const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} };
        return response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
      }
      if (message.id === undefined) return response.writeHead(202).end();
      return answers(response, { id: message.id, method: message.method });
    });
    closing.push(() => site.close());
    const own = ends.open(site.url, { messageLimit });
    await own.initialize();
    return { site, own };
  }

  const errorOf = (answer: Record<string, unknown>) => (answer['error'] as { message: string }).message;

  it('is two of the longest messages, however many streams and answers stop in the middle of one', async () => {
    const most = 2 * messageLimit;
    const half = (messageLimit * 3) / 4;
    const started: number[] = [];
    const { own } = await serverThat((response, { id, method }) => {
      const isStream = method === 'stream';
      response.writeHead(200, isStream ? events : json);
      response.write(isStream ? `data: ${'x'.repeat(half)}\ndata: ` : `{"x":"${'x'.repeat(half)}`);
      started.push(id);
    });
    for (let id = 1; id <= 30; id += 1)
      void own.end.send({ jsonrpc: '2.0', id, method: id % 2 === 0 ? 'stream' : 'answer' });
    await until(() => started.length === 30);
    await until(() => own.end.held.bytes > half);
    // The answers for which there was no room are refused, and not kept waiting.
    await until(() => own.messages.length >= 13);
    for (const message of own.messages.slice(1))
      match(errorOf(message as Record<string, unknown>), /bytes long, more than the limit/u);
    ok(own.end.held.bytes <= most, `${own.end.held.bytes} bytes`);
  });

  it('follows from the bytes of an answer, and not from the number of its pieces', async () => {
    let letEnd = () => {};
    const isSeen = new Promise<void>((resolve) => (letEnd = resolve));
    const { own } = await serverThat(async (response, { id }) => {
      response.writeHead(200, json);
      response.socket?.setNoDelay(true);
      await pour(response, (at) => (at === 0 ? '{"x":"' : 'x'), 20_000);
      await isSeen;
      response.end(`","jsonrpc":"2.0","id":${id},"result":{}}`);
    });
    const before = queryObjects(Uint8Array, { format: 'count' });
    void own.end.send({ jsonrpc: '2.0', id: 1, method: 'answer' });
    await until(() => own.end.held.bytes > 15_000);
    const buffers = queryObjects(Uint8Array, { format: 'count' }) - before;
    letEnd();
    ok(buffers < 2000, `${buffers} buffers`);
    await own.first(({ id }) => id === 1);
    equal(own.end.held.bytes, 0);
  });

  it('is bounded while the session is paused, and all that was taken is delivered after it', async () => {
    const { own } = await serverThat((response, { id }) =>
      response
        .writeHead(200, json)
        .end(JSON.stringify({ jsonrpc: '2.0', id, result: { x: 'x'.repeat(messageLimit / 2) } })),
    );
    own.end.pause();
    for (let id = 1; id <= 40; id += 1) void own.end.send({ jsonrpc: '2.0', id, method: 'answer' });
    await until(() => own.end.held.exchanges === 40 || own.end.held.bytes > messageLimit);
    let most = 0;
    for (let looks = 0; looks < 50; looks += 1) {
      most = Math.max(most, own.end.held.bytes);
      await delay(10);
    }
    ok(most > messageLimit && most <= 3 * messageLimit, `${most} bytes`);
    own.end.resume();
    await until(() => own.messages.length === 41);
    equal(own.end.held.bytes, 0);
  });

  it('is one stream, however often it is said that the session is initialised', async () => {
    let [listening, asked] = [0, 0];
    const { own } = await serverThat(
      () => (asked += 1),
      (response) => {
        listening += 1;
        response.writeHead(200, events).write(': here\n\n');
      },
    );
    for (let times = 0; times < 20; times += 1)
      void own.end.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    void own.end.send({ jsonrpc: '2.0', id: 1, method: 'never answered' });
    await until(() => asked === 1);
    equal(listening, 1);
    equal(own.end.held.streams, 1);
  });

  it('is one stream of the transport of 2024, where the server never says where it takes messages', async () => {
    const held: ServerResponse[] = [];
    const site = await Site.open((_, response) => {
      held.push(response);
      response.writeHead(200, events).write(': wait\n\n');
    });
    closing.push(() => site.close());
    const { end, messages } = ends.open(site.url, { type: 'sse' });
    for (let id = 1; id <= 20; id += 1) void end.send({ jsonrpc: '2.0', id, method: 'tools/list' });
    await until(() => held.length === 1 && end.held.exchanges === 20);
    for (const response of held) response.end();
    await until(() => messages.length === 20);
    equal(site.exchanges.length, 1);
  });

  it('is 256 connections: a request beyond them fails with a sentence, and goes through once some are over', async () => {
    const waiting: (() => void)[] = [];
    const { own } = await serverThat((response, { id }) => {
      waiting.push(() =>
        response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id, result: {} })),
      );
    });
    for (let id = 1; id <= 256; id += 1) void own.end.send({ jsonrpc: '2.0', id, method: 'tools/call' });
    await until(() => waiting.length === 256);
    match(errorOf(await own.ask(257, 'tools/call')), /^256 requests wait for this server already/u);
    equal(waiting.length, 256);
    for (const answer of waiting.splice(0)) answer();
    await until(() => own.end.held.exchanges === 0);
    const last = own.ask(258, 'tools/call');
    await until(() => waiting.length === 1);
    waiting[0]?.();
    deepEqual(await last, { jsonrpc: '2.0', id: 258, result: {} });
  });

  it('is nothing that could be thrown: a message nested beyond all measure is noise, and the next one comes', async () => {
    const deep = `${'['.repeat(25_000)}${']'.repeat(25_000)}`;
    const said = [
      deep,
      `[${deep}]`,
      `{"jsonrpc":"2.0","id":7,"result":${deep}}`,
      `{"jsonrpc":"2.0","id":${deep},"result":{}}`,
      `{"jsonrpc":"2.0","method":${deep}}`,
      `{"jsonrpc":"2.0","method":"x","params":${deep}}`,
    ];
    const { own } = await serverThat((response, { id }) => {
      response.writeHead(200, events);
      for (const each of said) response.write(`data: ${each}\n\n`);
      response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { is: 'there' } })}\n\n`);
    });
    deepEqual((await own.ask(1, 'tools/list'))['result'], { is: 'there' });
  });

  it('is nothing that could be thrown where nobody watches: what is told of its failures is no exception (rule 15)', async () => {
    const { own } = await serverThat((response) => response.destroy());
    own.end.onUnanswered(() => {
      throw new Error('bug');
    });
    match(errorOf(await own.ask(1, 'tools/list')), /^The connection to /u);
    await until(() => own.log.length > 0);
    deepEqual(own.log, ['(a message could not be dealt with: bug)']);
  });

  it('is a session also where nobody can be told that it offers no stream (rule 15)', async () => {
    const { own } = await serverThat((response, { id }) =>
      response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id, result: {} })),
    );
    own.end.onCannotAsk(() => {
      throw new Error('bug');
    });
    await until(() => own.cannotAsk.length > 0);
    deepEqual(await own.ask(1, 'tools/list'), { jsonrpc: '2.0', id: 1, result: {} });
    deepEqual(own.log, ['(a message could not be dealt with: bug)']);
  });
});
