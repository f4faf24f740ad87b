import { window } from 'vscode';
import { UserError } from '../../core/errors';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import { displayText } from '../../core/text';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import { withoutLinks } from '../withoutLinks';
import { isNode } from '../tree/nodes';
import type { WithHost } from './commandContext';
import { consentAndStart } from './consentAndStart';
import { pickDefined } from './pickServer';

/** Signing in to a server or agent that asks for it, and signing out again. */
export function registerSignInCommands(withHost: WithHost, { extension: log }: Logs): Disposable {
  const commands = new Lifetime();
  commands.add(
    registerCommand(
      'mcpRoots.signIn',
      log,
      withHost(async (context, argument) => {
        const { host, signIn } = context;
        const { servers, agents, defined } = host.supervisor;
        const fits = ({ id }: DefinedGrantee) =>
          mustSignIn(servers.byId(id)) || agents.byId(id)?.isReady === true;
        if (!isNode(argument) && !defined.all.some(fits))
          throw new UserError('No server asks you to sign in. One that does says so when it is started.');
        const one = await pickDefined(argument, host.supervisor, 'to sign in to', fits);
        const [server, agent] = [one && servers.byId(one.id), one && agents.byId(one.id)];
        if (agent !== undefined) return (await import('../agents/agentCommands.js')).signIn(agent);
        if (server !== undefined && (await signIn.ask(server))) await consentAndStart([server], context);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.signOut',
      log,
      withHost(async ({ host }, argument) => {
        const { servers, agents } = host.supervisor;
        const fits = ({ id }: DefinedGrantee) =>
          hasAddress(servers.byId(id)) || agents.byId(id)?.isReady === true;
        const one = await pickDefined(argument, host.supervisor, 'to sign out of', fits);
        const [server, agent] = [one && servers.byId(one.id), one && agents.byId(one.id)];
        if (agent !== undefined) return (await import('../agents/agentCommands.js')).signOut(agent);
        if (server === undefined) return;
        const signedIn = await host.supervisor.signInOf(server);
        await server.stop();
        await signedIn.signOut();
        void window.showInformationMessage(
          withoutLinks(`Signed out from “${displayText(server.name, 60)}”: its tokens are forgotten here.`),
        );
      }),
    ),
  );
  return commands;
}

function mustSignIn(server: ManagedServer | undefined): boolean {
  return server?.state.kind === 'failed' && server.state.mustSignIn === true;
}

function hasAddress(server: ManagedServer | undefined): boolean {
  return server?.prepared?.launch.kind === 'address';
}
