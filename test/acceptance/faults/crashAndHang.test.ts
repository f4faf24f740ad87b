import { deepEqual, equal } from 'node:assert/strict';
import { messageOf } from '../../../src/core/errors';
import type { ServerState } from '../../../src/core/servers/serverState';
import { assertUntouched } from '../badInput/bystander';
import type { Probe } from '../probeDriver';
import { gone } from '../processes';
import { fixture, uri, type Entry } from '../servers';
import { fixtureServer } from '../../unit/process/checkout';
import { Stage } from '../stage';

/** Where a server fails, and what becomes of it. */
interface Row {
  readonly how: 'crash' | 'hang';
  /** As `failing.mjs` names it. */
  readonly where: string;
  readonly when: string;
  /** What a call of one of its tools comes to; none is made where it cannot be called. */
  readonly call?: string;
  /** NAME stands for its name. */
  readonly state: ServerState | 'running';
  /** What it was told in all its processes. */
  readonly told: 'nothing' | 'its folder';
}

const last = (where: string) => `exited with code 5; last lines: fixture: crashed at ${where}`;
const failedAt = (where: string): ServerState => ({
  kind: 'failed',
  why: `It ended before it was initialised: ${last(where)}.`,
});
const crashedOften = (where: string): ServerState => ({
  kind: 'failed',
  why: `"NAME" ended: ${last(where)}. It was started again several times; look into its log.`,
});
const noAnswer: ServerState = { kind: 'failed', why: 'It did not answer "initialize" within 2 seconds.' };
const timedOut = 'MCP error -32001: Request timed out';

const rows: readonly Row[] = [
  { how: 'crash', where: 'start', when: 'before initialize', state: failedAt('start'), told: 'nothing' },
  {
    how: 'crash',
    where: 'initialize',
    when: 'at initialize',
    state: failedAt('initialize'),
    told: 'nothing',
  },
  {
    how: 'crash',
    where: 'greeting',
    when: 'in the middle of its answer to initialize',
    state: failedAt('greeting'),
    told: 'nothing',
  },
  {
    how: 'crash',
    where: 'initialized',
    when: 'as soon as it is initialised',
    state: crashedOften('initialized'),
    told: 'nothing',
  },
  // It is answered all the same: the question came, and nobody can know that the asker is gone.
  { how: 'crash', where: 'roots', when: 'at roots/list', state: crashedOften('roots'), told: 'its folder' },
  {
    how: 'crash',
    where: 'answer',
    when: 'when its roots/list is answered',
    state: crashedOften('answer'),
    told: 'its folder',
  },
  {
    how: 'crash',
    where: 'call',
    when: 'at a call',
    call: `MCP error -32000: "NAME" ended: ${last('call')}.`,
    state: 'running',
    told: 'its folder',
  },
  {
    how: 'crash',
    where: 'message',
    when: 'in the middle of an answer',
    call: `MCP error -32000: "NAME" ended: ${last('message')}.`,
    state: 'running',
    told: 'its folder',
  },
  { how: 'hang', where: 'start', when: 'before initialize', state: noAnswer, told: 'nothing' },
  { how: 'hang', where: 'initialize', when: 'at initialize', state: noAnswer, told: 'nothing' },
  {
    how: 'hang',
    where: 'greeting',
    when: 'in the middle of its answer to initialize',
    state: noAnswer,
    told: 'nothing',
  },
  {
    how: 'hang',
    where: 'initialized',
    when: 'as soon as it is initialised',
    call: timedOut,
    state: 'running',
    told: 'nothing',
  },
  {
    how: 'hang',
    where: 'roots',
    when: 'at roots/list',
    call: timedOut,
    state: 'running',
    told: 'its folder',
  },
  {
    how: 'hang',
    where: 'answer',
    when: 'when its roots/list is answered',
    call: timedOut,
    state: 'running',
    told: 'its folder',
  },
  { how: 'hang', where: 'call', when: 'at a call', call: timedOut, state: 'running', told: 'its folder' },
  {
    how: 'hang',
    where: 'message',
    when: 'in the middle of an answer',
    call: timedOut,
    state: 'running',
    told: 'its folder',
  },
];

function failing({ how, where, state }: Row): Entry {
  const initialize = state === noAnswer ? 2 : 50;
  return {
    command: process.execPath,
    args: [fixtureServer('failing.mjs'), how, where],
    timeouts: { initialize, request: 2 },
  };
}

describe('faults: a server that crashes or hangs', () => {
  const stage = new Stage();
  let [folder, secret, probe]: [string, string, Probe] = ['', '', undefined as never];
  let calls: readonly (Promise<unknown> | undefined)[] = [];

  before(async () => {
    [folder, secret] = [await stage.makeFolder('folder'), await stage.makeFolder('secret')];
    const failingOnes = rows.map((row, i) => [`bad${i}`, failing(row)] as const);
    const servers = { ...Object.fromEntries(failingOnes), good: fixture() };
    const grants = Object.fromEntries(Object.keys(servers).map((server) => [server, [folder]]));
    probe = await stage.start(servers, { folders: [folder, secret], grants });
    calls = rows.map(({ call }, i) => (call === undefined ? undefined : failureOf(`bad${i}`)));
  });

  after(() => stage.clear());

  /** Calls a tool while other calls are waited for. */
  async function failureOf(server: string): Promise<unknown> {
    return probe.run(`call ${server} echo {"text":"x"} &`).catch((error: unknown) => messageOf(error));
  }

  for (const [i, row] of rows.entries()) {
    const { how, when, call, state, told } = row;
    it(`${how} ${when}: it is said what happened`, async () => {
      const server = `bad${i}`;
      const named = (text: string) => text.replaceAll('NAME', server);
      if (call !== undefined) equal(await calls[i], named(call));
      if (state === 'running') {
        if (how === 'crash') await probe.until(server, 'initialised', placeOf(server, 'exited'));
        equal((await probe.standing(server)).state.kind, 'running');
      } else {
        await probe.untilState(server, 'failed');
        deepEqual((await probe.standing(server)).state, JSON.parse(named(JSON.stringify(state))));
      }
      const uris = probe.lines.flatMap((line) =>
        line.server === server && line.event === 'answered' ? (line.uris ?? []) : [],
      );
      deepEqual([...new Set(uris)], told === 'nothing' ? [] : [uri(folder)]);
      await assertUntouched(probe, folder);
    });
  }

  function placeOf(server: string, event: string): number {
    return probe.lines.findLastIndex((line) => line.server === server && line.event === event);
  }

  it('none of their processes is left once they are stopped', async () => {
    await probe.run('stop');
    const pids = probe.lines.flatMap(({ event, pid }) =>
      event === 'spawned' && pid !== undefined ? pid : [],
    );
    equal(pids.length > rows.length, true);
    await gone(pids);
  });

  it('nothing of all this told anybody of another folder', () => {
    const all = probe.lines.flatMap(({ uris = [], told = [] }) => [...uris, ...told]);
    deepEqual([...new Set(all)], [uri(folder)]);
  });
});
