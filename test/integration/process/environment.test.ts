import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { UserError } from '../../../src/core/errors';
import { defaultEnvironment, serverEnvironment } from '../../../src/node/process/environment';

/** What the SDK inherits on a platform: asked of the SDK itself, in a process that is told to be on it. */
function sdkNames(platform: NodeJS.Platform): string[] {
  const script = `
    Object.defineProperty(process, 'platform', { value: ${JSON.stringify(platform)} });
    const { DEFAULT_INHERITED_ENV_VARS } = require('@modelcontextprotocol/sdk/client/stdio.js');
    console.log(JSON.stringify(DEFAULT_INHERITED_ENV_VARS));`;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8', cwd: __dirname }));
}

const onWindows = { NoDefaultCurrentDirectoryInExePath: '1' };

describe('the environment of a server', () => {
  const host = {
    PATH: '/bin',
    HOME: '/home/me',
    TERM: '() { :; }',
    FAKE_SECRET: 'x',
    ELECTRON_RUN_AS_NODE: '1',
  };

  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    it(`has on ${platform} the variables that the SDK inherits, and no other`, () => {
      const names = sdkNames(platform);
      const inherited = Object.fromEntries(
        [...names, 'FAKE_SECRET', 'NODE_OPTIONS'].map((name) => [name, name]),
      );
      assert.deepEqual(
        defaultEnvironment(inherited, platform),
        Object.fromEntries(names.map((name) => [name, name])),
      );
    });
  }

  it('leaves out shell functions, secrets and ELECTRON_RUN_AS_NODE', () => {
    assert.deepEqual(serverEnvironment({}, host, 'linux'), { PATH: '/bin', HOME: '/home/me' });
  });

  it('adds what is declared, lets it win, and removes what is declared null', () => {
    const declared = { PATH: '/opt', HOME: null, TOKEN: '', ELECTRON_RUN_AS_NODE: '1', ['__proto__']: 'own' };
    assert.deepEqual(
      Object.entries(serverEnvironment(declared, host, 'linux')),
      Object.entries({ PATH: '/opt', TOKEN: '', ELECTRON_RUN_AS_NODE: '1', ['__proto__']: 'own' }),
    );
  });

  it('treats names that differ in case as one variable on Windows only', () => {
    const inherited = { Path: 'C:\\Windows', UserName: 'me' };
    assert.deepEqual(
      [
        serverEnvironment({ path: 'C:\\mine', username: null }, inherited, 'win32'),
        serverEnvironment({ path: '/mine' }, { PATH: '/bin' }, 'linux'),
      ],
      [
        { ...onWindows, path: 'C:\\mine' },
        { PATH: '/bin', path: '/mine' },
      ],
    );
  });

  it('keeps programs on Windows from being found where the server runs, unless its definition says otherwise', () => {
    const name = 'NODEFAULTCURRENTDIRECTORYINEXEPATH';
    assert.deepEqual(
      [
        serverEnvironment({}, {}, 'win32'),
        serverEnvironment({}, { [name]: '' }, 'win32'),
        serverEnvironment({ [name]: null }, {}, 'win32'),
        serverEnvironment({}, {}, 'linux'),
      ],
      [onWindows, onWindows, {}, {}],
    );
  });

  it('is refused for names and values that no process can have', () => {
    const wrong: Record<string, string>[] = [{ '': 'x' }, { 'A=B': 'x' }, { 'A\0': 'x' }, { A: 'x\0y' }];
    for (const declared of wrong) assert.throws(() => serverEnvironment(declared, host, 'linux'), UserError);
  });
});
