import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { WithHost } from '../commands/commandContext';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';

/** What is done with sessions; each is the last part of the id of its command. */
const acts = [
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
  'signInToAgent',
  'signOutOfAgent',
] as const;

/** The commands about the sessions of agents. */
export function registerSessions(withHost: WithHost, { extension: log }: Logs): Disposable {
  const commands = new Lifetime();
  for (const act of acts) {
    const run = withHost(async (context, argument) => {
      // Loaded here: in most windows nobody uses an agent.
      const agents = await import('./agentCommands.js');
      await agents[act](context, argument);
    });
    commands.add(registerCommand(`mcpRoots.${act}`, log, run));
  }
  return commands;
}
