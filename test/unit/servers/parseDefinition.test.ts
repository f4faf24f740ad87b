import { deepEqual } from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ConfiguredServer, Scope, ServerDefinition } from '../../../src/core/servers/definition';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';

const user: Scope = { kind: 'user' };

/** What one entry is read as. */
function read(entry: unknown, name = 'git'): ConfiguredServer | undefined {
  return parseDefinitions(Object.fromEntries([[name, entry]]), user)[0];
}

function definition(of: Partial<ServerDefinition>): ConfiguredServer {
  return {
    kind: 'defined',
    definition: {
      name: 'git',
      scope: user,
      transport: { type: 'stdio', command: 'x', args: [], cwd: undefined, env: {}, envFile: undefined },
      roots: { declare: true, primary: undefined, onRevoke: 'restart', whenEmpty: 'start' },
      timeouts: { initialize: undefined, request: undefined },
      inputs: [],
      ...of,
    },
  };
}

function fault(problem: string, ...at: (string | number)[]): ConfiguredServer {
  return { kind: 'faulty', fault: { name: 'git', scope: user, problem, at } };
}

describe('parseDefinitions: the shape of mcp.json', () => {
  it('needs no more than a command', () => deepEqual(read({ command: 'x' }), definition({})));

  it('reads everything that a process takes', () => {
    const entry = {
      type: 'stdio',
      command: 'x',
      args: ['-a', ''],
      cwd: '${workspaceFolder}',
      env: { A: '1', PORT: 80, GONE: null },
      envFile: '.env',
      roots: { declare: false, primary: 'web', onRevoke: 'notify', whenEmpty: 'wait' },
      timeouts: { initialize: 2.5, request: 60 },
    };
    deepEqual(
      read(entry),
      definition({
        transport: {
          type: 'stdio',
          command: 'x',
          args: ['-a', ''],
          cwd: '${workspaceFolder}',
          env: { A: '1', PORT: '80', GONE: null },
          envFile: '.env',
        },
        roots: { declare: false, primary: 'web', onRevoke: 'notify', whenEmpty: 'wait' },
        timeouts: { initialize: 2500, request: 60_000 },
      }),
    );
  });

  it('reads an address, with or without its type', () => {
    const http = (type: 'http' | 'sse') =>
      definition({ transport: { type, url: 'https://a.example/mcp', headers: { X: '1' } } });
    const entry = { url: 'https://a.example/mcp', headers: { X: '1' } };
    deepEqual(
      [read(entry), read({ ...entry, type: 'http' }), read({ ...entry, type: 'sse' })],
      [http('http'), http('http'), http('sse')],
    );
  });

  it('passes over what it does not know, as other programs that read such files do', () => {
    deepEqual(read({ command: 'x', disabled: true, gallery: {} }), definition({}));
  });

  it('takes a time that is too long for a timer for the longest there is', () => {
    deepEqual(
      read({ command: 'x', timeouts: { request: 1e12 } }),
      definition({ timeouts: { initialize: undefined, request: 2_147_483_647 } }),
    );
  });
});

