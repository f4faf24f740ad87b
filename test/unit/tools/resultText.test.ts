import { deepEqual } from 'node:assert/strict';
import { isBase64 } from '../../../src/core/features/content';
import { fileNameOf, nameInUri } from '../../../src/core/features/fileName';
import { protocolErrorText } from '../../../src/core/features/protocolError';
import { resultText } from '../../../src/core/tools/resultText';
import { toolOf } from '../../../src/core/tools/toolDescription';
import { toolResultOf } from '../../../src/core/tools/toolResult';

describe('resultText', () => {
  const shown = (said: unknown, mismatch?: string) => {
    const { lines, parts } = resultText(toolResultOf(said), mismatch);
    return { lines, parts: parts.map(({ line, part }) => [line, part.kind]) };
  };

  it('shows texts as they are, what does not show made visible (rule 9)', () => {
    deepEqual(shown({ content: [{ type: 'text', text: 'a\r\n  b \u202e\u0007 [x](command:y)' }] }), {
      lines: ['a', '  b \\u202e\\u0007 [x](command:y)'],
      parts: [],
    });
  });

  it('tells a failure of the tool from its results', () => {
    deepEqual(shown({ isError: true, content: [{ type: 'text', text: 'no such city' }] }).lines, [
      'The tool says that it failed.',
      '',
      'no such city',
    ]);
  });

  it('says above the result that it is not as promised', () => {
    deepEqual(shown({ content: [], structuredContent: { t: 'warm' } }, 'It is not as promised.').lines, [
      'It is not as promised.',
      '',
      '{',
      '  "t": "warm"',
      '}',
    ]);
  });

  it('shows once what text and structured content both say', () => {
    const structuredContent = { b: 1, a: [2] };
    const content = [{ type: 'text', text: '{"a":[2],"b":1}' }];
    deepEqual(shown({ content, structuredContent }).lines[0], '{');
    const text = [{ type: 'text', text: 'a\nb' }];
    deepEqual(shown({ content: text, structuredContent: { content: 'a\nb' } }).lines, ['a', 'b']);
    deepEqual(shown({ content: [{ type: 'text', text: 'warm' }], structuredContent: 1 }).lines, [
      'warm',
      '',
      'Structured content:',
      '1',
    ]);
  });

  it('tells of every kind of content what it is and where it stands', () => {
    const content = [
      { type: 'text', text: 'one\ntwo' },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'audio', mimeType: 'audio/wav', data: 'A A' },
      { type: 'resource_link', uri: 'x://y', name: 'n', description: 'd' },
      { type: 'resource', resource: { uri: 'x://t', text: 'inside' } },
      { type: 'resource', resource: { uri: 'x://b', mimeType: 'a/b', blob: 'AA==' } },
      { type: 'hologram', x: 1 },
    ];
    deepEqual(shown({ isError: true, content }), {
      lines: [
        'The tool says that it failed.',
        '',
        'one',
        'two',
        '',
        'Image, image/png, 3 bytes',
        '',
        'Audio, audio/wav, in base64 that is none',
        '',
        'Link to resource “n” x://y',
        '  d',
        '',
        'Resource x://t, of unknown type, 6 characters:',
        'inside',
        '',
        'Resource x://b, a/b, 1 bytes',
        '',
        'Of an unknown kind:',
        '{',
        '  "type": "hologram",',
        '  "x": 1',
        '}',
      ],
      parts: [
        [5, 'image'],
        [7, 'audio'],
        [9, 'link'],
        [12, 'resource'],
        [15, 'resource'],
      ],
    });
  });

  it('shows what is no result as it was said', () => {
    deepEqual(shown({ content: 'x' }).lines, ['Of an unknown kind:', '"x"']);
    deepEqual(shown({ toolResult: 1 }).lines, ['Of an unknown kind:', '{', '  "toolResult": 1', '}']);
    deepEqual(shown({ content: [] }).lines, ['The tool gave nothing back.']);
    let deep: unknown = 1;
    for (let i = 0; i < 20_000; i += 1) deep = [deep];
    deepEqual(shown({ content: [], structuredContent: deep }).lines, ['(not readable)']);
  });
});

describe('toolOf', () => {
  it('takes a tool that says nothing of its effects for one that may destroy', () => {
    const effects = (annotations: unknown) => toolOf({ name: 't', annotations })?.effects;
    deepEqual(
      [undefined, { readOnlyHint: true }, { readOnlyHint: 'true' }, { destructiveHint: false }, 'x'].map(
        effects,
      ),
      ['may destroy', 'only reads', 'may destroy', 'adds', 'may destroy'],
    );
  });

  it('takes what has no name for no tool', () => {
    for (const said of [undefined, null, 'echo', [], {}, { name: 1 }]) deepEqual(toolOf(said), undefined);
  });
});

describe('isBase64', () => {
  it('knows base64 from what only looks like it', () => {
    for (const good of ['', 'AA==', 'AAA=', 'AAAA', 'AA', 'AAA', 'AA\r\nAA'])
      deepEqual(isBase64(good), true, good);
    for (const bad of ['A', 'A===', 'AAAAA', 'AA=A', '<html>', 'A A=', 'AAAA=', 'ü']) {
      deepEqual(isBase64(bad), false, bad);
    }
  });
});

describe('fileNameOf', () => {
  it('gives only what is binary a viewer, and nothing an extension that an editor might act on', () => {
    deepEqual(
      [
        fileNameOf('Image', 'image/png', 'binary'),
        fileNameOf('photo.jpeg', 'image/jpeg', 'binary'),
        fileNameOf('a.png', 'text/plain', 'text'),
        fileNameOf('a.ipynb', undefined, 'text'),
        fileNameOf('a.code-workspace', 'application/json', 'text'),
        fileNameOf('README.md', undefined, 'text'),
        fileNameOf('x', 'TEXT/Markdown; charset=utf-8', 'text'),
        fileNameOf('x.exe', 'application/octet-stream', 'binary'),
        fileNameOf('../../etc/passwd', undefined, 'text'),
        fileNameOf('\u202egnp.js', undefined, 'text'),
        fileNameOf('', undefined, 'text'),
      ],
      [
        'Image.png',
        'photo.jpg',
        'a.png.txt',
        'a.ipynb.txt',
        'a.code-workspace.json',
        'README.md',
        'x.md',
        'x.exe.bin',
        '_.._etc_passwd.txt',
        '_u202egnp.js',
        'unnamed.txt',
      ],
    );
  });

  it('takes the last part of a URI for a name', () => {
    deepEqual(['file:///a/b%20c.txt?x#y', 'demo://resource/1/', 'urn:x', '%'].map(nameInUri), [
      'b c.txt',
      '1',
      'urn:x',
      '%',
    ]);
  });
});

describe('protocolErrorText', () => {
  it('has a sentence of its own for what a person can do something about', () => {
    const error = (code: number, message: string) =>
      Object.assign(new Error(`MCP error ${code}: ${message}`), { code });
    deepEqual(
      [
        protocolErrorText(error(-32002, 'x')),
        protocolErrorText(error(-32602, 'bad \u202e')),
        protocolErrorText(error(-32000, 'It ended.')),
        protocolErrorText(new Error('no')),
      ],
      [
        'The server knows no such resource (any more).',
        'The server answered with an error of the protocol (-32602): bad \\u202e',
        'It ended.',
        'no',
      ],
    );
  });
});
