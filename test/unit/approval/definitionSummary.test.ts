import { deepEqual, equal, match } from 'node:assert/strict';
import { definitionFacts } from '../../../src/core/approval/definitionFacts';
import {
  besideBefore,
  definitionSummary,
  keptText,
  toKeep,
} from '../../../src/core/approval/definitionSummary';
import type { ServerDefinition, StdioTransport } from '../../../src/core/servers/definition';
import type { ProcessLaunch } from '../../../src/core/servers/launch';

const definition: ServerDefinition = {
  name: 'git',
  scope: { kind: 'workspace' },
  transport: { type: 'stdio', command: 'git', args: [], cwd: undefined, env: {}, envFile: undefined },
  roots: { declare: true, primary: 'web', onRevoke: 'notify', whenEmpty: 'wait' },
  timeouts: { initialize: undefined, request: undefined },
  inputs: [],
};
const launch: ProcessLaunch = {
  kind: 'process',
  executable: '/usr/bin/node',
  args: ['server.js', 'two\nlines', '\u202etxt.exe'],
  cwd: '/w/web',
  env: { TOKEN: 'secret', B: null },
};

/** As it is kept, in words. */
const summaryToKeep = (...given: Parameters<typeof definitionFacts>) => keptText(definitionFacts(...given));

describe('The summary of a definition', () => {
  it('tells everything the fingerprint covers, a line each, and no value of the environment', () => {
    deepEqual(
      summaryToKeep(definition, launch, (name, value) => `mark of ${name} ${value.length}`).split('\n'),
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

  const env = { TOKEN: 'secret', PLAIN: 'a\nb', FROM: 'plain', B: null };
  const transport = { ...definition.transport, env: { ...env, FROM: '${env:API_KEY}' } } as StdioTransport;
  const lines = (text: string) => text.split('\n').filter((line) => /^ {2}[A-Z]+ /u.test(line));

  it('shows who approves it the values that do not look like secrets, and keeps none of them', () => {
    const given = { ...launch, env };
    const markOf = (name: string) => name.toLowerCase();
    deepEqual(lines(definitionSummary({ ...definition, transport }, given, markOf)), [
      '  B  (taken away)',
      '  FROM  (mark from)  (looks like a secret: not shown)',
      String.raw`  PLAIN  (mark plain)  a\nb`,
      '  TOKEN  (mark token)  (looks like a secret: not shown)',
    ]);
    deepEqual(lines(summaryToKeep({ ...definition, transport }, given, markOf)), [
      '  B  (taken away)',
      '  FROM  (mark from)',
      '  PLAIN  (mark plain)',
      '  TOKEN  (mark token)',
    ]);
  });

  it('shows values beside what was approved only where something is new', () => {
    const markOf = (name: string, value: string) => `${name} ${value.length}`;
    const of = (values: Readonly<Record<string, string>>) => {
      const given = { ...launch, env: values };
      return [
        summaryToKeep(definition, given, markOf),
        definitionSummary(definition, given, markOf),
      ] as const;
    };
    const [before] = of({ SAME: 'a', OTHER: 'b' });
    const now = besideBefore(before, ...of({ SAME: 'a', OTHER: 'bb', ADDED: 'c' }));
    deepEqual(lines(now), [
      '  ADDED  (mark ADDED 1)  c',
      '  OTHER  (mark OTHER 2)  bb',
      '  SAME  (mark SAME 1)',
    ]);
    deepEqual(now.split('\n').slice(0, 5), before.split('\n').slice(0, 5));
    match(now, /\(a value that looks like a secret is not shown;/u);
    deepEqual(besideBefore(before, ...of({ SAME: 'a', OTHER: 'b' })), before);
  });

  it('tells of an address whether what it is told leaves this machine, and no value of a header', () => {
    const of = (url: string) =>
      definitionSummary(
        { ...definition, roots: { ...definition.roots, onRevoke: 'restart' } },
        { kind: 'address', type: 'http', url, headers: { Authorization: 'secret' } },
        (name, value) => `mark of ${name} ${value.length}`,
      ).split('\n');
    deepEqual(of('https://a.example/mcp'), [
      'Server: git',
      'From: workspace settings',
      'Address: https://a.example/mcp',
      'Spoken to by: Streamable HTTP',
      'Where it is: elsewhere. The names and paths of folders that you allow leave this machine.',
      'Headers (a value is not shown; its mark changes with it):',
      '  Authorization  (mark mark of Authorization 6)',
      'Told of roots: yes',
      'Folder that goes first: web',
      'When a folder is withdrawn: its session is ended and another begun; what it was told cannot be untold',
      'With no folder allowed: waits for the first one',
    ]);
    deepEqual(of('http://127.0.0.1:3000/mcp')[4], 'Where it is: on this machine');
  });

  it('keeps of the secret of an application only its mark', () => {
    const oauth = { clientId: 'id', clientSecret: 'secret', scopes: ['a', 'b'] };
    const at = { kind: 'address', type: 'http', url: 'https://a.example', headers: {}, oauth } as const;
    const facts = definitionFacts(definition, at, (name, value) => `${name} ${value.length}`);
    equal(JSON.stringify(facts).includes('secret'), false);
    deepEqual(
      keptText(facts)
        .split('\n')
        .filter((line) => /sign|Secret|Asks/iu.test(line)),
      ['Signs in as: id', 'Secret of that application: (mark clientSecret 6)', 'Asks for: a b'],
    );
  });

  it('is whole on the screen, however long; what is kept of it has a bound', () => {
    const long = definitionSummary(definition, { ...launch, args: ['x'.repeat(100_000)] }, () => '');
    equal(long.includes('x'.repeat(100_000)), true);
    const facts = definitionFacts(definition, { ...launch, args: ['x'.repeat(100_000)] }, () => '');
    for (const given of [long, facts]) {
      const kept = toKeep(given);
      equal(keptText(kept).length < 61_000, true);
      equal(keptText(kept).endsWith('x\n… (longer than what is kept with an approval)'), true);
    }
    equal(toKeep('short'), 'short');
    const short = definitionFacts(definition, launch, () => 'm');
    deepEqual(toKeep(short), short);
  });
});