describe('parseDefinitions: what is wrong is said, and where', () => {
  const cases: readonly (readonly [string, unknown, ConfiguredServer])[] = [
    ['no object', 'npx server', fault('The entry must be an object with a "command" or a "url".')],
    ['null', null, fault('The entry must be an object with a "command" or a "url".')],
    ['a list', ['npx'], fault('The entry must be an object with a "command" or a "url".')],
    ['nothing in it', {}, fault('"command" is missing.', 'command')],
    ['a command that is no text', { command: 7 }, fault('"command" must be a string.', 'command')],
    ['an empty command', { command: '' }, fault('"command" must not be empty.', 'command')],
    ['a command as a list', { command: ['npx'] }, fault('"command" must be a string.', 'command')],
    ['args that are no list', { command: 'x', args: '-y' }, fault('"args" must be an array.', 'args')],
    [
      'an argument that is no text',
      { command: 'x', args: ['-y', 1] },
      fault('"args[1]" must be a string.', 'args', 1),
    ],
    [
      'a variable that is no text',
      { command: 'x', env: { A: [] } },
      fault('"env.A" must be a string, a number or null.', 'env', 'A'),
    ],
    ['env as a list', { command: 'x', env: [] }, fault('"env" must be an object.', 'env')],
    ['an empty cwd', { command: 'x', cwd: '' }, fault('"cwd" must not be empty.', 'cwd')],
    [
      'an unknown type',
      { type: 'streamable', url: 'https://a' },
      fault('"type" must be "stdio", "http" or "sse".', 'type'),
    ],
    [
      'a sign-in that is none',
      { url: 'https://a.example', oauth: { clientId: 1 } },
      fault('"oauth.clientId" must be a string.', 'oauth', 'clientId'),
    ],
    ['http without an address', { type: 'http' }, fault('"url" is missing.', 'url')],
    [
      'an address of another scheme',
      { url: 'file:///etc/passwd' },
      fault('"url" must be an address that begins with http:// or https://.', 'url'),
    ],
    [
      'a header that is no text',
      { url: 'https://a', headers: { A: 1 } },
      fault('"headers.A" must be a string.', 'headers', 'A'),
    ],
    [
      'an unknown choice',
      { command: 'x', roots: { onRevoke: 'ignore' } },
      fault('"roots.onRevoke" must be "restart" or "notify".', 'roots', 'onRevoke'),
    ],
    [
      'declare as text',
      { command: 'x', roots: { declare: 'false' } },
      fault('"roots.declare" must be a boolean.', 'roots', 'declare'),
    ],
    [
      'a time that is none',
      { command: 'x', timeouts: { request: 0 } },
      fault('"timeouts.request" must be more than 0.', 'timeouts', 'request'),
    ],
  ];
  for (const [what, entry, expected] of cases) it(what, () => deepEqual(read(entry), expected));

  it('a name of nothing', () => {
    deepEqual(read({ command: 'x' }, ' '), {
      kind: 'faulty',
      fault: { name: ' ', scope: user, problem: 'A server needs a name.', at: [] },
    });
  });

  for (const value of ['npx', 7, [{ command: 'x' }], true]) {
    it(`a setting that is ${JSON.stringify(value)}`, () => {
      const problem = 'The setting must be an object with one entry for each server.';
      deepEqual(parseDefinitions(value, user), [
        { kind: 'faulty', fault: { name: 'mcpRoots.servers', scope: user, problem, at: [] } },
      ]);
    });
  }
});

describe('parseDefinitions: each entry stands on its own', () => {
  it('uses the good ones beside the bad ones, in their order', () => {
    const read = parseDefinitions({ a: { command: 'x' }, b: 7, c: { url: 'https://c' } }, user);
    deepEqual(
      read.map((each) => (each.kind === 'defined' ? each.definition.name : `not ${each.fault.name}`)),
      ['a', 'not b', 'c'],
    );
  });

  it('refuses a name that differs from an earlier one only in case', () => {
    for (const [first, second] of [
      ['Git', 'git'],
      ['git', 'GIT'],
    ] as const) {
      const servers = { [first]: { command: 'x' }, [second]: { command: 'y' } };
      deepEqual(
        parseDefinitions(servers, user).map((each) =>
          each.kind === 'defined' ? each.definition.name : each.fault.problem,
        ),
        [first, `The name differs from "${first}" only in case. Rename one of them.`],
      );
    }
  });

  it('says nothing when there is nothing', () => {
    deepEqual(
      [undefined, null, {}].flatMap((value) => parseDefinitions(value, user)),
      [],
    );
  });

  it('says of each from which scope it is (rule 12)', () => {
    const scope: Scope = { kind: 'folder', uri: 'file:///w/web', name: 'web' };
    deepEqual(
      parseDefinitions({ a: { command: 'x' }, b: 7 }, scope).map((each) =>
        each.kind === 'defined' ? each.definition.scope : each.fault.scope,
      ),
      [scope, scope],
    );
  });

  it('reads any value whatever without throwing, and answers for each entry', () => {
    const field = fc.oneof(fc.jsonValue(), fc.constantFrom('stdio', 'http', 'x', 'https://a'));
    const keys = ['type', 'command', 'args', 'cwd', 'env', 'envFile', 'url', 'headers', 'roots', 'timeouts'];
    const entry = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...keys), field));
    const servers = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor')), entry);
    fc.assert(
      fc.property(servers, (value) => {
        deepEqual(parseDefinitions(value, user).length, Object.keys(value).length);
      }),
    );
  });
});
