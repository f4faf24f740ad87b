import { deepEqual } from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpEnds } from './httpEnds';
import { bodyOf, Site } from './site';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const status =
  (code: number, head = {}): Handler =>
  (_, response) =>
    response.writeHead(code, head).end();
const events =
  (text: string): Handler =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text);

describe('An answer whose stream broke off', function () {
  this.timeout(20_000);
  const ends = new HttpEnds();
  const closing: (() => Promise<void>)[] = [];

  afterEach(async () => {
    await ends.stopAll();
    for (const close of closing.splice(0)) await close();
  });

  /** Breaks off each answer behind its first event, and says this to those who want the rest, one after the other. */
  async function breakingSite(...rest: readonly Handler[]): Promise<Site> {
    let asked = 0;
    const site = await Site.open(async (request, response) => {
      if (request.method === 'GET') return rest[Math.min(asked++, rest.length - 1)]?.(request, response);
      await bodyOf(request);
      return events('id: 1\nretry: 100\ndata:\n\n')(request, response);
    });
    closing.push(() => site.close());
    return site;
  }

  /** What was said in place of the answer, and how often the rest was asked for. */
  async function vainly(site: Site): Promise<readonly unknown[]> {
    const { error } = await ends.open(site.url).ask(1, 'ping');
    const text = (error as { message: string }).message.replaceAll(/127\.0\.0\.1:\d+/g, 'HERE');
    return [text, site.exchanges.filter(({ method }) => method === 'GET').length];
  }

  const refusals: readonly (readonly [string, Handler, string])[] = [
    ...[400, 403, 404, 405, 410].map(
      (code) =>
        [`HTTP ${code}`, status(code), `, and the rest is not given (HTTP ${code}). Try again.`] as const,
    ),
    ['no content', status(204), ', and the rest is not given (HTTP 204). Try again.'],
    [
      'a web page',
      status(200, { 'content-type': 'text/html' }),
      ', and the rest is not given (HTTP 200). Try again.',
    ],
  ];
  for (const [what, refusal, why] of refusals)
    it(`is given up at once where the rest is refused: ${what}`, async () => {
      deepEqual(await vainly(await breakingSite(refusal)), [
        `The connection to HERE was lost before the answer was there${why}`,
        1,
      ]);
    });

  it('is given up at once where the rest is elsewhere', async () => {
    const elsewhere = status(307, { location: 'http://elsewhere.example/' });
    deepEqual(await vainly(await breakingSite(elsewhere)), [
      'HERE redirects to http://elsewhere.example/, which is not followed. ' +
        'If you trust that address, write it into the definition.',
      1,
    ]);
  });

  it('ends the session where the rest wants a sign-in', async () => {
    const { end } = ends.open((await breakingSite(status(401))).url);
    void end.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    deepEqual((await end.closed).kind, 'sign in');
  });

  for (const code of [429, 503])
    it(`is given up after six attempts in a row that brought nothing: HTTP ${code}`, async () => {
      deepEqual(await vainly(await breakingSite(status(code))), [
        'The connection to HERE was lost before the answer was there. Try again.',
        6,
      ]);
    });

  it('is followed as long as it goes on, however often an attempt fails between', async () => {
    const fails = [503, 429, 500, 429, 503].map((code) => status(code));
    const site = await breakingSite(
      ...fails,
      events('id: 2\ndata:\n\n'),
      ...fails,
      events('id: 3\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n'),
    );
    deepEqual(await ends.open(site.url).ask(1, 'ping'), { jsonrpc: '2.0', id: 1, result: {} });
    deepEqual(
      site.exchanges.map(({ headers }) => headers['last-event-id']),
      [undefined, '1', '1', '1', '1', '1', '1', '2', '2', '2', '2', '2', '2'],
    );
  });
});
