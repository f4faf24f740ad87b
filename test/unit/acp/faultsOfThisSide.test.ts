import { deepEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { AgentConnection } from '../../../src/node/acp/agentConnection';

const fail = () => Promise.reject(new Error('cannot read /work/secret-client'));

/** Everything that an agent may ask, each met by a fault of this side. */
const asked: Readonly<Record<string, object>> = {
  'fs/read_text_file': { path: '/w/a' },
  'fs/write_text_file': { path: '/w/a', content: '' },
  'terminal/create': { command: 'ls' },
  'terminal/output': { terminalId: 't' },
  'terminal/wait_for_exit': { terminalId: 't' },
  'terminal/kill': { terminalId: 't' },
  'terminal/release': { terminalId: 't' },
  'session/request_permission': { toolCall: { toolCallId: 'c' }, options: [] },
};

describe('a fault of this side while an agent is answered', () => {
  for (const [method, params] of Object.entries(asked)) {
    it(`is an internal error for the agent, and nothing of its text: ${method}`, async () => {
      const [stdin, stdout] = [new PassThrough(), new PassThrough()];
      const connection = new AgentConnection(
        { stdin, stdout },
        {
          agent: 'helper',
          version: '1',
          switches: { readsFiles: true, writesFiles: true, missingIsEmpty: false },
          timeouts: { initialize: 1000, request: 1000, hardMaximum: 1000 },
          hasTerminal: false,
          questions: {
            readText: fail,
            writeText: fail,
            askPermission: fail,
            update: () => undefined,
            terminals: {
              create: fail,
              output: () => {
                throw new Error('/work/secret-client');
              },
              waitForExit: fail,
              kill: fail,
              release: fail,
            },
          },
        },
      );
      const answered = once(createInterface({ input: stdin }), 'line');
      stdout.write(
        `${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { sessionId: 's', ...params } })}\n`,
      );
      const [line] = (await answered) as [string];
      deepEqual(JSON.parse(line), {
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32603, message: 'Internal error' },
      });
      connection.close();
    });
  }
});
