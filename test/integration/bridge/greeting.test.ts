import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { authenticateShim, type ProvenShim } from '../../../src/node/bridge/authenticateShim';
import { hasProven, newNonce, proofOf } from '../../../src/node/bridge/protocol';
import { prove } from '../../../src/shim/prove';

const key = Buffer.alloc(32, 7);
const client = { id: 'one', key, name: 'Editor', servers: ['git'], createdAt: 0 };
const keys = { read: async (id: string) => (id === client.id ? client : undefined) };

describe('the greeting of a shim', function () {
  this.timeout(20_000);
  let [folder, server, address]: [string, Server, string] = ['', undefined as never, ''];
  /** What the window made of each connection. */
  let greeted: Promise<ProvenShim | undefined>[] = [];
  const sockets: Socket[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mcp-roots-greeting-'));
    address = path.join(folder, 's');
    greeted = [];
    server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      greeted.push(authenticateShim(socket, keys));
    });
    server.listen(address);
    await once(server, 'listening');
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
    await once(server, 'close');
    await rm(folder, { recursive: true });
  });

  async function dial(): Promise<Socket> {
    const socket = connect(address).on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  }

  /** Says lines and gives what came for each, then for the end of the connection. */
  async function talk(...says: readonly ((heard: Record<string, string>) => unknown)[]): Promise<unknown[]> {
    const socket = await dial();
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    const heard: Record<string, string>[] = [];
    for (const say of says) {
      socket.write(`${JSON.stringify(say(heard.at(-1) ?? {}))}\n`);
      const next = await lines.next();
      heard.push(next.done === true ? { closed: 'yes' } : JSON.parse(next.value));
    }
    return heard;
  }

  const hello = (changes: object = {}) => ({
    mcpRoots: 1,
    client: 'one',
    server: 'git',
    nonce: newNonce(),
    ...changes,
  });

  it('lets in who proves the key, as the client whose it is', async () => {
    const socket = await dial();
    await prove(socket, key, 'one', 'git');
    deepEqual(await greeted[0], { client, server: 'git' });
  });

  it('lets in nobody of another version, an unknown client, or without a nonce of the one form', async () => {
    const first = hello();
    for (const changes of [
      { mcpRoots: 2 },
      { client: 'two' },
      { client: ['one'] },
      { server: 7 },
      { nonce: '' },
      { nonce: `${first.nonce}=` },
      { nonce: first.nonce.slice(1) },
    ]) {
      const [heard] = await talk(() => ({ ...first, ...changes }));
      deepEqual(Object.keys(Object(heard)), ['refused'], JSON.stringify(changes));
    }
    deepEqual(
      await Promise.all(greeted),
      Array.from({ length: 7 }, () => undefined),
    );
  });

  it('challenges each connection anew, and has proven the key itself by then', async () => {
    const own = hello();
    const [[one], [two]] = [await talk(() => own), await talk(() => own)];
    const [first, second] = [Object(one), Object(two)];
    notEqual(first.nonce, second.nonce);
    equal(hasProven(key, 'window', { ...own, windowNonce: first.nonce }, first.proof), true);
  });

  it('takes no proof but that of the shim, for this client, server and connection', async () => {
    const own = hello();
    const proofs: readonly ((windowNonce: string, seen: string | undefined) => unknown)[] = [
      (_, seen) => seen,
      (windowNonce) => proofOf(key, 'window', { ...own, windowNonce }),
      (windowNonce) => proofOf(key, 'shim', { ...own, server: 'files', windowNonce }),
      (windowNonce) => proofOf(key, 'shim', { ...own, client: 'two', windowNonce }),
      (windowNonce) => proofOf(key, 'shim', { ...own, nonce: newNonce(), windowNonce }),
      () => proofOf(key, 'shim', { ...own, windowNonce: newNonce() }),
      (windowNonce) => proofOf(Buffer.alloc(32), 'shim', { ...own, windowNonce }),
      (windowNonce) => proofOf(key, 'shim', { ...own, windowNonce }).slice(0, -1),
      () => '',
      () => undefined,
    ];
    for (const proof of proofs) {
      const [, last] = await talk(
        () => own,
        ({ nonce = '', proof: seen }) => ({ proof: proof(nonce, seen) }),
      );
      deepEqual(last, {
        refused: 'The key of this client is another one than VS Code has. Start this client again.',
      });
    }
    deepEqual(
      await Promise.all(greeted),
      proofs.map(() => undefined),
    );
  });

  it('ends when its bound is over, whatever was said', async () => {
    const slow = createServer((socket) => {
      sockets.push(socket);
      greeted.push(authenticateShim(socket, keys, 50));
    });
    slow.listen(path.join(folder, 'slow'));
    await once(slow, 'listening');
    const socket = connect(path.join(folder, 'slow'));
    sockets.push(socket);
    socket.write(`${JSON.stringify(hello())}\n`);
    socket.resume();
    await once(socket, 'close');
    equal(await greeted[0], undefined);
    slow.close();
  });

  it('is left by a shim to which the window proves nothing, before that has said a proof', async () => {
    const heard: string[] = [];
    const impostor = createServer((socket) => {
      sockets.push(socket);
      socket.setEncoding('utf8').on('data', (text: string) => {
        heard.push(...text.trim().split('\n'));
        socket.write(`${JSON.stringify({ nonce: newNonce(), proof: newNonce() })}\n`);
      });
    });
    impostor.listen(path.join(folder, 'impostor'));
    await once(impostor, 'listening');
    const socket = connect(path.join(folder, 'impostor'));
    sockets.push(socket);
    await rejects(prove(socket, key, 'one', 'git'), { message: /does not have the key/ });
    deepEqual(
      heard.map((line) => Object.keys(JSON.parse(line))),
      [['mcpRoots', 'client', 'server', 'nonce']],
    );
    impostor.close();
  });
});
