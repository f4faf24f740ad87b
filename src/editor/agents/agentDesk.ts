import type { CommandAnswer, CommandQuestion } from '../../core/acp/command';
import type { PermissionAnswer, PermissionQuestion } from '../../core/acp/permission';
import { PendingQuestions, type SessionName } from '../../core/acp/pendingQuestions';
import { Emitter } from '../../core/event';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { ShownProgram } from '../../node/acp/shownProgram';

/**
 * The open questions of this window's agents, and the programs that run for them, for everything that shows them:
 * conversations, and quick-picks elsewhere. Answers and shows nothing itself.
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
   * Whether a conversation shows this question, so that nothing else has to ask it by itself. Only permissions are
   * shown in conversations: whether a program may run is always asked elsewhere.
   */
  isInConversation(open: { readonly question: SessionName }): boolean {
    return this.permissions.open.some((each) => each === open) && this.permissions.isTaken(open.question);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
