import { deepEqual, equal, ok } from 'node:assert/strict';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { parse as parseJson } from 'jsonc-parser';
import type { ClientEntry } from '../../../src/core/clients/entry';
import type { KnownClient } from '../../../src/core/clients/knownClient';
import { knownClients } from '../../../src/core/clients/knownClients';
import { addEntries, removeEntry } from '../../../src/core/clients/merge';

const shim = '/home/me/.config/Code/User/globalStorage/mcp-roots.mcp-roots/bin/shim.js';
const files: ClientEntry = {
  name: 'files',
  command: '/usr/bin/node',
  args: [shim, 'a1b2', 'files'],
  env: { ELECTRON_RUN_AS_NODE: '1' },
};
const git: ClientEntry = { ...files, name: 'git', args: [shim, 'a1b2', 'My "git"'], env: {} };

function client(id: string): KnownClient {
  const found = knownClients.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no client ${id}.`);
  return found;
}

function added(id: string, text: string | undefined, ...entries: readonly ClientEntry[]): string {
  const merged = addEntries(client(id), entries, text);
  if (merged.kind !== 'changed') throw new Error(`${merged.kind} ${'why' in merged ? merged.why : ''}`);
  return merged.text;
}

function parsed({ format }: KnownClient, text: string): unknown {
  switch (format) {
    case 'json':
      return parseJson(text);
    case 'toml':
      return JSON.parse(JSON.stringify(parseToml(text)));
    case 'yaml':
      return parseYaml(text);
  }
}

/** What each client's documentation shows for such a server. */
const shapes: Readonly<Record<string, unknown>> = {
  'claude-code': {
    mcpServers: { files: { type: 'stdio', command: files.command, args: files.args, env: files.env } },
  },
  'claude-desktop': { mcpServers: { files: { command: files.command, args: files.args, env: files.env } } },
  cursor: {
    mcpServers: { files: { type: 'stdio', command: files.command, args: files.args, env: files.env } },
  },
  windsurf: { mcpServers: { files: { command: files.command, args: files.args, env: files.env } } },
  codex: { mcp_servers: { files: { command: files.command, args: files.args, env: files.env } } },
  'gemini-cli': { mcpServers: { files: { command: files.command, args: files.args, env: files.env } } },
  goose: {
    extensions: {
      files: {
        enabled: true,
        type: 'stdio',
        name: 'files',
        cmd: files.command,
        args: files.args,
        envs: files.env,
        timeout: 300,
      },
    },
  },
  zed: { context_servers: { files: { command: files.command, args: files.args, env: files.env } } },
  other: { mcpServers: { files: { command: files.command, args: files.args, env: files.env } } },
};

/** Files as people have them: a comment of the user in each, another server, and something of another kind. */
const existing: Readonly<Record<KnownClient['format'], (section: string) => string>> = {
  json: (section) => `// mine, by hand
{
    "theme": "dark", // I like it
    "${section}": {
        /* the old one */
        "other": { "command": "x", "args": ["1"], },
    },
    "numbers": [1, 2,   3]
}
`,
  toml: (section) => `# mine, by hand
model = "o9"   # I like it

[${section}.other]
command = "x"
args = [
  "1", # one
]

[${section}.other.env]
A = "[mcp_servers.files]"

# what follows is about the profile
[profiles.fast]
model = '''
[${section}.nothing]
'''
`,
  yaml: (section) => `# mine, by hand
GOOSE_MODE:   auto    # I like it
${section}:
  # the old one
  other:
    type: stdio
    cmd: x
    args:
    - "1"
    description: >
      long
      text
# about what follows
GOOSE_SEARCH_PATHS: [ /a,  /b ]
`,
};

/** Every line of the one text stands in the other, in the same order. */
function keepsLines(before: string, after: string): boolean {
  const lines = after.split('\n');
  let at = 0;
  return before.split('\n').every((line) => {
    const found = lines.indexOf(line, at);
    at = found + 1;
    return found !== -1;
  });
}

describe('an entry in the configuration of another client', () => {
  it('has a case for every client', () => {
    deepEqual(
      Object.keys(shapes),
      knownClients.map(({ id }) => id),
    );
  });

  for (const each of knownClients) {
    describe(each.label, () => {
      it('is written as the client documents it, where there is no file', () => {
        for (const text of [undefined, '', '\n']) {
          deepEqual(parsed(each, added(each.id, text, files)), shapes[each.id]);
        }
      });

      it('goes into a file of the user with every other line left as it was', () => {
        const before = existing[each.format](each.section);
        const after = added(each.id, before, files, git);
        ok(keepsLines(before, after), after);
        const was = parsed(each, before) as Record<string, Record<string, unknown>>;
        deepEqual(parsed(each, after), {
          ...was,
          [each.section]: { ...was[each.section], files: each.value(files), git: each.value(git) },
        });
      });

      it('changes nothing when written twice', () => {
        for (const text of [undefined, existing[each.format](each.section)]) {
          deepEqual(addEntries(each, [files, git], added(each.id, text, files, git)), { kind: 'same' });
        }
      });

      it('leaves nothing behind when it is taken away again', () => {
        const before = existing[each.format](each.section);
        for (const entries of [[files], [git, files]]) {
          let now = added(each.id, before, ...entries);
          for (const entry of entries) {
            const removed = removeEntry(each, entry, now);
            equal(removed.kind, 'changed');
            if (removed.kind === 'changed') now = removed.text;
          }
          deepEqual(now, before);
        }
        deepEqual(removeEntry(each, files, before), { kind: 'same' });
      });

      it('can be taken away from a file that holds nothing else', () => {
        const removed = removeEntry(each, files, added(each.id, undefined, files));
        if (removed.kind !== 'changed') throw new Error(removed.kind);
        const left = (parsed(each, removed.text) ?? {}) as Record<string, unknown>;
        deepEqual(left[each.section] ?? {}, {});
      });

      it('replaces an older one of ours, and keeps what the user added to it', () => {
        const before = added(each.id, existing[each.format](each.section), {
          ...files,
          args: [shim, 'old', 'files'],
        });
        const withMore = before.replace(
          /^(.*)(timeout: 300|"command": "\/usr\/bin\/node"|command = "\/usr\/bin\/node")/m,
          (line, indent: string, field: string) =>
            `${indent}${field.includes(' = ') ? 'mine = true' : field.startsWith('"') ? '"mine": true,' : 'mine: true'}\n${line}`,
        );
        const after = added(each.id, withMore, files);
        const servers = (parsed(each, after) as Record<string, Record<string, unknown>>)[each.section];
        deepEqual(servers?.['files'], { mine: true, ...each.value(files) });
        ok(keepsLines(existing[each.format](each.section), after), after);
      });

      it('is never put in the place of one that somebody else wrote', () => {
        const theirs = { ...files, args: ['/somewhere/else/shim.js', 'a1b2', 'files'] };
        const text = added(each.id, existing[each.format](each.section), theirs);
        deepEqual(addEntries(each, [git, files], text), { kind: 'conflict' });
        deepEqual(removeEntry(each, files, text), { kind: 'conflict' });
      });

      it('is refused by a text that cannot be read', () => {
        const broken = { json: '{ "a": [1, }', toml: 'a = [1\nb = 2', yaml: 'a: [1\nb: 2' }[each.format];
        equal(addEntries(each, [files], broken).kind, 'refused');
      });

      it('keeps line breaks of Windows and a byte order mark', () => {
        const before = `\ufeff${existing[each.format](each.section).replaceAll('\n', '\r\n')}`;
        const after = added(each.id, before, files);
        ok(after.startsWith('\ufeff'));
        equal(after.replaceAll('\r\n', '').includes('\n'), false);
        ok(keepsLines(before, after), after);
      });
    });
  }

  const refusals: readonly (readonly [string, string, string])[] = [
    ['zed', '[1]', 'it does not hold an object'],
    ['zed', '{ "context_servers": [] }', 'its "context_servers" is not an object'],
    [
      'zed',
      '{ "context_servers": {}, "context_servers": {} }',
      'the key "context_servers" stands there twice',
    ],
    ['zed', '{\n\n "a" }', 'line 3 is not JSON (ColonExpected)'],
    [
      'codex',
      'mcp_servers = { other = { command = "x" } }',
      'its form is one that MCP Roots cannot change safely',
    ],
    ['goose', 'a: 1\n---\nb: 2\n', 'it holds more than one YAML document'],
    ['goose', '- a\n', 'it does not hold an object'],
  ];
  for (const [id, text, why] of refusals) {
    it(`is refused: ${why}`, () => {
      deepEqual(addEntries(client(id), [files], text), { kind: 'refused', why });
    });
  }

  const forms: readonly (readonly [string, string, string | undefined])[] = [
    ['goose', 'extensions:\n', '{"extensions":{"git":0}}'],
    ['goose', 'extensions: {}\na: 1\n', '{"extensions":{"git":0},"a":1}'],
    ['goose', 'a: 1', '{"a":1,"extensions":{"git":0}}'],
    ['goose', '# nothing yet\n', '{"extensions":{"git":0}}'],
    ['goose', 'extensions:\n    b:\n        cmd: x', '{"extensions":{"b":{"cmd":"x"},"git":0}}'],
    ['goose', 'a: 1\nextensions: { b: { cmd: x } }\n', undefined],
    ['goose', '{ a: 1 }\n', undefined],
    ['zed', '{}', '{"context_servers":{"git":0}}'],
    ['zed', '{ "a": 1 }', '{"a":1,"context_servers":{"git":0}}'],
    ['zed', '{\n\t"context_servers": {}\n}', '{"context_servers":{"git":0}}'],
    ['zed', '{\n  "context_servers": {\n    // none\n  },\n}', '{"context_servers":{"git":0}}'],
    ['zed', '{"context_servers":{"b":{}}}', '{"context_servers":{"b":{},"git":0}}'],
    ['codex', 'a = 1', '{"a":1,"mcp_servers":{"git":0}}'],
    ['codex', '[mcp_servers]\n', '{"mcp_servers":{"git":0}}'],
    ['codex', '[mcp_servers]\nb.command = "x"\n', '{"mcp_servers":{"b":{"command":"x"},"git":0}}'],
    ['codex', '[[list]]\n[ "mcp_servers" . b ]\n', '{"list":[{}],"mcp_servers":{"b":{},"git":0}}'],
  ];
  for (const [id, text, expected] of forms) {
    it(`${expected === undefined ? 'leaves alone' : 'goes into'} ${JSON.stringify(text)} (${id})`, () => {
      const known = client(id);
      const merged = addEntries(known, [git], text);
      if (expected === undefined) return equal(merged.kind, 'refused');
      if (merged.kind !== 'changed') throw new Error(JSON.stringify(merged));
      const value = JSON.parse(expected) as Record<string, Record<string, unknown>>;
      const servers = value[known.section];
      if (servers !== undefined) servers['git'] = known.value(git);
      deepEqual(parsed(known, merged.text), value);
      const removed = removeEntry(known, git, merged.text);
      if (removed.kind !== 'changed') throw new Error(JSON.stringify(removed));
    });
  }
});
