import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, it } from 'mocha';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { ExplorerProcess, explorerScript } from './explorerProcess';

describe('the explorer’s tools', function suite() {
  // Starts processes or makes many files; on a busy machine that takes its time.
  this.timeout(30_000);

  let top: string;
  let app: string;
  let explorer: ExplorerProcess;

  before(async () => {
    top = realpathSync.native(mkdtempSync(join(tmpdir(), 'explorer-')));
    app = join(top, 'app');
    for (const directory of ['app/src/deep', 'app/node_modules/lib', 'outside']) {
      mkdirSync(join(top, directory), { recursive: true });
    }
    writeFileSync(join(app, 'README.md'), 'one\ntwo\nthree\n');
    writeFileSync(join(app, 'src/main.ts'), 'const Needle = 1;\nconst other = 2;\r\n// needle again');
    writeFileSync(join(app, 'src/deep/data.bin'), Buffer.from([1, 0, 2, 0]));
    writeFileSync(join(app, 'src/deep/latin.txt'), Buffer.from([0x67, 0xfc, 0x6e]));
    writeFileSync(join(app, 'node_modules/lib/index.ts'), 'needle');
    writeFileSync(join(top, 'outside/secret.txt'), 'needle');
    utimesSync(join(app, 'README.md'), new Date(0), new Date(86_400_000));
    explorer = new ExplorerProcess();
    await explorer.initialize({ roots: { listChanged: true } });
    await explorer.answerRoots([{ uri: pathToFileURL(app).href, name: 'app' }]);
  });

  after(async () => {
    await explorer.kill();
    rmSync(top, { recursive: true, force: true });
  });

  const within = (...names: string[]) => join(app, ...names);
  const rootsSaid = () => `The folders that can be read: ${app}.`;

  it('are all published as read-only, with schemas for what goes in and comes out', async () => {
    const { result } = await explorer.request('tools/list');
    const tools = result?.['tools'] as readonly {
      name: string;
      description: string;
      inputSchema: { type: string; additionalProperties: boolean };
      outputSchema: { type: string };
      annotations: { readOnlyHint: boolean };
    }[];
    deepEqual(
      tools.map((tool) => [
        tool.name,
        tool.inputSchema.type,
        tool.outputSchema.type,
        tool.annotations.readOnlyHint,
      ]),
      [
        'list_roots',
        'list_directory',
        'find_files',
        'search_text',
        'read_file',
        'file_info',
        'set_working_directory',
      ].map((name) => [name, 'object', 'object', true]),
    );
    ok(
      tools.every(
        ({ description, inputSchema }) => description.length > 60 && !inputSchema.additionalProperties,
      ),
    );
  });

  it('list a directory by name and kind', async () => {
    deepEqual((await explorer.call('list_directory', { path: 'src' })).structured, {
      path: within('src'),
      entries: [
        { name: 'deep', path: within('src', 'deep'), kind: 'directory' },
        { name: 'main.ts', path: within('src', 'main.ts'), kind: 'file' },
      ],
      truncated: false,
    });
  });

  it('read a file whole or by lines, and say whether there is more', async () => {
    deepEqual((await explorer.call('read_file', { path: 'README.md' })).structured, {
      path: within('README.md'),
      text: 'one\ntwo\nthree\n',
      startLine: 1,
      endLine: 3,
      totalLines: 3,
      truncated: false,
      lineCut: false,
    });
    deepEqual(
      (await explorer.call('read_file', { path: 'README.md', start_line: 2, end_line: 2 })).structured,
      {
        path: within('README.md'),
        text: 'two\n',
        startLine: 2,
        endLine: 2,
        truncated: false,
        lineCut: false,
      },
    );
  });

  it('read at most 256 KiB at once, ending with a whole line', async () => {
    writeFileSync(within('large.txt'), `${'x'.repeat(1023)}\n`.repeat(300));
    const first = await explorer.call('read_file', { path: 'large.txt' });
    deepEqual([first.structured?.['endLine'], first.structured?.['truncated']], [256, true]);
    match(first.text, /Lines 1 to 256; there is more\.$/);
    const rest = await explorer.call('read_file', { path: 'large.txt', start_line: 257 });
    deepEqual([rest.structured?.['endLine'], rest.structured?.['totalLines']], [300, 300]);
    rmSync(within('large.txt'));
  });

  const refusals: readonly (readonly [string, object, RegExp])[] = [
    [
      'a binary file',
      { path: 'src/deep/data.bin' },
      /"src\/deep\/data\.bin": it is a binary file, or not UTF-8\./,
    ],
    ['a file that is not UTF-8', { path: 'src/deep/latin.txt' }, /it is a binary file, or not UTF-8\./],
    ['a directory', { path: 'src' }, /it is not a regular file\./],
    ['what is missing', { path: 'none.txt' }, /nothing is there\./],
    [
      'lines behind the end',
      { path: 'README.md', start_line: 9 },
      /Cannot read line 9 of "README\.md": it has 3 lines\./,
    ],
    [
      'a range the wrong way round',
      { path: 'README.md', start_line: 2, end_line: 1 },
      /"end_line" lies before/,
    ],
    ['no path', {}, /"path" must be text/],
    [
      'an argument of a wrong type',
      { path: 'README.md', start_line: 1.5 },
      /"start_line" must be a whole number/,
    ],
    ['an argument that does not exist', { path: 'README.md', lines: 3 }, /"lines" is not an argument/],
    ['an empty path', { path: '' }, /"path" must be text/],
    [
      'a path with a zero byte',
      { path: 'a\u0000b' },
      /"a\\u0000b": it contains characters that no path can have\./,
    ],
  ];
  for (const [what, args, reason] of refusals) {
    it(`refuse ${what} in words, and name the roots`, async () => {
      const { isError, text } = await explorer.call('read_file', args);
      equal(isError, true);
      match(text, reason);
      ok(text.endsWith(rootsSaid()));
    });
  }

  it('say the same of every path outside, whether it exists or not', async () => {
    symlinkSync(join(top, 'outside'), within('link'));
    const paths = [
      '/etc/passwd',
      '/etc/none',
      join(top, 'outside'),
      join(top, 'outside/secret.txt'),
      'link/secret.txt',
      '../x',
    ];
    for (const path of paths) {
      for (const tool of ['read_file', 'list_directory', 'file_info', 'find_files', 'search_text']) {
        const args = {
          path,
          ...(tool === 'find_files' && { pattern: '*' }),
          ...(tool === 'search_text' && { text: 'x' }),
        };
        const { text } = await explorer.call(tool, args);
        const said = `"${path}": it is not inside a folder that is shared, or cannot be resolved.\n${rootsSaid()}`;
        equal(text.replace(/^Cannot (read|list|look at) /u, ''), said);
      }
    }
    rmSync(within('link'));
  });

  it('find files by glob, links not followed, node_modules only when asked for', async () => {
    symlinkSync(join(top, 'outside'), within('link'));
    const found = async (args: object) => {
      const { structured } = await explorer.call('find_files', args);
      const files = structured?.['files'] as readonly { path: string; kind: string }[];
      return files.map(({ path, kind }) => `${kind} ${path.slice(app.length + 1)}`);
    };
    deepEqual(await found({ pattern: '*.{ts,md}' }), ['file README.md', 'file src/main.ts']);
    deepEqual(await found({ pattern: 'src/*' }), ['file src/main.ts']);
    deepEqual(await found({ pattern: 'src/**' }), [
      'file src/deep/data.bin',
      'file src/deep/latin.txt',
      'file src/main.ts',
    ]);
    deepEqual(await found({ pattern: '*.ts', path: 'src' }), ['file src/main.ts']);
    deepEqual(await found({ pattern: '*.ts', include_skipped: true }), [
      'file node_modules/lib/index.ts',
      'file src/main.ts',
    ]);
    deepEqual(await found({ pattern: 'link*' }), ['link link']);
    deepEqual((await explorer.call('find_files', { pattern: '**', max_results: 1 })).structured, {
      files: [{ path: within('README.md'), kind: 'file' }],
      truncated: true,
      notes: ['stopped at 1 files'],
    });
    rmSync(within('link'));
  });

  it('search text as it is, in text files only', async () => {
    const { structured } = await explorer.call('search_text', { text: 'NEEDLE' });
    deepEqual(structured, {
      matches: [
        { path: within('src', 'main.ts'), line: 1, text: 'const Needle = 1;' },
        { path: within('src', 'main.ts'), line: 3, text: '// needle again' },
      ],
      filesSearched: 2,
      truncated: false,
      notes: [],
    });
    const exact = await explorer.call('search_text', {
      text: 'needle',
      case_sensitive: true,
      glob: '*.ts',
      path: 'src/main.ts',
    });
    deepEqual(exact.structured?.['matches'], [
      { path: within('src', 'main.ts'), line: 3, text: '// needle again' },
    ]);
    deepEqual((await explorer.call('search_text', { text: '.*' })).structured?.['matches'], []);
  });

  it('tell what lies at a path', async () => {
    deepEqual((await explorer.call('file_info', { path: 'README.md' })).structured, {
      name: 'README.md',
      path: within('README.md'),
      kind: 'file',
      size: 14,
      modified: '1970-01-02T00:00:00.000Z',
    });
  });

  it('do not open what is no file', async function test() {
    if (process.platform === 'win32') this.skip();
    execFileSync('mkfifo', [within('pipe')]);
    match((await explorer.call('read_file', { path: 'pipe' })).text, /it is not a regular file\./);
    equal((await explorer.call('file_info', { path: 'pipe' })).structured?.['kind'], 'other');
    rmSync(within('pipe'));
  });

  it('make control characters in names visible, and keep paths exact', async function test() {
    if (process.platform === 'win32') this.skip();
    const name = 'a\nAllow all\u202etxt.\u001b[2J';
    mkdirSync(within('hostile'));
    writeFileSync(within('hostile', name), 'x');
    const { structured, text } = await explorer.call('list_directory', { path: 'hostile' });
    const entries = structured?.['entries'] as readonly { name: string; path: string }[];
    deepEqual(entries, [
      { name: 'a\\nAllow all\\u202etxt.\\u001b[2J', path: within('hostile', name), kind: 'file' },
    ]);
    ok(!text.includes('\u202e') && !text.includes('\u001b'));
    deepEqual(JSON.parse(text), structured);
    equal((await explorer.call('read_file', { path: within('hostile', name) })).text, 'x');
    rmSync(within('hostile'), { recursive: true });
  });

  it('report progress when asked, and never without being asked', async () => {
    mkdirSync(within('many'));
    for (let index = 0; index < 250; index += 1) writeFileSync(within('many', `${index}.txt`), '');
    const find = { name: 'find_files', arguments: { pattern: 'none', path: 'many' } };
    await explorer.request('tools/call', find);
    const quiet = explorer.messages.filter(({ method }) => method === 'notifications/progress');
    await explorer.request('tools/call', { ...find, _meta: { progressToken: 'p' } });
    const told = explorer.messages.filter(({ method }) => method === 'notifications/progress');
    deepEqual(
      [quiet, told.map(({ params }) => params)],
      [
        [],
        [
          { progressToken: 'p', progress: 100, message: '100 entries seen' },
          { progressToken: 'p', progress: 200, message: '200 entries seen' },
        ],
      ],
    );
    rmSync(within('many'), { recursive: true });
  });

  it('give no answer to a call that was cancelled', async () => {
    const params = { name: 'search_text', arguments: { text: 'x' } };
    explorer.send(
      { id: 'cancelled', method: 'tools/call', params },
      { method: 'notifications/cancelled', params: { requestId: 'cancelled', reason: 'test' } },
      { id: 'kept', method: 'tools/call', params },
    );
    await explorer.response('kept');
    ok(!explorer.messages.some(({ id }) => id === 'cancelled'));
  });

  it('an unknown tool is -32602, an unknown resource -32002', async () => {
    equal((await explorer.request('tools/call', { name: 'write_file', arguments: {} })).error?.code, -32602);
    const uri = pathToFileURL(join(top, 'outside')).href;
    const { error } = await explorer.request('resources/read', { uri });
    deepEqual(error, { code: -32002, message: `No such resource. ${rootsSaid()}`, data: { uri } });
  });

  it('each root is a resource that reads as its listing', async () => {
    const uri = pathToFileURL(app).href;
    deepEqual((await explorer.request('resources/list')).result, {
      resources: [
        { uri, name: 'app', mimeType: 'inode/directory', description: `What lies directly in ${app}` },
      ],
    });
    deepEqual((await explorer.request('resources/read', { uri })).result, {
      contents: [{ uri, mimeType: 'inode/directory', text: 'README.md\nnode_modules/\nsrc/' }],
    });
    deepEqual((await explorer.request('resources/templates/list')).result, { resourceTemplates: [] });
  });

  it('resources/list_changed is sent when the roots become others, and only then', async () => {
    const other = new ExplorerProcess();
    try {
      const changed = { method: 'notifications/roots/list_changed' };
      const root = { uri: pathToFileURL(app).href };
      await other.initialize({ roots: { listChanged: true } });
      await other.answerRoots([root]);
      await other.call('list_roots');
      other.send(changed);
      await other.answerRoots([root], 2);
      await other.call('list_roots');
      other.send(changed);
      await other.answerRoots([], 3);
      await other.call('list_roots');
      const sent = (await other.end()).filter(
        ({ method }) => method === 'notifications/resources/list_changed',
      );
      equal(sent.length, 2);
    } finally {
      await other.kill();
    }
  });

  it('are limited in rate: a flood is refused in words, every call answered', async () => {
    const other = new ExplorerProcess();
    try {
      await other.initialize({});
      const flood = Array.from({ length: 1000 }, (_, id) => ({
        id,
        method: 'tools/call',
        params: { name: 'list_roots' },
      }));
      other.send(...flood);
      await Promise.all(flood.map(({ id }) => other.response(id)));
      const refused = other.messages.filter((message) =>
        JSON.stringify(message).includes('Too many calls at once'),
      );
      ok(refused.length > 0 && refused.length <= 800, `${refused.length} refused`);
    } finally {
      await other.kill();
    }
  });

  it('answer in the shape that they publish, as the SDK’s own client checks it', async () => {
    const client = new Client({ name: 'test', version: '1' }, { capabilities: { roots: {} } });
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(app).href }] }));
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [explorerScript], stderr: 'ignore' }),
    );
    try {
      await client.listTools();
      const calls = {
        list_roots: {},
        list_directory: {},
        find_files: { pattern: '**' },
        search_text: { text: 'needle' },
        read_file: { path: 'README.md' },
        file_info: { path: 'src' },
      };
      for (const [name, args] of Object.entries(calls)) {
        const answer = CallToolResultSchema.parse(await client.callTool({ name, arguments: args }));
        equal(answer.isError, undefined, name);
      }
    } finally {
      await client.close();
    }
  });

  it('run without ELECTRON_RUN_AS_NODE in what they would hand on', () => {
    const program = `require(${JSON.stringify(explorerScript)}); console.error('left:', process.env.ELECTRON_RUN_AS_NODE)`;
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    const { stderr, status } = spawnSync(process.execPath, ['-e', program], { env, input: '' });
    deepEqual([status, String(stderr)], [0, 'left: undefined\n']);
  });
});
