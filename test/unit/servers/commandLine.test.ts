import { deepEqual } from 'node:assert/strict';
import { splitCommandLine } from '../../../src/core/servers/commandLine';

describe('splitCommandLine', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['', []],
    ['   ', []],
    ['npx', ['npx']],
    ['npx -y  server\t/w/web\n', ['npx', '-y', 'server', '/w/web']],
    ['"C:\\Program Files\\node.exe" a', ['C:\\Program Files\\node.exe', 'a']],
    ['say \'it is "so"\'', ['say', 'it is "so"']],
    ['say "it\'s so"', ['say', "it's so"]],
    ['--name="a b"c', ['--name=a bc']],
    ['a "" b', ['a', '', 'b']],
    ['a "open to the end', ['a', 'open to the end']],
    ['a "', ['a', '']],
    ['a $HOME `id` $(id) ; rm * > x', ['a', '$HOME', '`id`', '$(id)', ';', 'rm', '*', '>', 'x']],
    ['a\\ b', ['a\\', 'b']],
    ['\u{1f600} "\u{1f600} x"', ['\u{1f600}', '\u{1f600} x']],
  ];
  for (const [line, words] of cases) it(JSON.stringify(line), () => deepEqual(splitCommandLine(line), words));
});
