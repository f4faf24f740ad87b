import { deepEqual } from 'node:assert/strict';
import { translateEntry } from '../../../src/core/import/translateEntry';
import type { ImportPlace } from '../../../src/core/import/importPlace';
import type { TranslationGround } from '../../../src/core/import/translateVariables';

const web = { name: 'web', path: '/w/web' };
const ground: TranslationGround = { isMultiRoot: false, isSet: (name) => name === 'SET', separator: '/' };

function translated(
  variables: ImportPlace['variables'],
  text: string,
  on: Partial<TranslationGround> & { readonly folder?: typeof web | undefined } = {},
): readonly unknown[] {
  const folder = 'folder' in on ? on.folder : web;
  const { entry, remarks } = translateEntry(
    { command: 'x', args: [text] },
    { variables, folder },
    { ...ground, ...on },
  );
  return [...(entry['args'] as readonly unknown[]), ...remarks];
}

describe('a variable of another client', () => {
  it('of VS Code, Cursor and Windsurf is one here too, as far as there is one', () => {
    const same = '${workspaceFolder}/a ${workspaceFolder:api} ${env:HOME} ${userHome} ${input:key}';
    deepEqual(translated('vscode', same), [same]);
    deepEqual(translated('vscode', '${workspaceFolderBasename}${/}x${pathSeparator}y'), ['web/x/y']);
    deepEqual(translated('vscode', '${command:pick} ${file}'), [
      '${command:pick} ${file}',
      '${command:pick} is not supported here',
      '${file} is not supported here',
    ]);
  });

  it('that stands for the folder of its file says which one where several are open', () => {
    deepEqual(translated('vscode', '${workspaceFolder}/a', { isMultiRoot: true }), [
      '${workspaceFolder:web}/a',
    ]);
    deepEqual(translated('vscode', '${workspaceFolder}/a', { isMultiRoot: true, folder: undefined }), [
      '${workspaceFolder}/a',
    ]);
    deepEqual(translated('claude-code', '${CLAUDE_PROJECT_DIR}/a', { isMultiRoot: true }), [
      '${workspaceFolder:web}/a',
    ]);
  });

  it('of Claude Code is an environment variable, and its default is written where that is not set', () => {
    deepEqual(translated('claude-code', '${SET} ${GONE}'), ['${env:SET} ${env:GONE}']);
    deepEqual(translated('claude-code', '${SET:-a}'), [
      '${env:SET}',
      'the default of SET is left out, since it is set now',
    ]);
    deepEqual(translated('claude-code', '${GONE:-https://a.example/}mcp'), [
      'https://a.example/mcp',
      'GONE is not set now: its default is written',
    ]);
    deepEqual(translated('claude-code', '${workspaceFolder} ${env:A}'), ['${workspaceFolder} ${env:A}']);
    deepEqual(translated('claude-code', '${9} $HOME'), ['${9} $HOME', '${9} is not supported here']);
    deepEqual(translated('claude-code', '${CLAUDE_PROJECT_DIR}', { folder: undefined }), [
      '${env:CLAUDE_PROJECT_DIR}',
    ]);
  });

  it('of a client that has none is said to be text there', () => {
    deepEqual(translated('none', '${HOME}/x'), [
      '${HOME}/x',
      '${HOME} is text there, and a variable that is not supported here',
    ]);
  });
});

describe('an entry of another client', () => {
  const place = { variables: 'vscode', folder: undefined } as const;

  it('keeps the fields that decide what runs, in their order, and says which are left out', () => {
    deepEqual(
      translateEntry(
        {
          type: 'stdio',
          env: { A: '1', PORT: 7, GONE: null },
          command: 'npx',
          args: ['-y', 3],
          cwd: '/w',
          envFile: '/w/.env',
          sandboxEnabled: true,
          dev: { watch: '*' },
          description: 'mine',
          disabled: true,
        },
        place,
        ground,
      ),
      {
        entry: {
          type: 'stdio',
          env: { A: '1', PORT: 7, GONE: null },
          command: 'npx',
          args: ['-y', 3],
          cwd: '/w',
          envFile: '/w/.env',
        },
        remarks: ['it is switched off there', 'without sandboxEnabled, dev'],
      },
    );
  });

  it('that is reached by an address has it under our name, and our name for its kind', () => {
    deepEqual(
      translateEntry({ serverUrl: 'https://a.example/${env:V}', headers: { A: '${x}' } }, place, ground),
      {
        entry: { url: 'https://a.example/${env:V}', headers: { A: '${x}' } },
        remarks: ['${x} is not supported here'],
      },
    );
    deepEqual(
      translateEntry({ type: 'streamable-http', url: 'https://a.example', oauth: {} }, place, ground),
      { entry: { type: 'http', url: 'https://a.example' }, remarks: ['without oauth'] },
    );
  });

  it('with names like __proto__ stays what it is', () => {
    const entry = JSON.parse('{"command":"x","env":{"__proto__":"${env:A}"},"__proto__":1}') as Record<
      string,
      unknown
    >;
    deepEqual(
      JSON.stringify(translateEntry(entry, place, ground)),
      '{"entry":{"command":"x","env":{"__proto__":"${env:A}"}},"remarks":["without __proto__"]}',
    );
  });
});

describe('the working directory of an imported server', () => {
  const place = { variables: 'vscode', folder: web } as const;
  const cwdOf = (entry: object) => translateEntry({ command: 'x', ...entry }, place, ground).entry['cwd'];

  it('is the one that its file writes, and none where it writes none', () => {
    deepEqual(
      [cwdOf({ cwd: '${workspaceFolder}/a' }), cwdOf({}), cwdOf({ args: ['./server.js'] })],
      ['${workspaceFolder}/a', undefined, undefined],
    );
  });
});
