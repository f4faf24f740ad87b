import { UserError } from '../../core/errors';
import type { Disposable } from '../../core/lifecycle';
import { Lifetime } from '../../core/lifecycle';
import type { DefinedGrantee } from '../../node/servers/definedGrantee';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';
import type { WithHost } from './commandContext';
import { consentAndStart } from './consentAndStart';
import { pickDefined } from './pickServer';

/** Changing what a server got as an answer, and forgetting answers. */
export function registerAnswerCommands(withHost: WithHost, { extension: log }: Logs): Disposable {
  const commands = new Lifetime();
  commands.add(
    registerCommand(
      'mcpRoots.changeAnswers',
      log,
      withHost(async (context, argument) => {
        if (!context.host.consent.sharingState.switches.trusted)
          throw new UserError(
            'This workspace is not trusted. Trust it to change what its servers are given.',
          );
        const asksInputs = ({ definition }: DefinedGrantee) => definition.inputs.length > 0;
        const { supervisor } = context.host;
        const server = await pickDefined(argument, supervisor, 'to change its stored inputs', asksInputs);
        if (server === undefined) return;
        const ran = server.isActive;
        const inputs = await context.answers.pickToChange(server);
        if (inputs.length === 0 || !(await context.inputs.ask(inputs))) return;
        // What ran with the answer before has been ended by now.
        if (ran && !server.isActive) await consentAndStart([server], context);
      }),
    ),
  );
  commands.add(
    registerCommand(
      'mcpRoots.forgetAnswers',
      log,
      withHost(({ answers }) => answers.forget()),
    ),
  );
  return commands;
}
