import { deepEqual } from 'node:assert/strict';
import { replaceSecrets, secretsIn } from '../../../src/core/import/secrets';

const found = (entry: Readonly<Record<string, unknown>>) =>
  secretsIn(entry).map(({ at, before, value, after }) => [at.join('.'), `${before}«${value}»${after}`]);

describe('a secret in an entry', () => {
  const random = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b';

  it('is found by the name of a variable or a header, in any spelling', () => {
    deepEqual(
      found({
        env: {
          API_KEY: 'short',
          githubToken: 'x1',
          PGPASSWORD: 'p',
          'client.secret': 's',
          EMPTY_TOKEN: '',
          GITHUB_TOKEN: '${env:GITHUB_TOKEN}',
        },
        headers: { Authorization: 'Bearer abc', 'X-Api-Key': 'k', Cookie: 'a=b', Accept: 'text/html' },
      }),
      [
        ['env.API_KEY', '«short»'],
        ['env.githubToken', '«x1»'],
        ['env.PGPASSWORD', '«p»'],
        ['env.client.secret', '«s»'],
        ['headers.Authorization', 'Bearer «abc»'],
        ['headers.X-Api-Key', '«k»'],
        ['headers.Cookie', '«a=b»'],
      ],
    );
  });

  it('is found by its shape, whatever it is called', () => {
    const login = 'postgres://me:hidden@db.example/main';
    deepEqual(
      found({ env: { ID: random, GH: 'ghp_0123456789abcdefghij', DB: login }, args: [random, 'serve'] }),
      [
        ['env.ID', `«${random}»`],
        ['env.GH', '«ghp_0123456789abcdefghij»'],
        ['env.DB', `«${login}»`],
        ['args.0', `«${random}»`],
      ],
    );
  });

  it('is found in arguments and in the query of an address', () => {
    deepEqual(found({ args: ['--api-key=abc', '--token', 'def', '--verbose', '-y'] }), [
      ['args.0', '--api-key=«abc»'],
      ['args.2', '«def»'],
    ]);
    deepEqual(found({ url: 'https://a.example/mcp?x=1&api_key=abc&token=def#top' }), [
      ['url.0', 'https://a.example/mcp?x=1&api_key=«abc»&token=def#top'],
      ['url.0', 'https://a.example/mcp?x=1&api_key=abc&token=«def»#top'],
    ]);
  });

  it('is replaced wherever it stands, several in one text too', () => {
    const entry = {
      url: 'https://a.example/mcp?key=abc&x=1&token=def#top',
      headers: { Authorization: 'Bearer ghi', Accept: '*' },
      args: ['--token', 'jkl', '--password=mno', 'x'],
    };
    deepEqual(
      replaceSecrets(entry, secretsIn(entry), ({ value }) => `<${value.length}>`),
      {
        url: 'https://a.example/mcp?key=<3>&x=1&token=<3>#top',
        headers: { Authorization: 'Bearer <3>', Accept: '*' },
        args: ['--token', '<3>', '--password=<3>', 'x'],
      },
    );
  });

  it('is not what only looks a little like one', () => {
    deepEqual(
      found({
        command: random,
        args: [
          '-y',
          '@modelcontextprotocol/server-filesystem@2026.8.31',
          '/home/me/projects/2026/some-long-folder-name',
          '--key-file=/home/me/.ssh/id_ed25519',
          '--max-tokens=4000',
        ],
        env: {
          TOKEN_FILE: '/run/secrets/token',
          AUTH_TYPE: 'oauth',
          USE_AUTH: 'true',
          KEYBOARD: 'qwerty',
          LOG_LEVEL: 'info',
          URL: 'https://internal.example.com/v1/models/2026',
          MONKEY: 'see',
        },
        headers: { 'User-Agent': 'mcp-client/1.0.0 (linux; x64) node/20.19.43' },
      }),
      [],
    );
    deepEqual(found({ env: 'TOKEN=1', headers: [random], args: 'x', url: 7 }), []);
  });
});
