import type { Disposable } from '../../core/lifecycle';
import { Lifetime } from '../../core/lifecycle';
import type { CommandContext, WithHost } from '../commands/commandContext';
import type { CommandId } from '../ids';
import type { Logs } from '../logs';
import { registerCommand } from '../registerCommand';

/** What each server may ask, how much it says, and what agents ask. */
export function registerQuestions(withHost: WithHost, { extension: log }: Logs): Disposable {
  const commands = new Lifetime();
  // Loaded here: seldom needed.
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
