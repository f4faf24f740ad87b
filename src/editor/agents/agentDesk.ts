import type { CommandAnswer, CommandQuestion } from '../../core/acp/command';
import type { PermissionAnswer, PermissionQuestion } from '../../core/acp/permission';
import { PendingQuestions, type SessionName } from '../../core/acp/pendingQuestions';
import { Emitter } from '../../core/event';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { ShownProgram } from '../../node/acp/shownProgram';

/**
 * What the agents of this window wait for, and what they run, for every face that shows it: the conversation in its
 * place, a quick-pick wherever the user is. Nothing is answered here, and nothing is shown.
 */
export class AgentDesk implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #run = this.#lifetime.add(new Emitter<ShownProgram>());
  readonly permissions = this.#lifetime.add(
    new PendingQuestions<PermissionQuestion, PermissionAnswer>({ kind: 'cancelled' }),
  );
  readonly commands = this.#lifetime.add(new PendingQuestions<CommandQuestion, CommandAnswer>('no'));

  /** Fires with each program that was started for an agent. */
  readonly onDidRun = this.#run.event;

  readonly showProgram = (program: ShownProgram): void => this.#run.fire(program);

  /**
   * Whether a conversation shows this question by itself, so that nothing else is put in the user's way for it. It shows
   * permissions alone: whether a program may run is asked elsewhere, whoever shows the rest.
   */
  isInConversation(open: { readonly question: SessionName }): boolean {
    return this.permissions.open.some((each) => each === open) && this.permissions.isTaken(open.question);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
