import path from 'node:path';
import type { Entry } from '../acceptance/servers';
import { cacheRoot } from '../host/cache';
import { npmInstall } from '../host/npm';
import { installParts } from '../host/part';

const name = '@agentclientprotocol/claude-agent-acp';

/** The release that is tried; other agents, and other releases, behave otherwise. */
const version = '0.100.0';

/**
 * The agent Claude as others made it: about 390 MB, installed once beside what else the tests need, outside the checkout.
 * It needs no account for anything but a turn.
 * @param home where it keeps what it knows, and reads which MCP servers it is to start
 * @returns its entry in the setting `mcpRoots.agents`
 */
export async function claudeAgent(home: string): Promise<Entry> {
  const folder = path.join(cacheRoot(), `claude-agent-acp-${version}`);
  const script = path.join('node_modules', ...name.split('/'), 'dist', 'index.js');
  const make = (into: string) => npmInstall(into, `${name}@${version}`);
  await installParts([{ folder, results: [script], make }]);
  return { command: process.execPath, args: [path.join(folder, script)], env: { HOME: home } };
}
