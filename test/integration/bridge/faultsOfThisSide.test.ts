import { deepEqual, equal } from 'node:assert/strict';
import { BridgeBench } from './bridgeBench';

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const usual = { name: 'Editor', servers: ['git'] };

describe('a fault of this side while another client is served (rule 15)', function () {
  this.timeout(60_000);
  const bench = new BridgeBench();

  it('ends the connection whose session throws, with one fixed sentence, and no other', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    const heard: string[] = [];
    window.serve = (connection) => {
      const end = connection.attach((each) => {
        heard.push(each.bytes.toString('utf8'));
        if (each.bytes.includes('"bad"')) throw new Error('cannot read /work/secret-client');
        void end.receive(each);
      });
    };
    const begin = async () => {
      const shim = bench.shim(storage, [id, 'git']);
      shim.say(ping);
      equal(await shim.line(), ping);
      return shim;
    };
    const [first, second] = [await begin(), await begin()];
    heard.length = 0;
    const bad = '{"jsonrpc":"2.0","id":2,"method":"bad"}';
    first.say(`[${bad},${ping}]\n${ping}`);
    deepEqual(JSON.parse(String(await first.line())), {
      jsonrpc: '2.0',
      id: 2,
      error: {
        code: -32000,
        message:
          'A fault of MCP Roots ended this connection; its view or its log in VS Code says why. Start this client again.',
      },
    });
    deepEqual([await first.line(), await first.ended()], [undefined, { code: 1, stderr: '' }]);
    await window.connections[0]?.closed;
    deepEqual(heard, [bad]);
    deepEqual(window.log.errors, [
      'A message of "Editor" for "git" could not be dealt with, and its connection ends: cannot read /work/secret-client',
    ]);
    second.say(ping);
    equal(await second.line(), ping);
  });

  it('ends a connection that nobody could be told of, and no other', async () => {
    const storage = await bench.storage();
    const window = await bench.window(storage);
    const { id } = await window.keys.create(usual);
    const good = bench.shim(storage, [id, 'git']);
    good.say(ping);
    equal(await good.line(), ping);
    window.serve = () => {
      throw new Error('bug');
    };
    const bad = bench.shim(storage, [id, 'git']);
    bad.say(ping);
    deepEqual([await bad.line(), (await bad.ended()).code], [undefined, 1]);
    deepEqual(window.log.errors, ['A connection of another client could not be served, and ends: bug']);
    good.say(ping);
    equal(await good.line(), ping);
  });
});
