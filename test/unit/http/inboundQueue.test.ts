import { deepEqual, equal } from 'node:assert/strict';
import { InboundQueue } from '../../../src/node/http/inboundQueue';
import { parsedMessages } from '../../../src/node/session/parsedMessages';
import { Room } from '../../../src/node/stdio/heldBytes';

const notification = (method: string) => ({ jsonrpc: '2.0', method });
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

describe('What arrives of a server at an address', () => {
  /** Throws for the message `fails`. */
  function arrivals() {
    const [methods, failures]: [string[], unknown[]] = [[], []];
    const room = new Room(10_000);
    const own = new InboundQueue(parsedMessages, room, {
      deliver: (value) => {
        const method =
          value.kind === 'message' && 'method' in value.message ? value.message.method : value.kind;
        if (method === 'fails') throw new Error('It fails.');
        methods.push(String(method));
      },
      failed: (error) => failures.push(error),
    });
    return { own, room, methods, failures };
  }

  it('goes on behind a message with which nobody could deal, and that one is said', async () => {
    const { own, methods, failures } = arrivals();
    own.take(json([notification('a'), notification('fails'), notification('b')]));
    own.take(Buffer.from('no JSON'));
    own.take(json(notification('c')));
    await own.empty();
    deepEqual(methods, ['a', 'b', 'noise', 'c']);
    equal(failures.length, 1);
  });

  it('counts against the room as long as it waits, and no longer', () => {
    const { own, room, methods } = arrivals();
    own.pause();
    const messages = ['a', 'b', 'c'].map((method) => json(notification(method)));
    for (const each of messages) own.take(each);
    equal(room.held, Buffer.concat(messages).length);
    own.resume();
    equal(room.held, 0);
    deepEqual(methods, ['a', 'b', 'c']);
    own.pause();
    own.take(json(notification('d')));
    own.dispose();
    equal(room.held, 0);
  });
});
