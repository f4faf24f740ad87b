import { deepEqual } from 'node:assert/strict';
import path from 'node:path';
import type { Availability, Candidate } from '../../../src/core/roots/candidate';
import { inheritable } from '../../../src/core/servers/inheritedEnvironment';
import { available, entry } from '../roots/catalogBench';

function candidate(at: string, availability: Availability = available(at)): Candidate {
  return { ...entry(at), availability, aliases: [] };
}

const web = candidate('/w/web');
const api = candidate('/w/api');

/** What a server inherits that is told of these. */
function given(
  env: Record<string, string>,
  told: readonly Candidate[] = [],
  candidates: readonly Candidate[] = [web, api],
) {
  const { named, ...rest } = inheritable(env, candidates, (each) => told.includes(each), path.posix);
  return { ...rest, named: named.map(({ name }) => name) };
}

describe('What a server inherits of the variables of this window (rules 2 and 10)', () => {
  it('is everything that names no folder', () => {
    const env = { PATH: '/usr/bin::/bin', HOME: '/home/u', USER: 'web', SHELL: '/w/webshell' };
    deepEqual(given(env), { env, withheld: [], named: [] });
  });

  it('is not what names a folder that the server is not told of: an entry of a list, else all of it', () => {
    const env = { PATH: '/bin:/w/web/node_modules/.bin:/w/api:/opt/bin', HOME: '/w/web', SHELL: '/bin/sh' };
    deepEqual(given(env), {
      env: { PATH: '/bin:/opt/bin', SHELL: '/bin/sh' },
      withheld: ['PATH', 'HOME'],
      named: [],
    });
  });

  it('is also what names a folder that the server is told of, and that is said', () => {
    deepEqual(given({ PATH: '/w/web/bin:/w/api/bin', HOME: '/w/web' }, [web]), {
      env: { PATH: '/w/web/bin', HOME: '/w/web' },
      withheld: ['PATH'],
      named: ['web'],
    });
  });

  it('leaves a list out that would be empty, since that means the working directory to some programs', () => {
    deepEqual(given({ PATH: '/w/web/bin:' }), { env: {}, withheld: ['PATH'], named: [] });
  });

  it('goes by the narrowest candidate around: a grant of the outer one does not tell of the inner one', () => {
    const outer = candidate('/w');
    deepEqual(given({ PATH: '/w/bin:/w/web/bin' }, [outer], [outer, web]), {
      env: { PATH: '/w/bin' },
      withheld: ['PATH'],
      named: ['w'],
    });
  });

  it('takes a folder into account however it is spelled, and also one that is not available', () => {
    const link: Candidate = { ...candidate('/l/web', available('/w/web')), aliases: [entry('/m/web')] };
    const gone = candidate('/w/gone', { kind: 'missing' });
    const env = { A: '/l/web/x', B: '/m/web', C: '/w/web/../web', D: '/w/gone/x', E: 'file:///w/web' };
    deepEqual(given(env, [], [link, gone]), { env: {}, withheld: ['A', 'B', 'C', 'D', 'E'], named: [] });
  });

  it('goes by the lists of Windows there', () => {
    const tools: Candidate = { ...candidate('C:\\w\\tools'), aliases: [] };
    const { env, withheld } = inheritable(
      { Path: 'C:\\Windows;c:/W/Tools/bin;D:\\x' },
      [tools],
      () => false,
      path.win32,
    );
    deepEqual({ env, withheld }, { env: { Path: 'C:\\Windows;D:\\x' }, withheld: ['Path'] });
  });
});
