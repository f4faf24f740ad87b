import { deepEqual } from 'node:assert/strict';
import { diskOf } from '../../../src/node/watching/diskOf';

describe('diskOf: what hangs together when it hangs', () => {
  it('is the mount on Linux, found without asking any disk', function () {
    if (process.platform !== 'linux') this.skip(); // Elsewhere the system has no table of mounts to read.
    deepEqual(['/', '/proc', '/proc/self/x', '/processes', '/a/b/c'].map(diskOf), [
      '/',
      '/proc',
      '/proc',
      '/',
      '/',
    ]);
  });
});
