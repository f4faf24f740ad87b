import { window } from 'vscode';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { CommandContext, WithHost } from '../commands/commandContext';
import { pickServer } from '../commands/pickServer';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import { withoutLinks } from '../withoutLinks';
import type { ManagedServer } from '../../node/servers/managedServer';

/** Registers the commands that enable a server for VS Code's chat, and disable it. */
export function registerChatCommands(withHost: WithHost, { extension: log }: Logs): Disposable {
  const commands = new Lifetime();
  commands.add(
    registerCommand(
      'mcpRoots.useInChat',
      log,
      withHost(async (context, argument) => {
        const { host, chat } = context;
        const fits = (server: ManagedServer) =>
          !chat.isEnabled(server) && host.supervisor.servers.shadowing(server) === undefined;
        const server = await pickServer(argument, host.supervisor, 'Select a server to use in chat', fits);
        if (server !== undefined) await useInChat(server, context);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.doNotUseInChat',
      log,
      withHost(async ({ host, chat }, argument) => {
        const fits = (server: ManagedServer) => chat.isEnabled(server);
        const server = await pickServer(
          argument,
          host.supervisor,
          'Select a server to stop using in chat',
          fits,
        );
        if (server !== undefined) await chat.disable(server);
      }),
    ),
  );
  return commands;
}

/** Enables a server for chat. A start by chat asks nothing, so approval and folders are asked for now (rule 2). */
async function useInChat(
  server: ManagedServer,
  { host, chat, approval, consent, logs }: CommandContext,
): Promise<void> {
  await server.prepare();
  if (host.consent.sharingState.switches.trusted && (await approval.ask([server])).length === 0) return;
  await chat.enable(server);
  for (const warning of await chat.warnings(server)) {
    logs.extension.warn(warning);
    void window.showWarningMessage(withoutLinks(warning));
  }
  const own = chat.enabled.filter((each) => each.server === server && each.waiting.length > 0);
  if (host.consent.sharingState.switches.sharing && own.length > 0) await consent.ask(own);
}
