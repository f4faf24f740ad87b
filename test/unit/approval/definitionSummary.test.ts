import { deepEqual, equal } from 'node:assert/strict';
import { definitionSummary, keptSummary } from '../../../src/core/approval/definitionSummary';
import type { ServerDefinition } from '../../../src/core/servers/definition';
import type { Launch } from '../../../src/core/servers/launch';

const definition: ServerDefinition = {
  name: 'git',
  scope: { kind: 'workspace' },
  transport: { type: 'stdio', command: 'git', args: [], cwd: undefined, env: {}, envFile: undefined },
  roots: { declare: true, primary: 'web', onRevoke: 'notify', whenEmpty: 'wait' },
  timeouts: { initialize: undefined, request: undefined },
};
const launch: Launch = {
  executable: '/usr/bin/node',
  args: ['server.js', 'two\nlines', '\u202etxt.exe'],
  cwd: '/w/web',
  env: { TOKEN: 'secret', B: null },
};

describe('The summary of a definition', () => {
  it('tells everything the fingerprint covers, a line each, and no value of the environment', () => {
    deepEqual(
      definitionSummary(definition, launch, (name, value) => `mark of ${name} ${value.length}`).split('\n'),
      [
        'Server: git',
        'From: workspace settings',
        'Program: /usr/bin/node',
        'Arguments:',
        '  server.js',
        String.raw`  two\nlines`,
        String.raw`  \u202etxt.exe`,
        'Environment variables besides the minimal ones (a value is not shown; its mark changes with it):',
        '  B  (taken away)',
        '  TOKEN  (mark mark of TOKEN 6)',
        'Working directory: /w/web',
        'Told of roots: yes',
        'Folder that goes first: web',
        'When a folder is withdrawn: notified',
        'With no folder allowed: waits for the first one',
      ],
    );
  });

  it('is whole on the screen, however long; what is kept of it has a bound', () => {
    const long = definitionSummary(definition, { ...launch, args: ['x'.repeat(100_000)] }, () => '');
    equal(long.includes('x'.repeat(100_000)), true);
    equal(keptSummary(long).length < 61_000, true);
    equal(keptSummary(long).endsWith('x\n… (longer than what is kept with an approval)'), true);
    equal(keptSummary('short'), 'short');
  });
});
