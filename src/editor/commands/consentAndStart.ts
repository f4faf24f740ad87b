import { window } from 'vscode';
import { isUserError, UserError } from '../../core/errors';
import { displayText } from '../../core/text';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import type { ConsentService } from '../../node/host/consentService';
import { viewId } from '../ids';
import { withoutLinks } from '../withoutLinks';
import type { CommandContext } from './commandContext';

/**
 * Approval and consent first, then launch (rule 2): what was not approved, what it needs to know, and then what is
 * undecided, is asked before any process starts. Answers come before folders, since one can name a folder.
 */
export async function consentAndStart(
  asked: readonly DefinedGrantee[],
  context: CommandContext,
): Promise<void> {
  const { host, approval, consent, inputs, postponed } = context;
  if (!host.consent.sharingState.switches.trusted) {
    throw new UserError(
      'This workspace is not trusted. Trust it to start servers and agents and to share folders.',
    );
  }
  if (!(await maySeeFolders(host.consent, asked))) return;
  await Promise.all(asked.map((server) => server.prepare()));
  const servers = await approval.ask(asked);
  if (servers.length === 0 || !(await inputs.askMissing(servers))) return;
  for (const server of servers) postponed.forget(server);
  const asking = servers.filter(
    ({ waiting, named }) =>
      waiting.length > 0 || named.some(({ granted, grantable }) => !granted && grantable),
  );
  if (host.consent.sharingState.switches.sharing && asking.length > 0 && !(await consent.ask(asking))) return;
  await window.withProgress({ location: { viewId } }, () => startEach(servers, context));
}

/**
 * While sharing is paused nothing that is started sees a folder: the user may resume it first.
 * @returns whether to go on, with sharing or without
 */
async function maySeeFolders(
  { sharing, sharingState }: ConsentService,
  asked: readonly DefinedGrantee[],
): Promise<boolean> {
  if (sharingState.switches.sharing) return true;
  const resume = 'Resume Sharing';
  const without = 'Start Without Folders';
  const names = displayText(asked.map(({ name }) => `“${name}”`).join(', '), 200);
  const message = `Sharing is paused in all windows: ${names} would see no folder.`;
  const choice = await window.showWarningMessage(withoutLinks(message), { modal: true }, resume, without);
  if (choice === resume) await sharing.set(true);
  return choice !== undefined;
}

/** Who asks for a sign-in gets it from who started it by hand, after all that needs none has started. */
async function startEach(
  servers: readonly DefinedGrantee[],
  { host, signIn }: CommandContext,
): Promise<void> {
  const results = await Promise.allSettled(
    servers.map((server) => host.supervisor.defined.start(server, 'latest')),
  );
  for (const { id, state } of servers) {
    const server = host.supervisor.servers.byId(id);
    const asks = server !== undefined && state.kind === 'failed' && state.mustSignIn === true;
    if (asks && (await signIn.ask(server))) await host.supervisor.servers.start(server);
  }
  const refused = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  const failed = servers.flatMap(({ name, state }) =>
    // Who asks for a sign-in was heard, and its line says so.
    state.kind === 'failed' && state.mustSignIn !== true
      ? new UserError(`“${displayText(name, 60)}” failed to start. ${state.why}`)
      : [],
  );
  const [first, ...others] = [...refused, ...failed];
  if (first === undefined) return;
  if (others.length === 0 || !isUserError(first)) throw first;
  throw new UserError(`${first.message} (and ${others.length} more; see the MCP Roots view)`);
}
