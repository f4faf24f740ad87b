import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { exitText } from '../../../src/node/session/serverExit';
import { fixtureServer } from '../../unit/process/checkout';
import { FixtureEnds } from './fixtureEnd';

const mebibyte = 1024 * 1024;
const quick = { closeStdinMs: 100, termMs: 100 };

describe('the stdio end of a server', function () {
  // Many processes are started and ended; on a busy machine that takes its time.
  this.timeout(60_000);

  const ends = new FixtureEnds();
  afterEach(() => ends.stopAll());

  it('carries messages both ways, one a line', async () => {
    const { ask, end, messages, initialize, call } = await ends.start('');
    await initialize();
    const text = 'line\nbreak, \u2028, ü and \u{1f600}';
    assert.deepEqual(
      [await call(1, 'echo', { text }), await call(2, 'pid'), await ask(3, 'ping'), messages.length],
      [text, String(end.pid), { jsonrpc: '2.0', id: 3, result: {} }, 4],
    );
  });

  it('passes over a banner and garbage on stdout, and says what it was, sanitised', async () => {
    const { initialize, call, noise, messages } = await ends.start('banner,garbage');
    await initialize();
    assert.deepEqual(
      [await call(1, 'echo', { text: 'still here' }), messages.length, noise.slice(0, 8)],
      [
        'still here',
        2,
        [
          'Welcome to the fixture server!',
          'Listening on stdio.',
          '\\u0000\ufffd\ufffd',
          '{"jsonrpc":"2.0","id":1,',
          'null',
          '42',
          '"text"',
          '[]',
        ],
      ],
    );
  });

  it('takes a batch apart and delivers its messages in order', async () => {
    const { initialize, call, messages } = await ends.start('batch');
    await initialize();
    await call(1, 'echo', { text: 'x' });
    assert.deepEqual(
      messages.map((message) => {
        const { id, method } = Object(message);
        return [id, method];
      }),
      [
        [0, undefined],
        [undefined, 'notifications/message'],
        ['ping-1', 'ping'],
        [1, undefined],
      ],
    );
  });

  it('skips a line over the limit, tells whose answer it was, and lives on', async () => {
    const { initialize, call, end, tooLong, noise } = await ends.start('huge-line=31457280', {
      messageLimit: 20 * mebibyte,
    });
    await initialize();
    await end.send({ jsonrpc: '2.0', id: 77, method: 'tools/call', params: { name: 'echo', arguments: {} } });
    assert.equal(await call(2, 'pid'), String(end.pid));
    assert.deepEqual(
      [tooLong, noise],
      [
        [{ id: 77, bytes: 30 * mebibyte, message: 'response' }],
        ['(a response of 31457280 bytes, more than the limit, skipped)'],
      ],
    );
  });

  it('takes the same line below the limit', async () => {
    const { initialize, call } = await ends.start('huge-line=31457280');
    await initialize();
    assert.equal(
      (await call(1, 'echo')).length,
      30 * mebibyte -
        '{"result":{"content":[{"type":"text","text":"'.length -
        '"}]},"jsonrpc":"2.0","id":1}'.length,
    );
  });

  it('refuses a request over the limit, so that the server does not wait', async () => {
    const script = `
      process.stdin.once('data', (text) => console.error(String(text)));
      console.log(JSON.stringify({ id: 'mine', method: 'sampling/createMessage', params: 'x'.repeat(2000) }));`;
    const { end, stderr, tooLong } = await ends.run(['-e', script], { messageLimit: 1000 });
    while (stderr.length === 0) await turn();
    assert.deepEqual(
      [stderr.map((line) => JSON.parse(line)), tooLong],
      [
        [
          {
            jsonrpc: '2.0',
            id: 'mine',
            error: { code: -32600, message: 'The request was 2059 bytes long, more than this client takes.' },
          },
        ],
        [],
      ],
    );
    await end.stop(quick);
  });

  it('makes of a malformed answer a failed one, and of other JSON noise', async () => {
    const values = [
      { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: '' } },
      { jsonrpc: '2.0', id: 2 },
      { id: 3, result: {} },
      { jsonrpc: '2.0', id: null, result: {} },
      { jsonrpc: '2.0', id: {}, method: 'ping' },
      { jsonrpc: '2.0' },
      [3, [{ jsonrpc: '2.0', method: 'hidden' }], { jsonrpc: '2.0', method: 'seen' }],
    ];
    const script = `for (const value of ${JSON.stringify(values)}) console.log(JSON.stringify(value))`;
    const { end, messages, noise } = await ends.run(['-e', script]);
    await end.closed;
    const error = {
      code: -32000,
      message: 'The server gave a malformed answer, not one result or one error.',
    };
    assert.deepEqual(messages, [
      { jsonrpc: '2.0', id: 1, error },
      { jsonrpc: '2.0', id: 2, error },
      { jsonrpc: '2.0', method: 'seen' },
    ]);
    assert.equal(noise.length, 8);
  });

  it('drops half a message at the end, and says so', async () => {
    const { initialize, end, noise } = await ends.start('half-line');
    await initialize();
    await end.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo' } });
    assert.deepEqual(await end.closed, { kind: 'exited', code: 0, lastLines: [] });
    assert.deepEqual(noise, ['(22 bytes of a message that was never finished)']);
  });

  it('says how the server ended, with its last words, sanitised', async () => {
    const exits = ['exits-at-once', 'exit-zero'].map(
      async (behaviour) => (await ends.start(behaviour)).end.closed,
    );
    const killed = await ends.start('');
    await killed.initialize();
    process.kill(killed.end.pid, 'SIGKILL');
    assert.deepEqual(await Promise.all([...exits, killed.end.closed]), [
      { kind: 'exited', code: 3, lastLines: ['fixture: cannot start, the licence has run out'] },
      { kind: 'exited', code: 0, lastLines: [] },
      { kind: 'signalled', signal: 'SIGKILL', lastLines: [] },
    ]);
    assert.deepEqual(
      [
        exitText({ kind: 'exited', code: 3, lastLines: ['1', '2', '3', '4'] }),
        exitText({ kind: 'signalled', signal: 'SIGKILL', lastLines: [] }),
        exitText({ kind: 'stdout closed', lastLines: ['why'] }),
      ],
      ['exited with code 3; last lines: 2 / 3 / 4', 'ended by SIGKILL', 'closed its output; last lines: why'],
    );
  });

  it('delivers everything that was said before an exit', async () => {
    const script = `
      const text = 'x'.repeat(1000);
      for (let id = 0; id < 5000; id += 1) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { text } }));
      console.error('done');
      process.exitCode = 6;`;
    const { end, messages } = await ends.run(['-e', script]);
    assert.deepEqual(
      [await end.closed, messages.length],
      [{ kind: 'exited', code: 6, lastLines: ['done'] }, 5000],
    );
  });

  it('takes a closed stdout for an exit, and stops what lives on', async () => {
    const { initialize, end } = await ends.start('closes-stdout,ignores-eof-and-term');
    await initialize();
    assert.deepEqual(await end.closed, { kind: 'stdout closed', lastLines: [] });
    await end.gone;
    assert.throws(() => process.kill(end.pid, 0), { code: 'ESRCH' });
  });

  it('closes although a stranger holds its pipes', async () => {
    // A grandchild in a session of its own, whose parent ends at once: nobody can know it without a guard.
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 10_000)'], { detached: true, stdio: 'inherit' });
      console.error(child.pid);
      child.unref();`;
    const { end } = await ends.run(['-e', script]);
    const exit = await end.closed;
    process.kill(Number(exit.lastLines[0]), 'SIGKILL');
    assert.deepEqual(exit.kind, 'exited');
  });

  it('keeps the last lines of a flood on stderr, and tells the log how much it left out', async () => {
    const { initialize, stderr, end } = await ends.start('stderr=100000000');
    await initialize();
    await end.stop({ closeStdinMs: 10_000, termMs: 100 });
    const exit = await end.closed;
    const flood = 'e'.repeat(99);
    assert.deepEqual(exit, {
      kind: 'exited',
      code: 0,
      lastLines: [...Array.from({ length: 19 }, () => flood), 'that was all'],
    });
    const omitted = stderr.map((line) => Number(/^\((\d+) more lines/.exec(line)?.[1] ?? 0));
    const said = omitted.filter((count) => count === 0).length;
    assert.equal(said + omitted.reduce((sum, count) => sum + count, 0), 1_000_001);
  });

  it('reads nothing while it is paused, in the middle of a batch too, and then goes on in order', async () => {
    const script = `
      const message = (id) => ({ jsonrpc: '2.0', id, result: {} });
      console.log(JSON.stringify([message(1), message(2), message(3)]));
      for (let id = 4; id <= 20_000; id += 1) console.log(JSON.stringify(message(id)));`;
    const { end, messages, first } = await ends.run(['-e', script]);
    end.onMessage((message) => {
      if ('id' in message && message.id === 2) end.pause();
    });
    await first(({ id }) => id === 2);
    for (let turns = 0; turns < 100; turns += 1) await turn();
    assert.equal(messages.length, 2);
    end.resume();
    await end.closed;
    assert.deepEqual(
      messages.map((message) => Object(message).id),
      Array.from({ length: 20_000 }, (_, at) => at + 1),
    );
  });

  it('answers a flood of roots/list to the last, also from a server that reads nothing meanwhile', async () => {
    const { initialize, end, call } = await ends.start('flood-roots-list=10000');
    const result = { roots: [{ uri: 'file:///w/a', name: 'a'.repeat(200) }] };
    end.onMessage((message) => {
      if ('method' in message && message.method === 'roots/list' && 'id' in message)
        void end.send({ jsonrpc: '2.0', id: message.id, result });
    });
    await initialize({ roots: { listChanged: true } });
    for (let id = 1; ; id += 1) {
      const flood = JSON.parse(await call(id, 'flood'));
      if (flood.answered < 10_000) continue;
      assert.deepEqual(flood, { sent: 10_000, answered: 10_000, answers: [JSON.stringify(result)] });
      break;
    }
  });

  it('does not read the questions of a server that takes no answers', async () => {
    // It asks whenever its pipe takes it, and reads nothing.
    const script = `
      const { writeSync } = require('node:fs');
      const line = JSON.stringify({ jsonrpc: '2.0', id: 'q', method: 'roots/list', params: { x: 'x'.repeat(50_000) } }) + '\\n';
      for (;;) writeSync(1, line);`;
    const { end, messages } = await ends.run(['-e', script], { messageLimit: 1_000_000 });
    const answer = { jsonrpc: '2.0', id: 'q', result: { roots: [], padding: 'x'.repeat(50_000) } };
    end.onMessage(() => void end.send(answer));
    // Its allowance grows up to the limit, 20 answers, beside what the pipe holds; then nothing is read any more.
    while (messages.length < 18) await turn();
    for (let turns = 0; turns < 1000; turns += 1) await turn();
    assert.ok(messages.length < 40, String(messages.length));
    await end.stop(quick);
  });

  it('reads a server that takes no requests while it is busy writing', async () => {
    const script = `
      const { writeSync } = require('node:fs');
      const line = JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'x'.repeat(1_000_000) }) + '\\n';
      process.stdin.once('readable', () => {
        for (let left = Buffer.from(line); left.length > 0; ) {
          try { left = left.subarray(writeSync(1, left)); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
        }
        process.stdin.resume();
      });`;
    const { end, first } = await ends.run(['-e', script]);
    const request = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: 'y'.repeat(5_000_000) };
    const sent = end.send(request);
    const answer = await first(({ id }) => id === 1);
    assert.deepEqual(answer, { jsonrpc: '2.0', id: 1, result: 'x'.repeat(1_000_000) });
    assert.equal(await sent, undefined);
    await end.stop(quick);
  });

  it('stops for good: nothing is delivered after, and sending says nothing', async () => {
    const { end, messages, initialize } = await ends.start('grandchildren,ignores-eof-and-term');
    await initialize();
    void end.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    await end.stop(quick);
    assert.deepEqual([(await end.closed).kind, messages.length], ['signalled', 1]);
    await end.send({ jsonrpc: '2.0', id: 2, method: 'ping' });
  });

  it('gives the next message also when a listener throws, and says that it did', async () => {
    const { end, messages, faults } = await ends.run([
      '-e',
      `for (const id of [1, 2]) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: {} }))`,
    ]);
    end.onMessage(() => {
      throw new Error('bug');
    });
    await end.closed;
    assert.deepEqual([messages.length, faults.map(String)], [2, ['Error: bug', 'Error: bug']]);
  });

  it('survives a server that dies while it is written to', async () => {
    const { end } = await ends.run(['-e', 'process.exit(1)']);
    await Promise.all(
      Array.from({ length: 50 }, async () => end.send({ jsonrpc: '2.0', method: 'x'.repeat(100_000) })),
    );
    assert.equal((await end.closed).kind, 'exited');
  });

  describe('and the fixture servers', () => {
    it('end as they are told', async () => {
      const exits = await Promise.all(
        ['crash-after-initialize', 'exit-zero-after-initialize', 'crash-on-call'].map(async (behaviour) => {
          const { end, initialize } = await ends.start(behaviour);
          await initialize();
          await end.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'pid' } });
          return end.closed;
        }),
      );
      assert.deepEqual(exits, [
        { kind: 'exited', code: 7, lastLines: ['fixture: initialised, and dead'] },
        { kind: 'exited', code: 0, lastLines: [] },
        { kind: 'exited', code: 9, lastLines: ['fixture: boom'] },
      ]);
    });

    it('speak an unknown protocol version, ask for roots and read below them only', async () => {
      const unknown = await ends.start('unknown-protocol-version');
      assert.equal(Object((await unknown.initialize())['result']).protocolVersion, '1999-01-01');

      const good = await ends.start('');
      const uri = new URL(`file://${__dirname}`).href;
      good.end.onMessage((message) => {
        if ('method' in message && message.method === 'roots/list' && 'id' in message)
          void good.end.send({ jsonrpc: '2.0', id: message.id, result: { roots: [{ uri }] } });
      });
      await good.initialize({ roots: { listChanged: true } });
      assert.deepEqual(JSON.parse(await good.call(1, 'roots')).result, { roots: [{ uri }] });
      const [inside, outside] = [__filename, fixtureServer('wire.mjs')];
      const denied = `Access denied: ${outside} is outside the roots ${uri}`;
      const answers = [
        await good.ask(2, 'tools/call', { name: 'read', arguments: { path: outside } }),
        await good.ask(3, 'prompts/get', { name: 'file', arguments: { path: outside } }),
        await good.ask(4, 'resources/read', { uri: `file://${outside}` }),
        await good.ask(5, 'completion/complete', { argument: { name: 'path', value: outside } }),
        await good.ask(6, 'prompts/get', { name: 'file', arguments: { path: inside } }),
        await good.ask(7, 'resources/read', { uri: `file://${inside}` }),
        await good.ask(8, 'completion/complete', { argument: { name: 'path', value: inside } }),
      ];
      assert.deepEqual(
        answers.map((answer) => {
          const text = JSON.stringify(answer);
          return text.includes(denied) || (text.includes('use strict') && 'read');
        }),
        [true, true, true, true, 'read', 'read', 'read'],
      );
    });
  });
});
