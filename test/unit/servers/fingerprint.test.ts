import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  fingerprintForClient,
  fingerprintOf,
  type FingerprintGround,
} from '../../../src/core/servers/fingerprint';
import type { ServerDefinition } from '../../../src/core/servers/definition';
import type { AddressLaunch, ProcessLaunch } from '../../../src/core/servers/launch';
import { server } from '../consent/fakes';

const ground: FingerprintGround = { key: Buffer.alloc(32, 7), workspace: 'file:///w/all.code-workspace' };
const definition: ServerDefinition = {
  name: 'git',
  scope: { kind: 'folder', uri: 'file:///w/web', name: 'web' },
  transport: { type: 'stdio', command: 'git-mcp', args: [], cwd: undefined, env: {}, envFile: undefined },
  roots: { declare: true, primary: undefined, onRevoke: 'restart', whenEmpty: 'start' },
  timeouts: { initialize: undefined, request: undefined },
  inputs: [],
};
const launch: ProcessLaunch = {
  kind: 'process',
  executable: '/usr/bin/git-mcp',
  args: ['--stdio', '-v'],
  cwd: '/w',
  env: { A: '1', B: null },
};

function fingerprint(
  of: Partial<ServerDefinition> = {},
  runs: Partial<ProcessLaunch> = {},
  by = ground,
): string {
  return fingerprintOf({ ...definition, ...of }, { ...launch, ...runs }, by);
}

describe('Fingerprint (rule 5): another server', () => {
  const others: readonly (readonly [string, string])[] = [
    ['another name', fingerprint({ name: 'Git' })],
    ['another scope', fingerprint({ scope: { kind: 'user' } })],
    [
      'another folder as its scope',
      fingerprint({ scope: { kind: 'folder', uri: 'file:///w/api', name: 'web' } }),
    ],
    ['another executable', fingerprint({}, { executable: '/tmp/git-mcp' })],
    ['an argument more', fingerprint({}, { args: ['--stdio', '-v', '-v'] })],
    ['arguments in another order', fingerprint({}, { args: ['-v', '--stdio'] })],
    ['arguments split elsewhere', fingerprint({}, { args: ['--stdio -v'] })],
    ['another working directory', fingerprint({}, { cwd: '/' })],
    ['no working directory', fingerprint({}, { cwd: undefined })],
    ['another value in the environment', fingerprint({}, { env: { A: '2', B: null } })],
    ['an empty variable in place of none', fingerprint({}, { env: { A: '1', B: '' } })],
    ['the text "null" in place of none', fingerprint({}, { env: { A: '1', B: 'null' } })],
    ['a variable more', fingerprint({}, { env: { A: '1', B: null, C: '3' } })],
    ['other roots options', fingerprint({ roots: { ...definition.roots, onRevoke: 'notify' } })],
    ['a primary folder', fingerprint({ roots: { ...definition.roots, primary: 'web' } })],
    ['another installation', fingerprint({}, {}, { ...ground, key: Buffer.alloc(32, 8) })],
    ['the bundled program', fingerprintOf(definition, 'bundled with the extension', ground)],
  ];
  for (const [what, other] of others) it(`for ${what}`, () => notEqual(other, fingerprint()));

  it('for an answer in place of a value that only reads like one, or in another place', () => {
    const late = (args: readonly string[]) =>
      fingerprint(
        { transport: { ...definition.transport, args } as ServerDefinition['transport'] },
        { args: ['${input:k}', '${input:k}'] },
      );
    const all = [
      ['${env:X}', '${env:X}'],
      ['${input:k}', '${env:X}'],
      ['${env:X}', '${input:k}'],
    ];
    equal(new Set(all.map(late)).size, 3);
  });

  it('for the same text in the settings of another workspace', () => {
    const elsewhere = { ...ground, workspace: 'file:///w/other.code-workspace' };
    const of = (scope: ServerDefinition['scope'], by = ground) => fingerprint({ scope }, {}, by);
    notEqual(of({ kind: 'workspace' }), of({ kind: 'workspace' }, elsewhere));
    // What does not stand in the workspace's own settings is the same in all of them.
    equal(of({ kind: 'user' }), of({ kind: 'user' }, elsewhere));
    equal(of(definition.scope), of(definition.scope, elsewhere));
  });

  it('for another address or header', () => {
    const http = { type: 'http', url: 'https://a.example/mcp', headers: { X: '1' } } as const;
    const of = (runs: Partial<AddressLaunch>) =>
      fingerprintOf({ ...definition, transport: http }, { kind: 'address', ...http, ...runs }, ground);
    const all = [
      of({}),
      of({ url: 'https://b.example/mcp' }),
      of({ headers: { X: '2' } }),
      of({ headers: {} }),
    ];
    equal(new Set(all).size, 4);
  });
});

describe('Fingerprint: the same server', () => {
  it('whatever order keys are written in', () => {
    equal(fingerprint({}, { env: { B: null, A: '1' } }), fingerprint());
  });

  it('with other timeouts: they decide nothing about what runs', () => {
    equal(fingerprint({ timeouts: { initialize: 1, request: 2 } }), fingerprint());
  });

  it('however its variables were written, since what they come to is what runs', () => {
    const transport = { ...definition.transport, command: '${env:TOOL}' } as ServerDefinition['transport'];
    equal(fingerprint({ transport }), fingerprint());
  });

  it('is 64 hexadecimal digits that say nothing of the definition', () =>
    match(fingerprint(), /^[0-9a-f]{64}$/));
});

describe('Fingerprint: no two launches share one', () => {
  it('whatever texts they hold', () => {
    const text = fc.string({ unit: 'binary', maxLength: 4 });
    const launches = fc.record({
      executable: text,
      args: fc.array(text, { maxLength: 3 }),
      cwd: fc.option(text, { nil: undefined }),
      env: fc.dictionary(text, fc.option(text), { maxKeys: 3 }),
    });
    fc.assert(
      fc.property(launches, launches, (one, other) => {
        const plain = (each: typeof one) =>
          JSON.stringify([
            each.executable,
            each.args,
            each.cwd ?? null,
            Object.entries(each.env).toSorted(([a], [b]) => (a < b ? -1 : 1)),
          ]);
        equal(fingerprint({}, one) === fingerprint({}, other), plain(one) === plain(other));
      }),
    );
  });
});

describe('Fingerprint of a server for an outside client', () => {
  const own = server('f1');
  const given = (clientId: string, by = own, key = ground.key) => fingerprintForClient(clientId, by, key);

  it('is another one for each client, each server and each installation, and never that of the window', () => {
    const all = [
      own,
      given('cursor'),
      given('claude'),
      given('cursor', server('f2')),
      given('cursor', own, Buffer.alloc(32, 8)),
    ];
    deepEqual(new Set(all).size, all.length);
    equal(given('cursor'), given('cursor'));
  });
});
