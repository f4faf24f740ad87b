import { window } from 'vscode';
import { UserError } from '../../core/errors';
import type { ServerSwitches } from '../../core/features/serverSwitches';
import { displayText } from '../../core/text';
import { toolDigest } from '../../core/tools/toolDigest';
import type { ManagedServer } from '../../node/servers/managedServer';
import { clientOf, listedBy } from './pickEntry';

/**
 * Lets those tools of a server that only read, as it says, run without a question from now on, after asking the user.
 * To approve a definition is not to trust its tools; another definition is another server, which is not trusted.
 * @throws {UserError} when there are none, or it could not be kept
 */
export async function trustTools(server: ManagedServer, switches: ServerSwitches): Promise<void> {
  const name = displayText(server.name, 60);
  const { entries } = await listedBy(server, clientOf(server).features.tools, 'tools');
  const reading = entries.filter(({ effects }) => effects === 'only reads');
  const digests = reading.flatMap((tool) => toolDigest(tool) ?? []);
  if (digests.length === 0) throw new UserError(`No tool of “${name}” says that it only reads.`);
  const trust = 'Run Without Asking';
  const names = reading.slice(0, 10).map((tool) => displayText(tool.name, 40));
  const more = reading.length > names.length ? ` and ${reading.length - names.length} more` : '';
  const detail = [
    `${names.join(', ')}${more} will be run without showing the arguments first.`,
    'The server says that they are read-only (unverified).',
    'A tool that is changed later, or new, is asked about again.',
  ].join('\n\n');
  const answer = await window.showWarningMessage(
    `Run the read-only tools of “${name}” without asking?`,
    { modal: true, detail },
    trust,
  );
  const { fingerprint } = server;
  if (answer !== trust || fingerprint === undefined) return;
  await switches.turn(fingerprint, { feature: 'trusted', to: digests });
}

/**
 * Takes that trust back: every call is shown again before it is made.
 * @throws {UserError} when it could not be kept; it holds in this window all the same
 */
export async function doNotTrustTools(
  { fingerprint }: ManagedServer,
  switches: ServerSwitches,
): Promise<void> {
  if (fingerprint !== undefined) await switches.turn(fingerprint, { feature: 'trusted', to: 'off' });
}

/** The digests of the tools that run without a question; undefined if none do. */
export function trustedTools(
  { fingerprint }: ManagedServer,
  switches: ServerSwitches,
): ReadonlySet<string> | undefined {
  return fingerprint === undefined ? undefined : switches.of(fingerprint).trusted;
}
