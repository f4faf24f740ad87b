import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { commandLine, fitsLine, programKey, type Program } from '../../../src/core/acp/command';
import { asRealPath } from '../../../src/core/roots/realPath';

const program: Program = {
  executable: '/usr/bin/git',
  args: ['status'],
  env: { A: '1', B: '2' },
  cwd: asRealPath('/work'),
};

describe('A program of an agent', () => {
  it('is another one when anything of it is another, and the same in whatever order its variables are', () => {
    equal(programKey({ ...program, env: { B: '2', A: '1' } }), programKey(program));
    for (const change of [
      { executable: '/bin/git' },
      { args: ['status', ''] },
      { args: ['sta', 'tus'] },
      { env: { A: '1' } },
      { env: { A: '1', B: '3' } },
      { cwd: asRealPath('/work/b') },
    ]) {
      notEqual(programKey({ ...program, ...change }), programKey(program));
    }
  });

  it('is seen whole in a line only without variables, and by what its escapes take', () => {
    const fits = (args: readonly string[], env = {}) => fitsLine({ executable: 'x', args, env }, 300);
    const hidden = `${'a'.repeat(293)}\u{e0041}${'b'.repeat(500)}`;
    deepEqual(
      [
        fits([]),
        fits(['a'.repeat(298)]),
        fits(['a'.repeat(299)]),
        fits([hidden]),
        fits(['\u202e'.repeat(60)]),
        fits([], { A: '1' }),
      ],
      [true, true, false, false, false, false],
    );
  });

  it('is shown so that one sees where each argument ends, and nothing in it acts or hides', () => {
    const line = (...args: readonly string[]) => commandLine({ executable: '/bin/sh', args });
    deepEqual(
      [line('-c', 'rm -r x'), line(''), line('a"b'), line('--a=b', './c', 'é'), line('\u202e', '\u001b[2K')],
      [
        '/bin/sh -c "rm -r x"',
        '/bin/sh ""',
        '/bin/sh "a\\"b"',
        '/bin/sh --a=b ./c é',
        '/bin/sh "\\u202e" "\\u001b[2K"',
      ],
    );
  });
});
