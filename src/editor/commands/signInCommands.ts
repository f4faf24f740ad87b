import { window } from 'vscode';
import { UserError } from '../../core/errors';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import { displayText } from '../../core/text';
import type { ManagedServer } from '../../node/servers/managedServer';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import { withoutLinks } from '../withoutLinks';
import type { WithHost } from './commandContext';
import { consentAndStart } from './consentAndStart';
import { pickServer } from './pickServer';

/** Signing in at a server that asks for it, and signing out again. */
export function registerSignInCommands(withHost: WithHost, { extension: log }: Logs): Disposable {
  const commands = new Lifetime();
  commands.add(
    registerCommand(
      'mcpRoots.signIn',
      log,
      withHost(async (context, argument) => {
        const { host, signIn } = context;
        const asking = host.supervisor.servers.all.some(mustSignIn);
        if (!asking && argument === undefined)
          throw new UserError('No server asks you to sign in. One that does says so when it is started.');
        const server = await pickServer(argument, host.supervisor, 'Sign in at which server?', mustSignIn);
        if (server !== undefined && (await signIn.ask(server))) await consentAndStart([server], context);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.signOut',
      log,
      withHost(async ({ host }, argument) => {
        const server = await pickServer(argument, host.supervisor, 'Sign out from which server?', hasAddress);
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

function mustSignIn({ state }: ManagedServer): boolean {
  return state.kind === 'failed' && state.mustSignIn === true;
}

function hasAddress({ prepared }: ManagedServer): boolean {
  return prepared?.launch.kind === 'address';
}
