import { commands, window } from 'vscode';
import type { Pair } from '../../core/consent/decision';
import { UserError } from '../../core/errors';
import type { Disposable } from '../../core/lifecycle';
import { Lifetime } from '../../core/lifecycle';
import { grantableOf } from '../../core/roots/candidate';
import type { Noun } from '../../core/consent/noun';
import { nounOf } from '../../core/servers/definition';
import { hearsOfRoots } from '../../core/servers/placeholders';
import { displayText } from '../../core/text';
import type { ConsentService } from '../../node/host/consentService';
import type { Supervisor } from '../../node/host/supervisor';
import type { Grantee } from '../../node/servers/grantee';
import type { CommandId } from '../ids';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import { granteeOf, isNode, type Node } from '../tree/nodes';
import { countOf } from '../tree/words';
import { serversWaiting } from '../waitingFolders';
import { withoutLinks } from '../withoutLinks';
import { toggleFolder } from '../consent/toggleFolder';
import type { WithHost } from './commandContext';
import { pickCandidate, standingWith } from './pickFolder';
import { pickGrantee } from './pickServer';

/** Review, toggle, and take back. `selected` is the line that is selected in the tree: keys cannot name another. */
export function registerConsentCommands(
  withHost: WithHost,
  { extension: log }: Logs,
  selected: () => Node | undefined,
): Disposable {
  const registered = new Lifetime();
  registered.add(
    registerCommand(
      'mcpRoots.manageAccess',
      log,
      withHost(async ({ host, consent }, argument) => {
        const all = [...host.supervisor.defined.all, ...host.clients.outside.all].filter(asks);
        const meant = isNode(argument) ? granteeOf(argument) : undefined;
        await consent.ask(meant === undefined ? all : [meant]);
      }),
    ),
  );
  registered.add(
    registerCommand(
      'mcpRoots.reviewWaiting',
      log,
      withHost(async ({ host, consent, postponed, questions }) => {
        const servers = serversWaiting(host, postponed);
        if (servers.length === 0) throw new UserError('There is no new folder to decide about.');
        if (questions.isAsking) throw new UserError('Another question is open. Answer or close it first.');
        await consent.askWaiting(servers);
      }),
    ),
  );
  registered.add(
    registerCommand(
      'mcpRoots.toggleFolder',
      log,
      withHost(async ({ host }, argument) => {
        const node = argument === selectedLine ? selected() : argument;
        if (argument === selectedLine && !isTickable(node)) return;
        const server = await pickGrantee(node, host, 'to toggle a folder for', asks);
        if (server === undefined) return;
        if (isNode(node) && node.kind === 'named') return toggleFolder(server, node.folder, host.consent);
        const question = `Toggle which folder for ${displayText(server.name, 60)}?`;
        const candidate = await pickCandidate(node, host.consent, question, { note: standingWith(server) });
        if (candidate !== undefined) await toggleFolder(server, candidate, host.consent);
      }),
    ),
  );
  registered.add(
    registerCommand(
      'mcpRoots.revokeAccess',
      log,
      withHost(async (context, argument) => {
        const server = await pickGrantee(argument, context.host, 'to revoke its folder access');
        if (server?.fingerprint === undefined) return;
        const { fingerprint, fingerprintBefore } = server;
        const noun = nounOf(server.definition);
        const { decisions } = context.host.consent.ledger;
        const own = decisions.filter(
          (each) => each.server === fingerprint || each.server === fingerprintBefore,
        );
        if (await confirmRevoke(own, `for ${noun} “${displayText(server.name, 60)}”`, [noun]))
          await context.host.consent.ledger.withdraw(own);
      }),
    ),
  );
  registered.add(
    registerCommand(
      'mcpRoots.revokeFolder',
      log,
      withHost(async (context, argument) => {
        const candidate = await pickCandidate(
          argument,
          context.host.consent,
          'Select the folder to revoke access to',
        );
        const realPath = candidate && grantableOf(candidate);
        if (candidate === undefined || realPath === undefined) return;
        const own = context.host.consent.ledger.decisions.filter(({ folder }) => folder === realPath);
        if (
          await confirmRevoke(
            own,
            `for folder “${displayText(candidate.name, 60)}”`,
            nounsIn(context.host.supervisor),
          )
        )
          await context.host.consent.ledger.withdraw(own);
      }),
    ),
  );
  registered.add(
    registerCommand(
      'mcpRoots.revokeAll',
      log,
      withHost(async ({ host }) => {
        const nouns = nounsIn(host.supervisor);
        const whose = `for every ${nouns.join(', ')} and folder`;
        if (!(await confirmRevoke(host.consent.ledger.decisions, whose, nouns))) return;
        await host.consent.revocation.revokeAll();
        void offerUndo(host.consent);
      }),
    ),
  );
  registered.add(
    registerCommand(
      'mcpRoots.undoRevokeAll',
      log,
      withHost(async ({ host }) => {
        const { length } = host.consent.revocation.restorable;
        if (length === 0) throw new UserError('Nothing was revoked in this window that could be put back.');
        await host.consent.revocation.undo();
        void window.showInformationMessage(`${countOf(length, 'decision')} put back, as before.`);
      }),
    ),
  );
  return registered;
}

/** The argument of the key binding: VS Code tells a key's command nothing of the line that has the focus. */
const selectedLine = 'selected line';

function isTickable(node: unknown): boolean {
  if (!isNode(node)) return false;
  return node.kind === 'named' || (node.kind === 'pair' && node.consent.kind !== 'cannot be shared');
}

function asks({ prepared, definition, named }: Grantee): boolean {
  return prepared !== undefined && (hearsOfRoots(definition) || named.length > 0);
}

/** What becomes of what runs and knows a folder that is withdrawn. */
const forgetting = {
  server: 'Running servers that know such a folder are started again without it.',
  agent: 'Sessions of agents go on with the folders that are left; what they were told cannot be untold.',
} as const;

/** Of what kind there is something here; servers where there is nothing. */
function nounsIn({ agents }: Supervisor): readonly Noun[] {
  return agents.all.length === 0 ? ['server'] : ['server', 'agent'];
}

/** @returns whether there is something to revoke and the user wants it revoked */
async function confirmRevoke(
  pairs: readonly Pair[],
  whose: string,
  nouns: readonly Noun[],
): Promise<boolean> {
  if (pairs.length === 0) {
    void window.showInformationMessage(withoutLinks(`There are no decisions ${whose}.`));
    return false;
  }
  const yes = 'Revoke';
  const message = `Revoke ${countOf(pairs.length, 'decision')} ${whose}?`;
  const detail = [...nouns.map((noun) => forgetting[noun]), 'You will be asked again.'].join(' ');
  return (await window.showWarningMessage(message, { modal: true, detail }, yes)) === yes;
}

/** Does not hold the command up: the offer stands until it is closed, and the command palette has it too. */
async function offerUndo({ revocation }: ConsentService): Promise<void> {
  const undo = 'Undo';
  const message = `${countOf(revocation.restorable.length, 'decision')} revoked. This can be undone until the window closes.`;
  if ((await window.showInformationMessage(message, undo)) !== undo) return;
  await commands.executeCommand('mcpRoots.undoRevokeAll' satisfies CommandId);
}
