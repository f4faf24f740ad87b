import { commands, window } from 'vscode';
import { whoSentence, whySentence } from '../../core/record/accessSentence';
import type { Disposable } from '../../core/lifecycle';
import { Lifetime } from '../../core/lifecycle';
import { displayText } from '../../core/text';
import { grantees, accessCase } from '../../node/host/accessCase';
import type { Supervisor } from '../../node/host/supervisor';
import type { Grantee } from '../../node/servers/grantee';
import { momentText } from '../moments';
import type { CommandId } from '../ids';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import { isNode } from '../tree/nodes';
import { withoutLinks } from '../withoutLinks';
import type { WithHost } from './commandContext';
import { pickCandidate, standingWith } from './pickFolder';
import { pickGrantee } from './pickServer';

/** Why, and who: answers to "who can see what". */
export function registerAccessCommands(withHost: WithHost, { extension: log }: Logs): Disposable {
  const registered = new Lifetime();
  registered.add(
    registerCommand(
      'mcpRoots.explainAccess',
      log,
      withHost(async ({ host }, argument) => {
        const server = await pickGrantee(argument, host, 'to explain its folder access');
        if (server === undefined) return;
        const question = `Select the folder that ${displayText(server.name, 60)} can or cannot see`;
        const folder =
          isNode(argument) && argument.kind === 'named'
            ? argument.folder
            : await pickCandidate(argument, host.consent, question, { note: standingWith(server) });
        if (folder === undefined) return;
        void answer(
          whySentence(accessCase(host, server, folder), momentText),
          historyOf(server, host.supervisor),
        );
      }),
    ),
  );
  registered.add(
    registerCommand(
      'mcpRoots.whoCanSee',
      log,
      withHost(async ({ host }, argument) => {
        const folder = await pickCandidate(argument, host.consent, 'Who can see which folder?');
        if (folder === undefined) return;
        const cases = grantees(host).map((server) => accessCase(host, server, folder));
        void answer(whoSentence(folder.name, cases, momentText), {
          title: 'Show Report',
          command: 'mcpRoots.showReport',
        });
      }),
    ),
  );
  return registered;
}

interface More {
  readonly title: string;
  readonly command: CommandId;
  readonly argument?: object;
}

function historyOf({ serverId }: Grantee, { servers, agents }: Supervisor): More {
  const agent = agents.byId(serverId);
  const argument =
    agent === undefined ? { kind: 'server', server: servers.byId(serverId) } : { kind: 'agent', agent };
  return { title: 'Show History', command: 'mcpRoots.showHistory', argument };
}

/** Shows a sentence, with a way to more: a notification without a button shows one line only. */
async function answer(sentence: string, more: More): Promise<void> {
  const choice = await window.showInformationMessage(withoutLinks(sentence), more.title);
  if (choice === more.title) await commands.executeCommand(more.command, more.argument);
}
