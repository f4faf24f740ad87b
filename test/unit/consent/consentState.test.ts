import { deepEqual } from 'node:assert/strict';
import path from 'node:path';
import { consentState, type ConsentState } from '../../../src/core/consent/consentState';
import type { Decision } from '../../../src/core/consent/decision';
import { Ledger } from '../../../src/core/consent/ledger';
import type { Availability } from '../../../src/core/roots/candidate';
import { asRealPath } from '../../../src/core/roots/realPath';
import { available, entry } from '../roots/catalogBench';
import { decision, FakeClock, FakeStore, server } from './fakes';

describe('consentState: how a folder stands with a server', () => {
  const here = available('/w/web');
  const cases: readonly (readonly [string, readonly Decision[], Availability, ConsentState])[] = [
    ['undecided without a decision', [], here, { kind: 'undecided' }],
    [
      'undecided when only another server was decided about',
      [decision('/w/web', 'allow', 1, 'always', 'other')],
      here,
      { kind: 'undecided' },
    ],
    ['allowed', [decision('/w/web', 'allow', 1)], here, { kind: 'allowed', duration: 'always' }],
    ['denied', [decision('/w/web', 'deny', 1)], here, { kind: 'denied', duration: 'always' }],
    [
      'allowed through the folder around it',
      [decision('/w', 'allow', 1)],
      here,
      { kind: 'allowed', duration: 'always', through: '/w' },
    ],
    [
      'denied through the folder around it',
      [decision('/w', 'deny', 1)],
      here,
      { kind: 'denied', duration: 'always', through: '/w' },
    ],
    [
      'undecided when another folder was put in its place (rule 5)',
      [decision('/w/web', 'allow', 1)],
      { kind: 'moved', realPath: asRealPath('/w/web'), identity: { device: 'd1', inode: 'i2' } },
      { kind: 'undecided' },
    ],
    [
      'not to be shared while it is missing, whatever was decided',
      [decision('/w/web', 'allow', 1)],
      { kind: 'missing' },
      { kind: 'cannot be shared', why: 'the folder does not exist' },
    ],
    [
      'not to be shared when it has no path',
      [],
      { kind: 'scheme not supported', scheme: 'vscode-vfs' },
      { kind: 'cannot be shared', why: '"vscode-vfs:" folders have no path that a server could open' },
    ],
  ];
  for (const [rule, standing, availability, expected] of cases) {
    it(`is ${rule}`, () => {
      const ledger = new Ledger(new FakeStore(...standing), new FakeClock(), path.posix);
      const candidate = { ...entry('/w/web'), availability, aliases: [] };
      deepEqual(consentState(ledger, server('git'), candidate), expected);
    });
  }

  it('follows the real path, not the spelling', () => {
    const ledger = new Ledger(new FakeStore(decision('/l/web', 'allow', 1)), new FakeClock(), path.posix);
    const link = { ...entry('/l/web'), availability: available('/w/web'), aliases: [] };
    deepEqual(consentState(ledger, server('git'), link), { kind: 'undecided' });
  });
});
