import { deepEqual } from 'node:assert/strict';
import type { StdioTransport } from '../../../src/core/servers/definition';
import { expandHttp, expandStdio, launchTexts } from '../../../src/core/servers/launch';
import type { VariableValues } from '../../../src/core/servers/variables';

const values: VariableValues = {
  workspaceFolder: '/w/web',
  workspaceFolders: [],
  userHome: '/home/u',
  env: {},
};
const transport: StdioTransport = {
  type: 'stdio',
  command: '${userHome}/bin/tool',
  args: ['--root', '${workspaceFolder}'],
  cwd: '${workspaceFolder}/src',
  env: { ROOT: '${workspaceFolder}', '${userHome}': 'kept', GONE: null },
  envFile: '${workspaceFolder}/.env',
};

describe('expandStdio', () => {
  it('puts variables into every text, and leaves the names of environment variables', () => {
    deepEqual(expandStdio(transport, values), {
      kind: 'expanded',
      transport: {
        type: 'stdio',
        command: '/home/u/bin/tool',
        args: ['--root', '/w/web'],
        cwd: '/w/web/src',
        env: { ROOT: '/w/web', '${userHome}': 'kept', GONE: null },
        envFile: '/w/web/.env',
      },
    });
  });

  it('leaves out what is not given', () => {
    const bare = { ...transport, cwd: undefined, envFile: undefined, env: {}, args: [] };
    deepEqual(expandStdio(bare, values), {
      kind: 'expanded',
      transport: { ...bare, command: '/home/u/bin/tool' },
    });
  });

  const spots: readonly (readonly [Partial<StdioTransport>, readonly (string | number)[]])[] = [
    [{ command: '${x:y}' }, ['command']],
    [{ args: ['a', '${x:y}'] }, ['args', 1]],
    [{ cwd: '${x:y}' }, ['cwd']],
    [{ env: { A: '${x:y}' } }, ['env', 'A']],
    [{ envFile: '${x:y}' }, ['envFile']],
  ];
  for (const [wrong, at] of spots) {
    it(`says where a variable is refused: ${at.join('.')}`, () => {
      deepEqual(expandStdio({ ...transport, ...wrong }, values), {
        kind: 'refused',
        why: 'The variable ${x:y} is not supported.',
        at,
      });
    });
  }
});

describe('expandHttp', () => {
  it('puts variables into the address and the values of headers, and leaves the names of headers', () => {
    const headers = { Authorization: 'Bearer ${env:TOKEN}', '${userHome}': '${userHome}' };
    deepEqual(
      expandHttp(
        { type: 'http', url: 'https://a.example${workspaceFolder}', headers },
        { ...values, env: { TOKEN: 't' } },
      ),
      {
        kind: 'expanded',
        transport: {
          type: 'http',
          url: 'https://a.example/w/web',
          headers: { Authorization: 'Bearer t', '${userHome}': '/home/u' },
        },
      },
    );
  });
});

describe('expandHttp: as what to sign in', () => {
  it('has variables put in too, and is left out where it is not given', () => {
    const transport = { type: 'http', url: 'https://a.example/', headers: {} } as const;
    const oauth = { clientId: '${env:ID}', clientSecret: '${env:S}', scopes: ['${env:ID}', 'b'] };
    const given = { ...values, env: { ID: 'id', S: 's' } };
    deepEqual(expandHttp({ ...transport, oauth }, given), {
      kind: 'expanded',
      transport: { ...transport, oauth: { clientId: 'id', clientSecret: 's', scopes: ['id', 'b'] } },
    });
    deepEqual(expandHttp(transport, given), { kind: 'expanded', transport });
    deepEqual(expandHttp({ ...transport, oauth: { scopes: ['${x:y}'] } }, given), {
      kind: 'refused',
      why: 'The variable ${x:y} is not supported.',
      at: ['oauth', 'scopes', 0],
    });
  });
});

describe('launchTexts: everything that could name a folder (rule 2)', () => {
  const launch = {
    kind: 'process',
    executable: '/bin/tool',
    args: ['a', 'b'],
    cwd: '/c',
    env: { A: 'd', B: null },
  } as const;

  it('is executable, arguments, working directory, the file of variables and their values', () => {
    deepEqual(launchTexts(launch, '/e'), ['/bin/tool', 'a', 'b', '/c', '/e', 'd']);
  });

  it('is the address and the values of the headers', () => {
    const address = {
      kind: 'address',
      type: 'sse',
      url: 'https://a.example/',
      headers: { A: '/b' },
    } as const;
    deepEqual(launchTexts(address, undefined), ['https://a.example/', '/b']);
  });

  it('is less where less is given', () => {
    deepEqual(launchTexts({ ...launch, cwd: undefined, env: {} }, undefined), ['/bin/tool', 'a', 'b']);
  });
});
