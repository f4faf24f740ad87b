import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { Log } from '../../core/log';
import type { Noun } from '../../core/consent/noun';
import type { CommandId } from '../ids';
import { registerCommand } from '../registerCommand';

/** Registers what is done with a server and what is done with an agent: one act, under a title for each. */
export function registerForBoth(
  ids: Readonly<Record<Noun, CommandId>>,
  log: Log,
  run: (noun: Noun) => (argument: unknown) => Promise<void>,
): Disposable {
  const commands = new Lifetime();
  commands.add(registerCommand(ids.server, log, run('server')));
  commands.add(registerCommand(ids.agent, log, run('agent')));
  return commands;
}
