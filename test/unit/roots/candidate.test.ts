import { deepEqual } from 'node:assert/strict';
import { availablePath, whyUnavailable, type Availability } from '../../../src/core/roots/candidate';
import { asRealPath } from '../../../src/core/roots/realPath';
import { available, entry } from './catalogBench';

describe('Candidate: only an available one has a path to share, any other has a reason', () => {
  const realPath = asRealPath('/w/web');
  const cases: readonly (readonly [Availability, string | undefined, string | undefined])[] = [
    [available('/w/web'), '/w/web', undefined],
    [{ kind: 'missing' }, undefined, 'the folder does not exist'],
    [{ kind: 'not a directory' }, undefined, 'it is a file, not a folder'],
    [{ kind: 'not readable' }, undefined, 'the folder cannot be read'],
    [{ kind: 'no answer' }, undefined, 'the disk does not answer'],
    [
      { kind: 'scheme not supported', scheme: 'vscode-vfs' },
      undefined,
      '"vscode-vfs:" folders have no path that a server could open',
    ],
    [
      { kind: 'moved', realPath, identity: { device: 'd1', inode: 'i2' } },
      undefined,
      'another folder was put in its place',
    ],
  ];
  for (const [availability, path, why] of cases) {
    it(availability.kind, () => {
      const candidate = { ...entry('/w/web'), availability, aliases: [] };
      deepEqual([availablePath(candidate), whyUnavailable(candidate)], [path, why]);
    });
  }
});
