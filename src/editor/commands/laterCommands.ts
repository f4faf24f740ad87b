import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import type { WithHost } from './commandContext';

/** What few windows ever use. Each is the last part of the id of its command, and what runs then. */
const seldomUsed = [
  'importServers',
  'exportServers',
  'turnOffNativeCopy',
  'useFromClient',
  'suggestFolders',
  'showReport',
] as const;

/** What is done with agents and their sessions. */
const ofAgents = [
  'serversForAgent',
  'newSession',
  'openSession',
  'resumeLastSession',
  'tellSession',
  'forkSession',
  'stopTurn',
  'closeSession',
  'renameSession',
  'forgetSession',
  'choosePrimary',
] as const;

/** The commands whose code is loaded when one of them is used first. */
export function registerLaterCommands(withHost: WithHost, { extension: log }: Logs): Disposable {
  const commands = new Lifetime();
  for (const act of seldomUsed) {
    const run = withHost(async (context, argument) => {
      const loaded = await import('../seldomUsed.js');
      await loaded[act](context, argument);
    });
    commands.add(registerCommand(`mcpRoots.${act}`, log, run));
  }
  for (const act of ofAgents) {
    const run = withHost(async (context, argument) => {
      const loaded = await import('../agents/agentCommands.js');
      await loaded[act](context, argument);
    });
    commands.add(registerCommand(`mcpRoots.${act}`, log, run));
  }
  return commands;
}
