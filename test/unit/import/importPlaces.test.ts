import { deepEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readImportPlaces, type ImportGround } from '../../../src/node/import/importPlaces';

describe('the places where servers of other clients stand', () => {
  let top: string;

  beforeEach(() => {
    top = mkdtempSync(path.join(tmpdir(), 'mcp-roots-import-'));
  });

  afterEach(() => rmSync(top, { recursive: true, force: true }));

  function place(...names: readonly string[]): string {
    const file = path.join(top, ...names);
    mkdirSync(path.dirname(file), { recursive: true });
    return file;
  }

  const write = (value: unknown, ...names: readonly string[]) =>
    writeFileSync(place(...names), typeof value === 'string' ? value : JSON.stringify(value));

  const ground = (): ImportGround => ({
    folders: ['web', 'api'].map((name) => ({ name, path: path.join(top, name) })),
    workspaceFile: path.join(top, 'w.code-workspace'),
    userFolder: path.join(top, 'User'),
    workspace: undefined,
    machine: { platform: 'linux', path: path.posix, home: path.join(top, 'home'), env: {} },
  });

  /** Each server or problem, with where it stands. */
  async function seen(differs: Partial<ImportGround> = {}): Promise<readonly string[]> {
    const readings = await readImportPlaces({ ...ground(), ...differs });
    return readings.flatMap((reading) =>
      reading.kind === 'unreadable'
        ? `${reading.place.title} ${path.relative(top, reading.place.file)}: ${reading.why}`
        : reading.servers.map(
            ({ name, place: { title, file } }) => `${title} ${path.relative(top, file)}: ${name}`,
          ),
    );
  }

  it('are all looked through, the workspace first', async () => {
    const servers = (name: string) => ({ [name]: { command: 'a' } });
    write({ servers: servers('one') }, 'web', '.vscode', 'mcp.json');
    write({ mcpServers: servers('two') }, 'web', '.mcp.json');
    write({ mcpServers: servers('three') }, 'api', '.cursor', 'mcp.json');
    write({ settings: { mcp: { servers: servers('four') } } }, 'w.code-workspace');
    write({ servers: servers('five') }, 'User', 'mcp.json');
    write({ servers: servers('six') }, 'User', 'profiles', '1a2b', 'mcp.json');
    write({ mcpServers: servers('seven') }, 'home', '.cursor', 'mcp.json');
    write({ mcpServers: servers('eight') }, 'home', '.config', 'Claude', 'claude_desktop_config.json');
    write({ mcpServers: servers('nine') }, 'home', '.codeium', 'windsurf', 'mcp_config.json');
    write(
      {
        mcpServers: servers('ten'),
        projects: {
          [path.join(top, 'api')]: { mcpServers: servers('eleven') },
          '/elsewhere': { mcpServers: servers('of another project') },
        },
      },
      'home',
      '.claude.json',
    );
    const ofUser = [
      'VS Code User/mcp.json: five',
      'VS Code, a profile User/profiles/1a2b/mcp.json: six',
      'Cursor home/.cursor/mcp.json: seven',
      'Claude Desktop home/.config/Claude/claude_desktop_config.json: eight',
      'Windsurf home/.codeium/windsurf/mcp_config.json: nine',
      'Claude Code home/.claude.json: ten',
    ];
    deepEqual(await seen(), [
      'VS Code web/.vscode/mcp.json: one',
      'Claude Code web/.mcp.json: two',
      'Cursor api/.cursor/mcp.json: three',
      'VS Code w.code-workspace: four',
      ...ofUser,
      'Claude Code, yours in api home/.claude.json: eleven',
    ]);
    deepEqual(await seen({ folders: [], workspaceFile: undefined }), ofUser, 'where nothing is trusted');
  });

  it('are said to be unreadable, each once, and keep nobody from the others', async function () {
    if (process.platform === 'win32') this.skip();
    execFileSync('mkfifo', [place('web', '.vscode', 'mcp.json')]);
    symlinkSync('.mcp.json', place('web', '.mcp.json'));
    mkdirSync(place('web', '.cursor', 'mcp.json', 'x'), { recursive: true });
    write('', 'api', '.vscode', 'mcp.json');
    truncateSync(place('api', '.vscode', 'mcp.json'), 5 * 1024 * 1024);
    write('{ // mine\n "mcpServers": { "a": ] }', 'api', '.mcp.json');
    write('{ "mcpServers": [], "projects": 7 }', 'home', '.claude.json');
    write(
      '{ "mcpServers": { "good": {}, "": 7, "__proto__": { "command": "x" } }, }',
      'home',
      '.cursor',
      'mcp.json',
    );
    deepEqual(await seen(), [
      'VS Code web/.vscode/mcp.json: it is not a regular file',
      'Claude Code web/.mcp.json: its links lead in a circle',
      'Cursor web/.cursor/mcp.json: it is not a regular file',
      'VS Code api/.vscode/mcp.json: it is larger than 4 MiB',
      'Claude Code api/.mcp.json: line 2 is not JSON (ValueExpected)',
      'Cursor home/.cursor/mcp.json: good',
      'Cursor home/.cursor/mcp.json: ',
      'Cursor home/.cursor/mcp.json: __proto__',
      'Claude Code home/.claude.json: its "mcpServers" is not an object',
    ]);
  });
});
