import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import type { ServerState } from '../../../src/core/servers/serverState';
import type { Probe } from '../probeDriver';
import { fixture, observing, type Entry } from '../servers';
import { Stage } from '../stage';
import { assertGranted, assertUntouched } from './bystander';

const stage = new Stage();

type Act = (probe: Probe, server: string) => Promise<void>;

/** A server that misbehaves, and what it is found to be after `act`. */
interface Row {
  readonly what: string;
  readonly entry: Entry;
  readonly act?: Act;
  readonly state: 'running' | ServerState;
}

const mebibyte = 1024 * 1024;

async function answers(probe: Probe, server: string): Promise<void> {
  equal(await probe.call(server, 'echo', { text: 'an answer' }), 'an answer');
}

function logs(part: string): Act {
  return async (probe, server) => {
    await probe.untilLog(server, part);
    await answers(probe, server);
  };
}

function fails(message: string, state?: ServerState['kind']): Act {
  return async (probe, server) => {
    const mark = probe.mark();
    await rejects(probe.call(server, 'echo', { text: 'x' }), { message: message.replaceAll('NAME', server) });
    if (state !== undefined) await probe.untilState(server, state, mark);
  };
}

const rows: readonly Row[] = [
  {
    what: 'a banner on stdout',
    entry: fixture('banner'),
    act: logs('not a message, passed over: Welcome to the fixture server!'),
    state: 'running',
  },
  {
    what: 'garbage on stdout',
    entry: fixture('garbage'),
    act: logs('not a message, passed over: {"jsonrpc":"2.0","id":1,'),
    state: 'running',
  },
  {
    what: 'a flood on stderr',
    entry: fixture('stderr=3000000'),
    act: logs('more lines came too fast and were left out'),
    state: 'running',
  },
  {
    what: 'an exit at once',
    entry: fixture('exits-at-once'),
    state: {
      kind: 'failed',
      why: 'It ended before it was initialised: exited with code 3; last lines: fixture: cannot start, the licence has run out.',
    },
  },
  {
    what: 'an exit at once without a word',
    entry: fixture('exit-zero'),
    state: { kind: 'failed', why: 'It ended before it was initialised: exited with code 0.' },
  },
  {
    what: 'an exit as soon as it is initialised',
    entry: fixture('exit-zero-after-initialize'),
    act: async (probe, server) => void (await probe.untilState(server, 'stopped by the server')),
    state: { kind: 'stopped by the server' },
  },
  {
    what: 'no answer ever',
    entry: fixture('never-answers', { timeouts: { initialize: 0.5 } }),
    state: { kind: 'failed', why: 'It did not answer "initialize" within 0.5 seconds.' },
  },
  {
    what: 'no answer once it is initialised',
    entry: fixture('silent-after-initialize', { timeouts: { request: 0.5 } }),
    act: fails('MCP error -32001: Request timed out'),
    state: 'running',
  },
  {
    what: 'an unknown protocol version',
    entry: fixture('unknown-protocol-version'),
    state: {
      kind: 'failed',
      why: "It speaks a protocol version that is not supported here. Server's protocol version is not supported: 1999-01-01",
    },
  },
  {
    what: 'a refusal to be initialised',
    entry: observing({}, 'refuse'),
    state: {
      kind: 'failed',
      why: 'It refused to be initialised: MCP error -32603: Not before \\u001b[31mnoon\\u001b[0m',
    },
  },
  {
    what: 'an answer to initialize that is none',
    entry: observing({}, 'empty'),
    state: { kind: 'failed', why: 'Its answer to "initialize" is malformed.' },
  },
  {
    what: 'a line that is longer than the limit',
    entry: fixture(`huge-line=${2 * mebibyte}`),
    act: async (probe, server) => {
      await rejects(probe.call(server, 'echo', { text: 'x' }), ({ message }: Error) => {
        const expected =
          /^MCP error -32000: The answer was \d+ bytes long, more than the limit\. Ask for less, or raise the setting "mcpRoots\.messageLimit"\.$/;
        match(message, expected);
        return true;
      });
      equal(await probe.call(server, 'pid'), String(probe.pidOf(server)));
    },
    state: 'running',
  },
  {
    what: 'half a line, then an exit',
    entry: fixture('half-line'),
    act: fails('MCP error -32000: "NAME" ended: exited with code 0.', 'stopped by the server'),
    state: { kind: 'stopped by the server' },
  },
  {
    what: 'a crash at every call',
    entry: fixture('crash-on-call'),
    act: fails('MCP error -32000: "NAME" ended: exited with code 9; last lines: fixture: boom.', 'running'),
    state: 'running',
  },
  {
    what: 'the end of stdout while it lives on',
    entry: fixture('closes-stdout'),
    act: async (probe, server) => void (await probe.untilState(server, 'failed')),
    state: {
      kind: 'failed',
      why: '"NAME" ended: closed its output. It was started again several times; look into its log.',
    },
  },
  {
    what: 'a flood of questions for the roots',
    entry: fixture('flood-roots-list=2000'),
    act: async (probe, server) => {
      const answered = () => probe.story(server).filter((event) => event.startsWith('answered')).length;
      await probe.next(() => answered() === 2000);
      const flood = JSON.parse(await probe.call(server, 'flood'));
      deepEqual({ ...flood, answers: flood.answers.length }, { sent: 2000, answered: 2000, answers: 1 });
    },
    state: 'running',
  },
];

describe('bad input: a server that misbehaves is told so in words, or goes on, and touches no other server', () => {
  let [folder, probe]: [string, Probe] = ['', undefined as never];

  before(async () => {
    folder = await stage.makeFolder('folder');
    const bad = rows.map(({ entry }, i) => [`bad${i}`, entry] as const);
    const servers = { ...Object.fromEntries(bad), good: fixture() };
    const grants = Object.fromEntries(Object.keys(servers).map((server) => [server, [folder]]));
    probe = await stage.start(servers, { folders: [folder], grants, args: ['--message-limit', '1'] });
  });

  after(() => stage.clear());

  for (const [i, { what, act, state: expected }] of rows.entries()) {
    it(what, async () => {
      const server = `bad${i}`;
      await act?.(probe, server);
      const { state } = await probe.standing(server);
      if (expected === 'running') equal(state.kind, 'running');
      else deepEqual(state, JSON.parse(JSON.stringify(expected).replaceAll('NAME', server)));
      await assertGranted(probe, server, folder);
      await assertUntouched(probe, folder);
    });
  }
});
