import { deepEqual } from 'node:assert/strict';
import { exportServers } from '../../../src/core/import/exportServers';
import { parseDefinitions } from '../../../src/core/servers/parseDefinition';
import { parseInputs } from '../../../src/core/inputs/parseInputs';

function exported(value: unknown) {
  const inputs = parseInputs([{ type: 'promptString', id: 'key' }]);
  const definitions = parseDefinitions(value, { kind: 'user' }, inputs).map((each) => {
    if (each.kind === 'faulty') throw new Error(each.fault.problem);
    return each.definition;
  });
  const { text, ...rest } = exportServers(definitions);
  return { ...(JSON.parse(text) as { readonly mcpServers: unknown }), ...rest };
}

describe('an export of servers', () => {
  it('has the shape mcpServers, without what only we know', () => {
    deepEqual(
      exported({
        files: { command: 'npx', args: ['-y', 'files@1'], env: { MODE: 'x' }, roots: { declare: false } },
        web: { type: 'http', url: 'https://a.example/mcp', timeouts: { request: 3 } },
      }),
      {
        mcpServers: {
          files: { command: 'npx', args: ['-y', 'files@1'], env: { MODE: 'x' } },
          web: { type: 'http', url: 'https://a.example/mcp' },
        },
        withheld: [],
        remarks: [],
      },
    );
  });

  it('never tells a secret: what is asked for stays so, and what stands in clear text is left out', () => {
    deepEqual(
      exported({
        hub: { command: 'hub', args: ['--token', 't0k'], env: { HUB_TOKEN: 't0k', KEY: '${input:key}' } },
        web: { url: 'https://a.example', headers: { Authorization: 'Bearer t0k' } },
      }),
      {
        mcpServers: {
          hub: {
            command: 'hub',
            args: ['--token', '${input:hub-HUB_TOKEN}'],
            env: { HUB_TOKEN: '${input:hub-HUB_TOKEN}', KEY: '${input:key}' },
          },
          web: {
            type: 'http',
            url: 'https://a.example',
            headers: { Authorization: 'Bearer ${input:hub-HUB_TOKEN}' },
          },
        },
        withheld: ['${input:hub-HUB_TOKEN}'],
        remarks: ['“hub”: not every client knows ${input:key}'],
      },
    );
  });

  it('says what another client may not understand', () => {
    deepEqual(
      exported({
        files: {
          command: 'npx',
          args: ['${mcpRoots}', '${workspaceFolder}'],
          cwd: '/w',
          envFile: '/w/.env',
          env: { HTTP_PROXY: null },
        },
      }),
      {
        mcpServers: {
          files: {
            command: 'npx',
            args: ['${mcpRoots}', '${workspaceFolder}'],
            cwd: '/w',
            envFile: '/w/.env',
          },
        },
        withheld: [],
        remarks: [
          '“files”: not every client knows ${mcpRoots}, ${workspaceFolder}, cwd, envFile',
          '“files”: HTTP_PROXY is not taken away there',
        ],
      },
    );
  });

  it('gives servers of one name in two scopes a name each', () => {
    const one = parseDefinitions({ a: { command: 'x' } }, { kind: 'user' });
    const definitions = [...one, ...one].flatMap((each) => (each.kind === 'defined' ? each.definition : []));
    deepEqual(
      Object.keys((JSON.parse(exportServers(definitions).text) as { mcpServers: object }).mcpServers),
      ['a', 'a-2'],
    );
  });
});
