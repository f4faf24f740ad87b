import { deepEqual } from 'node:assert/strict';
import type { Probe } from '../probeDriver';
import { fixture } from '../servers';
import { Stage } from '../stage';
import { assertUntouched } from './bystander';

const stage = new Stage();

const good = { command: 'node' };
const noObject = 'The entry must be an object with a "command" or a "url".';

/** What is wrong, the entry, the sentence for its author, and where in the entry that is. */
const rows: readonly (readonly [string, unknown, string, ...(string | number)[]])[] = [
  ['a text in place of a definition', 'node server.js', noObject],
  ['a list in place of a definition', ['node', 'server.js'], noObject],
  ['null in place of a definition', null, noObject],
  ['a number in place of a definition', 7, noObject],
  ['nothing in the definition', {}, '"command" is missing.', 'command'],
  ['a command that is a number', { command: 7 }, '"command" must be a string.', 'command'],
  ['a command that is null', { command: null }, '"command" must be a string.', 'command'],
  ['a command that is a list', { command: ['node', 'x'] }, '"command" must be a string.', 'command'],
  ['an empty command', { command: '' }, '"command" must not be empty.', 'command'],
  ['args that are one text', { ...good, args: 'a b' }, '"args" must be an array.', 'args'],
  ['args that are an object', { ...good, args: { 0: 'a' } }, '"args" must be an array.', 'args'],
  ['args that hold a number', { ...good, args: ['a', 7] }, '"args[1]" must be a string.', 'args', 1],
  ['args that hold null', { ...good, args: [null] }, '"args[0]" must be a string.', 'args', 0],
  ['a cwd that is a number', { ...good, cwd: 7 }, '"cwd" must be a string.', 'cwd'],
  ['an empty cwd', { ...good, cwd: '' }, '"cwd" must not be empty.', 'cwd'],
  ['an env that is a list', { ...good, env: ['A=1'] }, '"env" must be an object.', 'env'],
  ['an env that is a text', { ...good, env: 'A=1' }, '"env" must be an object.', 'env'],
  [
    'a variable that is true',
    { ...good, env: { A: true } },
    '"env.A" must be a string, a number or null.',
    'env',
    'A',
  ],
  ['an envFile that is true', { ...good, envFile: true }, '"envFile" must be a string.', 'envFile'],
  ['an unknown type', { ...good, type: 'pigeon' }, '"type" must be "stdio", "http" or "sse".', 'type'],
  ['an address that is missing', { type: 'http' }, '"url" is missing.', 'url'],
  ['an address that is a number', { url: 7 }, '"url" must be a string.', 'url'],
  [
    'an address of another kind',
    { type: 'sse', url: 'ftp://example.org' },
    '"url" must be an address that begins with http:// or https://.',
    'url',
  ],
  [
    'headers that are no texts',
    { url: 'https://example.org', headers: { A: 7 } },
    '"headers.A" must be a string.',
    'headers',
    'A',
  ],
  ['roots that are a text', { ...good, roots: 'all' }, '"roots" must be an object.', 'roots'],
  [
    'a declare that is a text',
    { ...good, roots: { declare: 'no' } },
    '"roots.declare" must be a boolean.',
    'roots',
    'declare',
  ],
  [
    'a primary that is a list',
    { ...good, roots: { primary: ['a'] } },
    '"roots.primary" must be a string.',
    'roots',
    'primary',
  ],
  [
    'an unknown onRevoke',
    { ...good, roots: { onRevoke: 'explode' } },
    '"roots.onRevoke" must be "restart" or "notify".',
    'roots',
    'onRevoke',
  ],
  [
    'an unknown whenEmpty',
    { ...good, roots: { whenEmpty: true } },
    '"roots.whenEmpty" must be "start" or "wait".',
    'roots',
    'whenEmpty',
  ],
  ['timeouts that are a number', { ...good, timeouts: 5 }, '"timeouts" must be an object.', 'timeouts'],
  [
    'a timeout that is a text',
    { ...good, timeouts: { initialize: '5' } },
    '"timeouts.initialize" must be a number.',
    'timeouts',
    'initialize',
  ],
  [
    'a timeout of nothing',
    { ...good, timeouts: { request: 0 } },
    '"timeouts.request" must be more than 0.',
    'timeouts',
    'request',
  ],
];

describe('bad input: a wrong definition is said where it stands, starts nothing and touches no other server', () => {
  let [folder, probe]: [string, Probe] = ['', undefined as never];

  before(async () => {
    folder = await stage.makeFolder('folder');
    const bad = rows.map(([, entry], i) => [`bad${i}`, entry] as const);
    const servers = { ...Object.fromEntries(bad), good: fixture(), GOOD: fixture(), '': fixture() };
    probe = await stage.start(servers, { folders: [folder], grants: { good: [folder] } });
  });

  after(() => stage.clear());

  for (const [i, [what, , why, ...at]] of rows.entries()) {
    it(what, () => assertFault(`bad${i}`, why, at));
  }

  it('a name that differs from another only in case: the first one stands', async () => {
    await assertFault('GOOD', 'The name differs from "good" only in case. Rename one of them.', []);
  });

  it('a name that is empty', () => assertFault('', 'A server needs a name.', []));

  it('a setting that is no object at all', async () => {
    const probes = await Promise.all(['text', 7, [fixture()]].map((setting) => stage.start(setting)));
    const why = 'The setting must be an object with one entry for each server.';
    for (const { lines } of probes) {
      const faults = lines.filter(({ event }) => event === 'faulty');
      deepEqual(faults, [{ event: 'faulty', server: 'mcpRoots.servers', why, at: [] }]);
    }
  });

  async function assertFault(server: string, why: string, at: readonly (string | number)[]): Promise<void> {
    const own = probe.lines.filter((line) => line.server === server);
    deepEqual(own, [{ event: 'faulty', server, why, at }]);
    await assertUntouched(probe, folder);
  }
});
