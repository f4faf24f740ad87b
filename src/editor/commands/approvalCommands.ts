import { isApproved } from '../../core/approval/approvals';
import { UserError } from '../../core/errors';
import type { Disposable } from '../../core/lifecycle';
import { Lifetime } from '../../core/lifecycle';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import { waitingOf } from '../unapprovedNotice';
import type { WithHost } from './commandContext';
import { consentAndStart } from './consentAndStart';
import { pickDefined } from './pickServer';

/** Approving a definition without starting it, and taking that back. */
export function registerApprovalCommands(withHost: WithHost, { extension: log }: Logs): Disposable {
  const commands = new Lifetime();
  commands.add(
    registerCommand(
      'mcpRoots.reviewDefinition',
      log,
      withHost(async ({ host, approval }, argument) => {
        if (!host.consent.sharingState.switches.trusted) {
          throw new UserError(
            'This workspace is not trusted. Trust it to approve what its servers and agents run.',
          );
        }
        const server = await pickDefined(argument, host.supervisor, 'to review its definition', isUnapproved);
        await server?.prepare();
        if (server !== undefined) await approval.ask([server]);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.reviewStopped',
      log,
      withHost(async (context, ids) => {
        await consentAndStart(waitingOf(context.host.supervisor, Array.isArray(ids) ? ids : []), context);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.takeBackApproval',
      log,
      withHost(async ({ host }, argument) => {
        const server = await pickDefined(argument, host.supervisor, 'to revoke its approval', hasApproval);
        if (server?.prepared === undefined) return;
        // Ended by the user, and not by surprise: nothing has to be said about it.
        const stopping = server.stop();
        await Promise.all([host.consent.approvals.takeBack(server.prepared), stopping]);
      }),
    ),
  );
  return commands;
}

function isUnapproved({ approval }: DefinedGrantee): boolean {
  return approval !== undefined && !isApproved(approval);
}

function hasApproval({ approval }: DefinedGrantee): boolean {
  return approval?.kind === 'approved';
}
