import { deepEqual, notEqual } from 'node:assert/strict';
import { parseAgents } from '../../../src/core/acp/parseAgents';
import { definitionSummary } from '../../../src/core/approval/definitionSummary';
import { fingerprintOf } from '../../../src/core/servers/fingerprint';
import { serverId, type ServerDefinition } from '../../../src/core/servers/definition';
import type { Launch } from '../../../src/core/servers/launch';

const user = { kind: 'user' } as const;
const ground = { key: Buffer.alloc(32, 1), workspace: 'w' };
const usual = { readsFiles: true, writesFiles: true, missingIsEmpty: false };
const claude: ServerDefinition = {
  name: 'claude',
  scope: user,
  transport: {
    type: 'stdio',
    command: 'claude-agent-acp',
    args: [],
    cwd: undefined,
    env: {},
    envFile: undefined,
  },
  roots: { declare: true, primary: undefined, onRevoke: 'notify', whenEmpty: 'start' },
  timeouts: { initialize: undefined, request: undefined },
  inputs: [],
  agent: usual,
};
const launch: Launch = { kind: 'process', executable: '/bin/claude', args: [], cwd: undefined, env: {} };

const problemsOf = (value: unknown) =>
  parseAgents(value, user).map((each) =>
    each.kind === 'faulty' ? each.fault.problem : each.definition.name,
  );

describe('The setting mcpRoots.agents', () => {
  it('has entries like those of servers, with the switches of an agent', () => {
    deepEqual(parseAgents({ claude: { command: 'claude-agent-acp' } }, user), [
      { kind: 'defined', definition: claude },
    ]);
    const gemini = {
      command: 'gemini',
      args: ['--acp'],
      env: { KEY: 1 },
      roots: { declare: false, primary: 'web', onRevoke: 'restart', whenEmpty: 'wait' },
      timeouts: { initialize: 5 },
      files: { read: false, missingIsEmpty: true },
    };
    deepEqual(parseAgents({ gemini }, user), [
      {
        kind: 'defined',
        definition: {
          ...claude,
          name: 'gemini',
          transport: { ...claude.transport, command: 'gemini', args: ['--acp'], env: { KEY: '1' } },
          roots: { ...claude.roots, primary: 'web' },
          timeouts: { initialize: 5000, request: undefined },
          agent: { readsFiles: false, writesFiles: true, missingIsEmpty: true },
        },
      },
    ]);
  });

  it('says of each bad entry what is wrong, and uses the others', () => {
    const value = {
      good: { command: 'a' },
      ' ': { command: 'a' },
      none: {},
      address: { url: 'http://localhost' },
      files: { command: 'a', files: { read: 'yes' } },
      GOOD: { command: 'b' },
    };
    deepEqual(problemsOf(value), [
      'good',
      'An agent needs a name.',
      '"command" is missing.',
      'An agent is a program: give it a "command" in the place of a "url".',
      '"files.read" must be a boolean.',
      'The name differs from "good" only in case. Rename one of them.',
    ]);
    deepEqual(problemsOf([]), ['The setting must be an object with one entry for each agent.']);
  });
});

describe('An agent', () => {
  const { agent: _, ...server } = claude;

  it('is never the server of its name: neither its id nor its fingerprint is the same', () => {
    deepEqual([serverId(claude), serverId(server)], ['agent user/claude', 'user/claude']);
    notEqual(fingerprintOf(claude, launch, ground), fingerprintOf(server, launch, ground));
  });

  it('says in what is approved that it works in none of the folders, unless it names one', () => {
    const cwdOf = (cwd: string | undefined) =>
      definitionSummary(claude, { ...launch, cwd }, () => 'mark')
        .split('\n')
        .filter((line) => line.startsWith('Working directory'));
    deepEqual(
      [cwdOf(undefined), cwdOf('/w/app')],
      [['Working directory: an empty one of its own'], ['Working directory: /w/app']],
    );
  });

  it('works in no folder that its sessions can lose: such a working directory is refused', () => {
    const entry = { command: 'x', cwd: '${mcpPrimaryRoot}' };
    deepEqual(parseAgents({ claude: entry }, { kind: 'user' }), [
      {
        kind: 'faulty',
        fault: {
          name: 'claude',
          scope: { kind: 'user' },
          problem:
            'Only the sessions of an agent work in your folders: leave "cwd" out, or name a directory.',
          at: ['cwd'],
        },
      },
    ]);
  });

  it('is another one with every switch, and says so in what is approved', () => {
    const marks = () => 'mark';
    const all = [
      usual,
      { ...usual, readsFiles: false },
      { ...usual, writesFiles: false },
      { ...usual, missingIsEmpty: true },
    ].map((agent) => ({ ...claude, agent }));
    const fingerprints = all.map((each) => fingerprintOf(each, launch, ground));
    deepEqual(new Set(fingerprints).size, all.length);
    deepEqual(
      all.map((each) => definitionSummary(each, launch, marks).split('\n').slice(-3)),
      [
        ['yes', 'yes', 'said to be missing'],
        ['no', 'yes', 'said to be missing'],
        ['yes', 'no', 'said to be missing'],
        ['yes', 'yes', 'given as an empty text'],
      ].map(([reads, writes, missing]) => [
        `Is given files by this window: ${reads}`,
        `Has this window write files: ${writes}`,
        `A file that is not there: ${missing}`,
      ]),
    );
    deepEqual(definitionSummary(claude, launch, marks).split('\n')[0], 'Agent: claude');
  });
});
