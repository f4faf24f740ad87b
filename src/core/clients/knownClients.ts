import type { ClientEntry } from './entry';
import { applicationData, xdgConfig, type KnownClient } from './knownClient';

const withEnv = ({ env }: ClientEntry) => (Object.keys(env).length === 0 ? {} : { env });

const plainValue = (entry: ClientEntry) => ({
  command: entry.command,
  args: entry.args,
  ...withEnv(entry),
});

const typedValue = (entry: ClientEntry) => ({ type: 'stdio', ...plainValue(entry) });

const assignments = (flag: string, { env }: ClientEntry) =>
  Object.entries(env).flatMap(([name, value]) => [flag, `${name}=${value}`]);

const mcpServers = { format: 'json', section: 'mcpServers', argsField: 'args' } as const;

/**
 * Claude Code: https://code.claude.com/docs/en/mcp. Options come before the name; `--env` takes several values, so
 * another option has to follow it. `CLAUDE_CONFIG_DIR` moves the user's file.
 */
const claudeCode: KnownClient = {
  ...mcpServers,
  id: 'claude-code',
  label: 'Claude Code',
  value: typedValue,
  userFile: ({ path, home, env }) => path.join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json'),
  projectFile: ['.mcp.json'],
  addCommand: (entry) => [
    'claude',
    'mcp',
    'add',
    ...assignments('--env', entry),
    '--scope',
    'user',
    entry.name,
    '--',
    entry.command,
    ...entry.args,
  ],
};

/** Claude Desktop: https://modelcontextprotocol.io/docs/develop/connect-local-servers. */
const claudeDesktop: KnownClient = {
  ...mcpServers,
  id: 'claude-desktop',
  label: 'Claude Desktop',
  value: plainValue,
  userFile: (machine) => machine.path.join(applicationData(machine), 'Claude', 'claude_desktop_config.json'),
};

/** Cursor: https://cursor.com/docs/mcp. */
const cursor: KnownClient = {
  ...mcpServers,
  id: 'cursor',
  label: 'Cursor',
  value: typedValue,
  userFile: ({ path, home }) => path.join(home, '.cursor', 'mcp.json'),
  projectFile: ['.cursor', 'mcp.json'],
};

/** Windsurf: https://docs.windsurf.com/windsurf/cascade/mcp. */
const windsurf: KnownClient = {
  ...mcpServers,
  id: 'windsurf',
  label: 'Windsurf',
  value: plainValue,
  userFile: ({ path, home }) => path.join(home, '.codeium', 'windsurf', 'mcp_config.json'),
};

/** Codex: https://developers.openai.com/codex/mcp. It uses a project's file only where it trusts the project. */
const codex: KnownClient = {
  id: 'codex',
  label: 'Codex',
  format: 'toml',
  section: 'mcp_servers',
  argsField: 'args',
  value: plainValue,
  userFile: ({ path, home, env }) => path.join(env['CODEX_HOME'] || path.join(home, '.codex'), 'config.toml'),
  projectFile: ['.codex', 'config.toml'],
  addCommand: (entry) => [
    'codex',
    'mcp',
    'add',
    entry.name,
    ...assignments('--env', entry),
    '--',
    entry.command,
    ...entry.args,
  ],
};

/** Gemini CLI: https://geminicli.com/docs/tools/mcp-server/. */
const geminiCli: KnownClient = {
  ...mcpServers,
  id: 'gemini-cli',
  label: 'Gemini CLI',
  value: plainValue,
  userFile: ({ path, home }) => path.join(home, '.gemini', 'settings.json'),
  projectFile: ['.gemini', 'settings.json'],
  addCommand: (entry) => [
    'gemini',
    'mcp',
    'add',
    '--scope',
    'user',
    ...assignments('-e', entry),
    entry.name,
    entry.command,
    ...entry.args,
  ],
};

/** Goose: https://block.github.io/goose/docs/guides/config-files. Servers are extensions of the type "stdio" there. */
const goose: KnownClient = {
  id: 'goose',
  label: 'Goose',
  format: 'yaml',
  section: 'extensions',
  argsField: 'args',
  value: ({ name, command, args, env }) => ({
    enabled: true,
    type: 'stdio',
    name,
    cmd: command,
    args,
    envs: env,
    timeout: 300,
  }),
  userFile: (machine) =>
    machine.platform === 'win32'
      ? machine.path.join(applicationData(machine), 'Block', 'goose', 'config', 'config.yaml')
      : machine.path.join(xdgConfig(machine), 'goose', 'config.yaml'),
};

/** Zed: https://zed.dev/docs/ai/mcp and https://zed.dev/docs/configuring-zed. Its files are JSON with comments. */
const zed: KnownClient = {
  id: 'zed',
  label: 'Zed',
  format: 'json',
  section: 'context_servers',
  argsField: 'args',
  value: plainValue,
  userFile: (machine) =>
    machine.platform === 'win32'
      ? machine.path.join(applicationData(machine), 'Zed', 'settings.json')
      : machine.path.join(xdgConfig(machine), 'zed', 'settings.json'),
  projectFile: ['.zed', 'settings.json'],
};

/** For any other client: the shape that most clients use; there is no file to write. */
const other: KnownClient = {
  ...mcpServers,
  id: 'other',
  label: 'Another client',
  value: plainValue,
  userFile: () => undefined,
};

/** Every client that "Use from Another Client" knows, in the order of the pick. */
export const knownClients: readonly KnownClient[] = [
  claudeCode,
  claudeDesktop,
  cursor,
  windsurf,
  codex,
  geminiCli,
  goose,
  zed,
  other,
];
