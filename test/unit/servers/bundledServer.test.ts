import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { keptText } from '../../../src/core/approval/definitionSummary';
import { explorerDefinition, prepareExplorer } from '../../../src/node/servers/bundledServer';
import { prepareServer } from '../../../src/node/servers/prepareServer';

const key = Buffer.alloc(32, 7);

describe('The bundled server', () => {
  it('runs its script with this very Node.js, in no folder of its own, and names none', () => {
    const { fingerprint, summary, shown, ...prepared } = { ...prepareExplorer('/ext/dist/explorer.js', key) };
    deepEqual(prepared, {
      kind: 'prepared',
      definition: explorerDefinition,
      launch: {
        kind: 'process',
        executable: process.execPath,
        args: ['/ext/dist/explorer.js'],
        cwd: undefined,
        env: { ELECTRON_RUN_AS_NODE: '1' },
      },
      texts: [],
      leads: { from: undefined, absolute: [], relative: [], loose: [] },
      cwdRealPath: undefined,
      program: undefined,
      envFile: undefined,
    });
    for (const text of [keptText(summary), shown]) match(text, /^Server: explorer\nFrom: bundled\n/);
    equal(fingerprint.length, 64);
  });

  it('is the same server after an update of the extension', () => {
    const at = (script: string) => {
      const prepared = prepareExplorer(script, key);
      return prepared.kind === 'prepared' && prepared.fingerprint;
    };
    equal(at('/ext-0.1/explorer.js'), at('/ext-0.2/explorer.js'));
  });

  it('is the server that 0.2.0 knew, so that its folders stay with it', () => {
    equal(
      prepareExplorer('/ext/explorer.js', key).fingerprint,
      '2a1c479a6ac8f4a3ce9d6d9246f484c2ecc73c66f1e8f34bb23fdfac22a86ec8',
    );
  });

  it('shares its fingerprint with no definition of a user that runs the same', async () => {
    const bundled = prepareExplorer('/ext/explorer.js', key);
    const transport = {
      ...explorerDefinition.transport,
      command: process.execPath,
      args: ['/ext/explorer.js'],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    } as typeof explorerDefinition.transport;
    const values = { workspaceFolder: undefined, workspaceFolders: [], userHome: '/', env: {} };
    const copied = await prepareServer({ ...explorerDefinition, transport }, values, { key, workspace: 'w' });
    if (bundled.kind !== 'prepared' || copied.kind !== 'prepared') throw new Error('Both can be prepared.');
    notEqual(copied.fingerprint, bundled.fingerprint);
  });
});
