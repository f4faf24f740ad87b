import type { Disposable } from '../../core/lifecycle';
import { Lifetime } from '../../core/lifecycle';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import type { WithHost } from './commandContext';

/** The one switch for everything: stored, for all windows, over restarts. */
export function registerSharingCommands(withHost: WithHost, { extension: log }: Logs): Disposable {
  const commands = new Lifetime();
  const turn = (on: boolean) => withHost(({ host }) => host.consent.sharing.set(on));
  commands.add(registerCommand('mcpRoots.enableSharing', log, turn(true)));
  commands.add(registerCommand('mcpRoots.disableSharing', log, turn(false)));
  return commands;
}
