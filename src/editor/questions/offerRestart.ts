import { window } from 'vscode';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { CommandContext } from '../commands/commandContext';
import { consentAndStart } from '../commands/consentAndStart';
import { withoutLinks } from '../withoutLinks';
import { called } from './serverTexts';

/** Offers to restart a running server, if what it may ask is not what it was told at its start. */
export async function offerRestart(server: ManagedServer, context: CommandContext): Promise<void> {
  const { declared, fingerprint } = server;
  if (declared === undefined || fingerprint === undefined) return;
  const now = context.host.supervisor.features.declaredTo({ fingerprint });
  if (now.sampling === declared.sampling && now.elicitation === declared.elicitation) return;
  const restart = 'Restart Now';
  const message = withoutLinks(`This takes effect after a restart of ${called(server)}.`);
  if ((await window.showInformationMessage(message, restart)) !== restart) return;
  await server.stop();
  await consentAndStart([server], context);
}
