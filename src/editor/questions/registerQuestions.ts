import type { Disposable } from '../../core/lifecycle';
import { Lifetime } from '../../core/lifecycle';
import type { CommandContext, WithHost } from '../commands/commandContext';
import type { CommandId } from '../ids';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';

/** Registers the commands that set what a server may ask and how much it logs, and the one that answers agents. */
export function registerQuestions(withHost: WithHost, { extension: log }: Logs): Disposable {
  const commands = new Lifetime();
  // Loaded when first needed, which is seldom.
  const load = () => import('./serverQuestions.js');
  type Choose = (context: CommandContext, argument: unknown) => Promise<void>;
  const add = (id: CommandId, choose: (from: Awaited<ReturnType<typeof load>>) => Choose) =>
    commands.add(
      registerCommand(
        id,
        log,
        withHost(async (context, argument) => choose(await load())(context, argument)),
      ),
    );
  add('mcpRoots.chooseSampling', ({ chooseSampling }) => chooseSampling);
  add('mcpRoots.chooseQuestions', ({ chooseQuestions }) => chooseQuestions);
  add('mcpRoots.chooseLogLevel', ({ chooseLogLevel }) => chooseLogLevel);
  const answer = withHost(({ agents }) => agents.questions.answerNext());
  commands.add(registerCommand('mcpRoots.answerAgents', log, answer));
  return commands;
}
