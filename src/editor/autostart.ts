import { messageOf } from '../core/errors';
import type { Log } from '../core/log';
import type { Host } from '../node/host/host';
import { readAutostart } from './settings/runSettings';

/**
 * Starts what the setting says, without any question: servers start with what is granted (rule 2). What cannot
 * be started is said in the log and on the server's line.
 */
export async function autostart(host: Host, log: Log): Promise<void> {
  const which = readAutostart();
  const ranBefore = await host.ranBefore;
  if (!host.switchboard.switches.trusted) return;
  const servers = host.servers.servers.filter(({ id }) => {
    return which === 'all' || (which === 'whatRan' && ranBefore.includes(id));
  });
  await Promise.all(
    servers.map((server) => host.servers.start(server).catch((error: unknown) => log.warn(messageOf(error)))),
  );
  host.startedAgain();
}
