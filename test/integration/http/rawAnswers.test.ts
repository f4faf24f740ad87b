import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpEnds } from './httpEnds';

/** On the network, `fetch` itself waits minutes for what comes behind an interim answer. */
type Then = 'closes' | 'stays open' | 'stays open at a socket';
type Said = readonly [what: string, says: string, then?: Then];

/** What a program says that is no HTTP server, or does not want to be a good one; the socket closes after it or stays. */
const answers: readonly Said[] = [
  ...[600, 700, 999, 199, 150, 0].map(
    (status) => [`the status ${status}`, answer(`${status} Odd`, 'Content-Type: application/json')] as const,
  ),
  [
    'a switch to another protocol',
    answer('101 Switching', 'Upgrade: x', 'Connection: upgrade'),
    'stays open',
  ],
  ['a switch to no protocol', answer('101 Switching'), 'stays open at a socket'],
  ['an interim answer and nothing more', answer('100 Continue')],
  ['interim answers without an end', answer('103 Early Hints', 'Link: </a>').repeat(200)],
  ['nothing', ''],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['half a head', 'HTTP/1.1 200 OK\r\nContent-Type: applic'],
  ['a head that is too large', answer('200 OK', `X-Long: ${'x'.repeat(100_000)}`)],
  ['too many lines of a head', answer('200 OK', ...Array.from({ length: 9000 }, (_, at) => `X${at}: y`))],
  ['a status without a content, with one', `${answer('205 Reset Content', 'Content-Length: 9000')}{}`],
  [
    'a length that does not come',
    `${answer('200 OK', 'Content-Type: application/json', 'Content-Length: 9')}{`,
  ],
  ['a chunk of no length', `${answer('200 OK', 'Transfer-Encoding: chunked')}zz\r\n{}`],
  ['bytes beyond ASCII in its head', answer('200 OK', 'Content-Type: \u00ff\u00fe', 'X: \u0080')],
  ['a redirect to nowhere', answer('302 Found', 'Location: http://[')],
];

function answer(status: string, ...head: readonly string[]): string {
  return [`HTTP/1.1 ${status}`, ...head, '', ''].join('\r\n');
}

describe('Bad input: what is no answer to an exchange', function () {
  this.timeout(30_000);
  const ends = new HttpEnds();
  const closing: (() => void)[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'raw-'));

  after(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(async () => {
    await ends.stopAll();
    for (const close of closing.splice(0)) close();
  });

  async function listen(says: string, stays: boolean, at: string | number): Promise<Server> {
    const open = new Set<Socket>();
    const server = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => {});
      socket.once('data', () => (stays ? socket.write(says, 'latin1') : socket.end(says, 'latin1')));
    });
    closing.push(() => {
      for (const socket of open) socket.destroy();
      server.close();
    });
    await new Promise<void>((resolve) => {
      if (typeof at === 'string') server.listen(at, resolve);
      else server.listen(at, '127.0.0.1', resolve);
    });
    return server;
  }

  let sockets = 0;
  const ways = [
    [
      'at a socket',
      async (says: string, then: Then) => {
        const path = join(folder, `${(sockets += 1)}.sock`);
        await listen(says, then !== 'closes', path);
        return `unix://${path}#/mcp`;
      },
    ],
    [
      'on the network',
      async (says: string, then: Then) => {
        const { port } = (await listen(says, then === 'stays open', 0)).address() as AddressInfo;
        return `http://127.0.0.1:${port}/mcp`;
      },
    ],
  ] as const;
  for (const [where, listening] of ways)
    for (const [what, says, then = 'closes'] of answers)
      for (const type of ['http', 'sse'] as const)
        it(`ends that session with a sentence, and nothing else (${type} ${where}): ${what}`, async () => {
          const url = await listening(says, then);
          const { end } = ends.open(url, { type });
          void end.send({ jsonrpc: '2.0', id: 0, method: 'initialize' });
          const exit = await end.closed;
          equal(exit.kind, 'not reached');
          match('why' in exit ? exit.why : '', /^[^\n]{20,}\.$/u);
          deepEqual(end.held, { bytes: 0, streams: 0, exchanges: 0 });
        });
});
