import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { UserError } from '../../../src/core/errors';
import { ClientKeys } from '../../../src/node/bridge/clientKeys';
import { newNonce, proofOf } from '../../../src/node/bridge/protocol';
import { KeptLog, testSigner } from '../../unit/stores/surroundings';
import { BridgeBench, message } from './bridgeBench';

const isRoot = process.getuid?.() === 0;
const ping = '{"jsonrpc":"2.0", "id":1,"method":"ping","big":12345678901234567890}';
const mebibyte = 1024 * 1024;
const usual = { name: 'Editor', servers: ['git'] };

describe('the bridge between a shim and a window', function () {
  this.timeout(60_000);
  const bench = new BridgeBench();

  it('carries bytes both ways once both sides have proven the key', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const key = await window.keys.create(usual);
    const shim = bench.shim(storage, [key.id, 'git']);
    shim.say(ping);
    equal(await shim.line(), ping);
    const [connection] = window.connections;
    deepEqual([connection?.client, connection?.server], [key, 'git']);
    shim.stdin.end();
    deepEqual(await shim.ended(), { code: 0, stderr: '' });
    await connection?.closed;
  });

  it('keeps the key in a file of our own, mode 0600, and sends it never', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    const file = path.join(storage.path, 'clients', `${id}.json`);
    equal((await lstat(file)).mode & 0o777, 0o600);
    const { key } = JSON.parse(await readFile(file, 'utf8'));
    const heard: Buffer[] = [];
    const spy = await relay(window.listener.address, path.join(storage.path, 'spy.sock'), heard);
    const shim = bench.shim(storage, [id, 'git'], { env: { MCP_ROOTS_SOCKET: spy } });
    shim.say(ping);
    equal(await shim.line(), ping);
    const all = Buffer.concat(heard).toString('latin1');
    ok(all.includes('"proof"') && !all.includes(key));
  });

  it('lets nobody in with another key, and the shim serves no window with another key', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    const socket = await dial(window.listener.address);
    const hello = { client: id, server: 'git', nonce: newNonce() };
    socket.write(`${JSON.stringify({ mcpRoots: 1, ...hello })}\n`);
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    const { nonce: windowNonce } = JSON.parse(String((await lines.next()).value));
    const proof = proofOf(Buffer.alloc(32), 'shim', { ...hello, windowNonce });
    socket.write(`${JSON.stringify({ proof })}\n`);
    equal(
      (await lines.next()).value,
      '{"refused":"The key of this client is another one than VS Code has. Start this client again."}',
    );
    deepEqual(window.connections, []);

    const other = await bench.storage();
    const elsewhere = await bench.window(other);
    await elsewhere.keys.create({ ...usual, id });
    const shim = bench.shim(storage, [id, 'git'], { env: { MCP_ROOTS_SOCKET: elsewhere.listener.address } });
    deepEqual(await shim.ended(), {
      code: 1,
      stderr: 'MCP Roots: What listens there does not have the key of this client. Restart VS Code.\n',
    });
    deepEqual(elsewhere.connections, []);
  });

  it('takes no proof of the window for one of the shim', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    const socket = await dial(window.listener.address);
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    socket.write(`${JSON.stringify({ mcpRoots: 1, client: id, server: 'git', nonce: newNonce() })}\n`);
    const { proof } = JSON.parse(String((await lines.next()).value));
    socket.write(`${JSON.stringify({ proof })}\n`);
    ok(String((await lines.next()).value).includes('refused'));
  });

  it('refuses a client that is not let in, on both sides', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const shim = bench.shim(storage, ['nobody', 'git']);
    deepEqual(await shim.ended(), {
      code: 1,
      stderr:
        'MCP Roots: VS Code has let in no client "nobody", or it was revoked. Run "MCP Roots: Use from Another Client…" in VS Code and copy its configuration again.\n',
    });
    const socket = await dial(window.listener.address);
    socket.write(`${JSON.stringify({ mcpRoots: 1, client: '../x', server: 'git', nonce: newNonce() })}\n`);
    const [line] = await once(createInterface({ input: socket }), 'line');
    ok(String(line).includes('does not know this client'));
  });

  for (const mode of [0o644, 0o640, 0o606]) {
    it(`uses no key file of mode ${mode.toString(8)}, on neither side`, async () => {
      const storage = await bench.storage();
      const window = await bench.window(storage);
      const { id } = await window.keys.create(usual);
      const file = path.join(storage.path, 'clients', `${id}.json`);
      await chmod(file, mode);
      const shim = bench.shim(storage, [id, 'git']);
      deepEqual(await shim.ended(), {
        code: 1,
        stderr: `MCP Roots: The key file of the client "${id}" is not used: it is open to other accounts (mode ${mode.toString(8)}).\n`,
      });
      await window.keys.refresh();
      deepEqual(window.keys.keys, []);
      deepEqual(window.log.warnings, [
        `The key file "${id}.json" is not used: it is open to other accounts (mode ${mode.toString(8)}).`,
      ]);
    });
  }

  it('uses no key file of another account, and no link to one', async function () {
    if (!isRoot) this.skip();
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const [first, second] = [await window.keys.create(usual), await window.keys.create(usual)];
    const file = (id: string) => path.join(storage.path, 'clients', `${id}.json`);
    await chown(file(first.id), 65534, 65534);
    await unlink(file(second.id));
    await symlink(file(first.id), file(second.id));
    deepEqual(
      [
        await bench.shim(storage, [first.id, 'git']).ended(),
        await bench.shim(storage, [second.id, 'git']).ended(),
      ].map(({ stderr }) => stderr),
      [
        `MCP Roots: The key file of the client "${first.id}" is not used: it belongs to another account.\n`,
        `MCP Roots: The key file of the client "${second.id}" is not used: it is a symbolic link.\n`,
      ],
    );
    await window.keys.refresh();
    deepEqual(window.keys.keys, []);
  });

  it('connects to no socket of another account', async function () {
    if (!isRoot) this.skip();
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    await chown(window.listener.address, 65534, 65534);
    deepEqual(await bench.shim(storage, [id, 'git']).ended(), noWindow);
  });

  it('ends the sessions of a client that is revoked, or may not open their server any more', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const [first, second] = [await window.keys.create(usual), await window.keys.create(usual)];
    const shims = [bench.shim(storage, [first.id, 'git']), bench.shim(storage, [second.id, 'git'])];
    for (const shim of shims) {
      shim.say(ping);
      await shim.line();
    }
    await window.keys.setServers(first.id, ['other']);
    deepEqual(await shims[0]?.ended(), { code: 1, stderr: '' });
    // As another window, or the user, would do it.
    await rm(path.join(storage.path, 'clients', `${second.id}.json`));
    deepEqual(await shims[1]?.ended(), { code: 1, stderr: '' });
    deepEqual(
      window.keys.keys.map(({ id }) => id),
      [first.id],
    );
  });

  it('ends the session of a key that was revoked although its client is in again', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create({ ...usual, id: 'fixed' });
    const shim = bench.shim(storage, [id, 'git']);
    shim.say(ping);
    await shim.line();
    // Another window: this one may look only when both has happened.
    const another = bench.surroundings.add(
      await ClientKeys.open({ storage, signer: testSigner, log: window.log }),
    );
    await another.revoke(id);
    await another.create({ ...usual, id });
    deepEqual(await shim.ended(), { code: 1, stderr: '' });
  });

  it('lets a client in that another window has let in just now', async () => {
    const storage = await bench.storage();
    const [window, another] = [await bench.window(storage), await bench.window(storage)];
    const { id } = await another.keys.create(usual);
    let known: readonly string[] = [];
    window.serve = (connection) => {
      known = window.keys.keys.map((key) => key.id);
      connection.close();
    };
    await bench.shim(storage, [id, 'git'], { env: { MCP_ROOTS_SOCKET: window.listener.address } }).ended();
    deepEqual(known, [id]);
  });

  it('keeps the key of a client that is let in again, with another name and other servers', async () => {
    const storage = await bench.storage();
    const { keys } = await bench.window(storage);
    const first = await keys.create({ ...usual, id: 'vscode-chat' });
    const text = await readFile(path.join(storage.path, 'clients', 'vscode-chat.json'), 'utf8');
    const again = await keys.create({ id: 'vscode-chat', name: 'Chat', servers: ['a', 'b'] });
    const after = await readFile(path.join(storage.path, 'clients', 'vscode-chat.json'), 'utf8');
    deepEqual(again, { ...first, name: 'Chat', servers: ['a', 'b'] });
    equal(JSON.parse(after).key, JSON.parse(text).key);
    await rejects(keys.create({ ...usual, id: '../x' }), UserError);
    await rejects(keys.setServers('nobody', []), UserError);
  });

  it('answers a refused client with the sentence as the error of its request, then ends', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    window.serve = (connection) => connection.refuse('not ready');
    const { id } = await window.keys.create(usual);
    const shim = bench.shim(storage, [id, 'git']);
    shim.say('{"jsonrpc":"2.0","method":"notifications/x"}');
    shim.say('{"jsonrpc":"2.0","id":"a","method":"initialize","params":{}}');
    equal(
      await shim.line(),
      '{"id":"a","jsonrpc":"2.0","error":{"code":-32000,"message":"The server is not ready yet. Try again."}}',
    );
    deepEqual(await shim.ended(), { code: 1, stderr: '' });
  });

  it('answers a refused client also when that ends its input right after its first request', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    window.serve = (connection) => connection.refuse('not ready');
    const { id } = await window.keys.create(usual);
    const shim = bench.shim(storage, [id, 'git']);
    shim.say('{"jsonrpc":"2.0","id":"a","method":"initialize","params":{}}');
    shim.stdin.end();
    equal(
      await shim.line(),
      '{"id":"a","jsonrpc":"2.0","error":{"code":-32000,"message":"The server is not ready yet. Try again."}}',
    );
    deepEqual(await shim.ended(), { code: 0, stderr: '' });
  });

  it('connects for no client that ends its input before it said anything', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    const shim = bench.shim(storage, [id, 'git']);
    shim.stdin.end();
    deepEqual(await shim.ended(), { code: 0, stderr: '' });
  });

  it('takes batches apart, and no "initialize" out of one', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    const shim = bench.shim(storage, [id, 'git']);
    shim.say(`[${ping},{"jsonrpc":"2.0","id":2,"method":"initialize"}, ${ping} ]`);
    deepEqual(
      [await shim.line(), await shim.line(), await shim.line()],
      [
        ping,
        '{"id":2,"jsonrpc":"2.0","error":{"code":-32000,"message":"\\"initialize\\" must not be part of a batch."}}',
        ping,
      ],
    );
  });

  it('passes no line that is no message, and lives on', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    const shim = bench.shim(storage, [id, 'git']);
    for (const odd of ['', 'x', '{', '7', 'null', '[]', '{"jsonrpc":"2.0"}', '\u0000', `${ping}${ping}`])
      shim.say(odd);
    shim.stdin.write(Buffer.from([0x22, 0xff, 0x22, 0x0a]));
    shim.say(ping);
    equal(await shim.line(), ping);
  });

  it('carries a message of 64 MB both ways, and refuses a longer one in words', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    const shim = bench.shim(storage, [id, 'git']);
    const head = '{"jsonrpc":"2.0","id":1,"method":"x","params":{"blob":"';
    const whole = `${head}${'x'.repeat(64 * 1024 * 1024 - head.length - 3)}"}}`;
    shim.say(whole);
    ok((await shim.line()) === whole);
    shim.say(`${head}${'x'.repeat(64 * 1024 * 1024)}"}}`);
    const { id: answered, error } = JSON.parse(String(await shim.line()));
    deepEqual([answered, error.code], [1, -32600]);
    shim.say(ping);
    equal(await shim.line(), ping);
  });

  it('keeps no more than a little of what a client does not read', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    const big = message(`{"jsonrpc":"2.0","method":"x","params":"${'x'.repeat(mebibyte)}"}`);
    const count = 64;
    let given = 0;
    window.serve = (connection) => {
      const end = connection.attach(() => undefined);
      const give = async () => {
        for (; given < count; given += 1) await end.receive(big);
        connection.close();
      };
      void give();
    };
    const { stdout } = bench.shim(storage, [id, 'git']);
    let read = 0;
    let most = 0;
    for await (const chunk of stdout) {
      most = Math.max(most, given * mebibyte - read);
      read += (chunk as Buffer).length;
    }
    deepEqual([given, read], [count, count * (big.bytes.length + 1)]);
    ok(most < 8 * mebibyte, `${most} bytes were on the way`);
  });

  it('reads no more of a client than its session takes', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    const line = `{"jsonrpc":"2.0","method":"x","params":"${'x'.repeat(mebibyte)}"}\n`;
    const count = 64;
    let heard = 0;
    let most = 0;
    window.serve = (connection) => {
      const end = connection.attach(() => {
        end.hold?.(true);
        heard += 1;
        const taken = count * line.length - shim.stdin.writableLength;
        most = Math.max(most, taken - heard * line.length);
        if (heard === count) connection.close();
        else setImmediate(() => end.hold?.(false));
      });
    };
    const shim = bench.shim(storage, [id, 'git']);
    for (let i = 0; i < count; i += 1) shim.stdin.write(line);
    await shim.ended();
    equal(heard, count);
    ok(most < 8 * mebibyte, `${most} bytes were on the way`);
  });

  it('ends the session when the client dies, and the shim with it', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    const shim = bench.shim(storage, [id, 'git']);
    shim.say(ping);
    await shim.line();
    shim.stdin.destroy();
    shim.stdout.destroy();
    const [ended] = await Promise.all([shim.ended(), window.connections[0]?.closed]);
    deepEqual([ended.code, window.connections.length], [0, 1]);
  });

  it('ends the session when the client dies while nothing is read of what it says', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    const held = new Promise<void>((resolve) => {
      window.serve = (connection) => {
        const end = connection.attach(() => {
          end.hold?.(true);
          resolve();
        });
      };
    });
    const shim = bench.shim(storage, [id, 'git']);
    for (let i = 0; i < 8; i += 1)
      shim.say(`{"jsonrpc":"2.0","method":"x","params":"${'x'.repeat(mebibyte)}"}`);
    await held;
    await shim.kill();
    const [connection, ...others] = window.connections;
    equal(await connection?.closed.then(() => 'ended'), 'ended');
    deepEqual(others, []);
  });

  it('ends the shim with its parent, also when its input stays open', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    const shim = path.join(storage.path, 'bin', 'shim.js');
    // The input of the shim is this process's: it does not end with the parent.
    const script = `require('child_process').spawn(process.execPath, ${JSON.stringify([shim, id, 'git'])}, { stdio: 'inherit' })`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
    bench.surroundings.onEnd(() => parent.stdin.destroy());
    parent.stdin.write(`${ping}\n`);
    const [answer] = await once(parent.stdout.setEncoding('utf8'), 'data');
    parent.kill('SIGKILL');
    const [connection] = window.connections;
    deepEqual([answer, await connection?.closed.then(() => 'ended')], [`${ping}\n`, 'ended']);
  });

  it('lets no request of a server wait for an answer that the client gave in no usable form', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage, [], { messageLimit: mebibyte });
    const { id } = await window.keys.create(usual);
    const shim = bench.shim(storage, [id, 'git']);
    shim.say('{"jsonrpc":"2.0","id":"a"}');
    shim.say(`{"jsonrpc":"2.0","id":"b","result":"${'x'.repeat(mebibyte)}"}`);
    const heard = [await shim.line(), await shim.line()].map((line) => JSON.parse(String(line)));
    deepEqual(
      heard.map((answer) => [answer.id, answer.error.code]),
      [
        ['a', -32000],
        ['b', -32000],
      ],
    );
  });

  it('ends the shim when the window closes, also when its client reads nothing', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    const served = new Promise<void>((resolve) => {
      window.serve = (connection) => {
        const end = connection.attach(() => undefined);
        void end.receive(message(`{"jsonrpc":"2.0","method":"x","params":"${'x'.repeat(8 * 1024 * 1024)}"}`));
        resolve();
      };
    });
    const shim = bench.shim(storage, [id, 'git']);
    await served;
    await window.listener.close();
    deepEqual((await shim.ended()).code, 1);
  });

  it('ends the shim when its window is killed, and the next shim finds a window that lives', async () => {
    const storage = await bench.storage();
    const killed = await bench.windowProcess(storage);
    const keys = await ClientKeys.open({ storage, signer: testSigner, log: new KeptLog() });
    bench.surroundings.add(keys);
    const { id } = await keys.create(usual);
    const shim = bench.shim(storage, [id, 'git']);
    shim.say(ping);
    equal(await shim.line(), ping);
    killed.kill('SIGKILL');
    deepEqual(await shim.ended(), { code: 1, stderr: '' });
    deepEqual(await bench.shim(storage, [id, 'git']).ended(), noWindow);
    const window = await bench.window(storage);
    const next = bench.shim(storage, [id, 'git']);
    next.say(ping);
    equal(await next.line(), ping);
    equal(window.connections.length, 1);
    equal((await readdir(path.join(storage.path, 'windows'))).length, 1);
  });

  it('is out of reach for another account', async function () {
    if (!isRoot) this.skip();
    const storage = await bench.storage();
    const { listener } = await bench.window(storage);
    await chmod(path.dirname(storage.path), 0o755);
    const script = `require('net').connect(${JSON.stringify(listener.address)})
      .on('connect', () => process.exit(0)).on('error', ({ code }) => process.exit(code === 'EACCES' ? 7 : 8))`;
    const child = spawn(process.execPath, ['-e', script], {
      uid: 65534,
      gid: 65534,
      stdio: 'ignore',
      cwd: '/',
    });
    deepEqual(await once(child, 'exit'), [7, null]);
  });

  it('serves fifty sessions at once', async () => {
    const storage = await bench.storage();
    // Fifty processes that start at once keep a small machine busy for longer than a window waits.
    const window = await bench.window(storage, [], { greetingTime: 100_000 });
    const { id } = await window.keys.create(usual);
    const shims = Array.from({ length: 50 }, () => bench.shim(storage, [id, 'git']));
    shims.forEach((shim, i) => shim.say(`{"jsonrpc":"2.0","id":${i},"method":"ping"}`));
    const heard = await Promise.all(
      shims.map(async (shim) => (await shim.line()) ?? (await shim.ended()).stderr),
    );
    deepEqual(
      heard,
      shims.map((_, i) => `{"jsonrpc":"2.0","id":${i},"method":"ping"}`),
    );
    for (const shim of shims) shim.stdin.end();
    await Promise.all(shims.map((shim) => shim.ended()));
    await Promise.all(window.connections.map(({ closed }) => closed));
  }).timeout(120_000);

  // --- greetings

  it('closes who says nothing, half a hello, too much, or nonsense, and serves others meanwhile', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage, [], { greetingTime: 2000 });
    const { id } = await window.keys.create(usual);
    const odd = ['', '{"mcpRoots":1,', 'x'.repeat(5000), `${'x'.repeat(5000)}\n`, 'GET / HTTP/1.1\r\n\r\n'];
    const ends = odd.map(async (text) => {
      const socket = await dial(window.listener.address);
      socket.write(text);
      socket.resume();
      await once(socket, 'close');
    });
    const shim = bench.shim(storage, [id, 'git']);
    shim.say(ping);
    equal(await shim.line(), ping);
    await Promise.all(ends);
  });

  it('holds out against a flood of hellos', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage, [], { greetingTime: 1000 });
    const { id } = await window.keys.create(usual);
    const flood = Array.from({ length: 300 }, async () => {
      const socket = connect(window.listener.address);
      socket.on('error', () => undefined).resume();
      await once(socket, 'close');
    });
    await Promise.all(flood);
    const shim = bench.shim(storage, [id, 'git']);
    shim.say(ping);
    equal(await shim.line(), ping);
  });

  it('says so when the versions differ', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const socket = await dial(window.listener.address);
    socket.write('{"mcpRoots":2}\n');
    const [line] = await once(createInterface({ input: socket }), 'line');
    ok(String(line).includes('another version of MCP Roots'));
    await once(socket, 'close');
  });

  it('shows what an unproven window says as plain text', async () => {
    const storage = await bench.storage();
    const { keys } = await bench.window(storage);
    const { id } = await keys.create(usual);
    const address = path.join(storage.path, 'odd.sock');
    const server = createServer((socket) => socket.end('{"refused":"\\u001b[2J\\u202eno"}\n')).listen(
      address,
    );
    bench.surroundings.onEnd(() => server.close());
    await once(server, 'listening');
    const shim = bench.shim(storage, [id, 'git'], { env: { MCP_ROOTS_SOCKET: address } });
    deepEqual(await shim.ended(), { code: 1, stderr: 'MCP Roots: ?[2J?no\n' });
  });

  // --- finding a window

  it('says that no window is open, and exits', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    await window.listener.close();
    deepEqual(await bench.shim(storage, [id, 'git']).ended(), noWindow);
    deepEqual(await readdir(path.join(storage.path, 'windows')), []);
    deepEqual(await readdir(path.join(storage.path, 'sockets')), []);
  });

  it('waits for a window when it is told to, and not longer than its client', async () => {
    const storage = await bench.storage();
    const { keys, listener } = await bench.window(storage);
    const { id } = await keys.create(usual);
    await listener.close();
    const [patient, leaving] = [
      bench.shim(storage, [id, 'git', '--wait']),
      bench.shim(storage, [id, 'git', '--wait']),
    ];
    patient.say(ping);
    leaving.say(ping);
    leaving.stdin.end();
    deepEqual(await leaving.ended(), { code: 0, stderr: '' });
    await bench.window(storage);
    equal(await patient.line(), ping);
  });

  it('finds the window by the environment, then by the working directory, then the only one', async () => {
    const storage = await bench.storage();
    const [work, other] = [await bench.folder(), await bench.folder()];
    const [first, second] = [
      await bench.window(storage, [work]),
      await bench.window(storage, [other, path.dirname(work)]),
    ];
    const { id } = await first.keys.create(usual);
    await mkdir(path.join(work, 'inside'));
    const foundFrom = async (options: { cwd?: string; env?: NodeJS.ProcessEnv }) => {
      const shim = bench.shim(storage, [id, 'git'], options);
      shim.say(ping);
      if ((await shim.line()) === undefined) return (await shim.ended()).stderr;
      shim.stdin.end();
      await shim.ended();
      return [first, second].map(({ connections }) => connections.splice(0).length);
    };
    const link = path.join(await bench.folder(), 'link');
    await symlink(work, link);
    deepEqual(
      [
        await foundFrom({ cwd: path.join(work, 'inside') }),
        await foundFrom({ cwd: link }),
        await foundFrom({ cwd: path.dirname(work) }),
        await foundFrom({ cwd: work, env: { MCP_ROOTS_SOCKET: second.listener.address } }),
        await foundFrom({ cwd: work, env: { MCP_ROOTS_SOCKET: '/nowhere.sock' } }),
        await foundFrom({ cwd: '/' }),
      ],
      [
        [1, 0],
        [1, 0],
        [0, 1],
        [0, 1],
        [1, 0],
        'MCP Roots: Several VS Code windows are open, and the working directory is in the workspace of none of them. Start this in a folder that one of them has open, or set MCP_ROOTS_SOCKET.\n',
      ],
    );
    await second.listener.close();
    deepEqual(await foundFrom({ cwd: '/' }), [1, 0]);
  });

  it('passes over a window that was killed, and clears up after it', async () => {
    const storage = await bench.storage();
    const dead = path.join(storage.path, 'sockets', 'dead.sock');
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    const owner = { machine: 'x', pid: 1, started: '' };
    const entry = JSON.stringify({ version: 1, address: dead, folders: ['/'], owner });
    await storage.child('windows').then((folder) => folder.replace('dead.json', entry));
    const shim = bench.shim(storage, [id, 'git']);
    shim.say(ping);
    equal(await shim.line(), ping);
  });

  // --- sockets

  it('listens in a folder that is ours alone, on a socket of mode 0600', async () => {
    const storage = await bench.storage();
    const { listener } = await bench.window(storage);
    const modes = [listener.address, path.dirname(listener.address)].map(
      async (each) => (await lstat(each)).mode & 0o777,
    );
    deepEqual(await Promise.all(modes), [0o600, 0o700]);
  });

  it('listens where the system keeps such things when the path would be too long, else refuses before it listens', async () => {
    const storage = await bench.storage();
    const deep = await storage.child('x'.repeat(100));
    const runtimeFolder = await bench.folder();
    const places = { platform: process.platform, runtimeFolder, temporaryFolder: deep.path };
    const window = await bench.window(deep, [], { places });
    equal(path.dirname(window.listener.address), path.join(runtimeFolder, 'mcp-roots'));
    await rejects(
      bench.window(deep, [], { places: { ...places, runtimeFolder: deep.path } }),
      /there is no place for its socket \(its path would be longer than 103 bytes\)/,
    );
  });

  it('refuses a place that is squatted', async () => {
    const storage = await bench.storage();
    const deep = await storage.child('x'.repeat(100));
    const [runtimeFolder, elsewhere] = [await bench.folder(), await bench.folder()];
    await symlink(elsewhere, path.join(runtimeFolder, 'mcp-roots'));
    const places = { platform: process.platform, runtimeFolder, temporaryFolder: deep.path };
    await rejects(bench.window(deep, [], { places }), /is a symbolic link/);
    deepEqual(await readdir(elsewhere), []);
    await unlink(path.join(runtimeFolder, 'mcp-roots'));
    await writeFile(path.join(runtimeFolder, 'mcp-roots'), '');
    await rejects(bench.window(deep, [], { places }), UserError);
    if (!isRoot) return;
    await unlink(path.join(runtimeFolder, 'mcp-roots'));
    await mkdir(path.join(runtimeFolder, 'mcp-roots'));
    await chown(path.join(runtimeFolder, 'mcp-roots'), 65534, 65534);
    await rejects(bench.window(deep, [], { places }), /belongs to another account/);
  });
});

const noWindow = {
  code: 1,
  stderr: 'MCP Roots: No VS Code window with MCP Roots is open. Open one, or add --wait to the arguments.\n',
};

async function dial(address: string): Promise<Socket> {
  const socket = connect(address);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** A socket that passes everything on and keeps what passed. */
async function relay(to: string, address: string, heard: Buffer[]): Promise<string> {
  const server = createServer((near) => {
    const far = connect(to);
    for (const each of [near, far])
      each.on('data', (chunk: Buffer) => heard.push(chunk)).on('error', () => undefined);
    near.pipe(far).pipe(near);
    near.once('close', () => server.close());
  }).listen(address);
  await once(server, 'listening');
  return address;
}
