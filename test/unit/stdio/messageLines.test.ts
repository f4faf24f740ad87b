import { deepEqual } from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { messageOf } from '../../../src/core/errors';
import { byteMessages } from '../../../src/node/session/byteMessages';
import { MessageLines } from '../../../src/node/stdio/messageLines';

const limit = 100;
const ping = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;

describe('MessageLines', () => {
  const lines: Readonly<Record<string, string>> = {
    'a message': ping(1),
    'a message of a batch': `[${ping(1)}]`,
    'a line that is too long': JSON.stringify('x'.repeat(limit)),
    'a line that is no JSON': 'x',
  };
  for (const [what, line] of Object.entries(lines)) {
    it(`tells of what is thrown while ${what} is dealt with, and the next one comes (rule 15)`, async () => {
      const source = new PassThrough();
      const heard: unknown[] = [];
      let isFaulty = true;
      const hear = (id: unknown) => {
        if (isFaulty) {
          isFaulty = false;
          throw new Error('bug');
        }
        heard.push(id);
      };
      const reader = new MessageLines(source, byteMessages, limit, {
        value: (value) => hear(value.kind === 'message' && byteMessages.parsed(value.message)),
        tooLong: hear,
        noise: hear,
        failed: (error, value) => heard.push([messageOf(error), value?.kind]),
      });
      reader.resume();
      source.end(`${line}\n${ping(2)}\n`);
      await reader.ended;
      const kind = line.includes('ping') ? 'message' : undefined;
      deepEqual(heard, [['bug', kind], JSON.parse(ping(2))]);
    });
  }
});
