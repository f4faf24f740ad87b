import { deepEqual, equal } from 'node:assert/strict';
import { fitsDialog, signInText } from '../../../src/core/acp/signInText';
import type { ProcessLaunch } from '../../../src/core/servers/launch';

const launch: ProcessLaunch = {
  kind: 'process',
  executable: '/bin/agent',
  args: ['a b'],
  cwd: undefined,
  env: {},
};

describe('What is run for a user to sign in', () => {
  it('is shown with what the method adds, and nothing in it hides', () => {
    equal(
      signInText(launch, { args: ['login', '\u{e0041}'], env: { A: '\n' } }),
      '/bin/agent "a b" login "\\u{e0041}"\nwith A=\\n\n\nIt works in an empty folder of this extension, and can do whatever you can.',
    );
  });

  it('is shown whole however long it is, and is then not for a dialog', () => {
    const args = ['x'.repeat(2000), 'last'];
    const long = signInText(launch, { args, env: { A: `${'y'.repeat(2000)}end` } });
    deepEqual(
      [long.includes('x last\n'), long.includes('yend\n'), long.includes('…'), fitsDialog(long)],
      [true, true, false, false],
    );
  });

  it('fits a dialog when it is short, of few lines', () => {
    const env = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`A${i}`, '']));
    const fits = [0, 17, 18].map((count) => fitsDialog(signInText(launch, { args: [], env: env(count) })));
    deepEqual(fits, [true, true, false]);
  });
});
