import { messageOf } from '../core/errors';
import type { Log } from '../core/log';
import type { Host } from '../node/host/host';
import { readAutostart } from './settings/runSettings';

/**
 * Starts the servers that the setting names, without any question: they start with what is granted (rule 2). What
 * cannot be started is said in the log and on the server's line. In a workspace that is not trusted nothing starts.
 */
export async function autostart(host: Host, log: Log): Promise<void> {
  const which = readAutostart();
  const ranBefore = await host.supervisor.ranBefore;
  if (!host.consent.sharingState.switches.trusted) return;
  const servers = host.supervisor.servers.all.filter(({ id }) => {
    return which === 'all' || (which === 'whatRan' && ranBefore.includes(id));
  });
  await Promise.all(
    servers.map((server) =>
      host.supervisor.servers.start(server).catch((error: unknown) => log.warn(messageOf(error))),
    ),
  );
  host.supervisor.startedAgain();
}
