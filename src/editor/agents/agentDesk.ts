import type { CommandAnswer, CommandQuestion } from '../../core/acp/command';
import type { PermissionAnswer, PermissionQuestion } from '../../core/acp/permission';
import {
  counter,
  PendingQuestions,
  type OpenQuestion,
  type SessionName,
} from '../../core/acp/pendingQuestions';
import { Emitter } from '../../core/event';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { ShownProgram } from '../../node/acp/shownProgram';

/** An open question of an agent: for permission, or whether a program may run. */
type AgentQuestion =
  | { readonly kind: 'permission'; readonly open: OpenQuestion<PermissionQuestion, PermissionAnswer> }
  | { readonly kind: 'program'; readonly open: OpenQuestion<CommandQuestion, CommandAnswer> };

/**
 * The open questions of this window's agents, and the programs that run for them, for everything that shows them:
 * conversations, and quick-picks elsewhere. Answers and shows nothing itself.
 */
export class AgentDesk implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #run = this.#lifetime.add(new Emitter<ShownProgram>());
  readonly #nextPlace = counter();
  readonly permissions = this.#lifetime.add(
    new PendingQuestions<PermissionQuestion, PermissionAnswer>({ kind: 'cancelled' }, this.#nextPlace),
  );
  readonly commands = this.#lifetime.add(
    new PendingQuestions<CommandQuestion, CommandAnswer>('no', this.#nextPlace),
  );

  /** Fires with each program that was started for an agent. */
  readonly onDidRun = this.#run.event;

  /** All open questions, the oldest first. */
  get open(): readonly AgentQuestion[] {
    const all = [
      ...this.permissions.open.map((open) => ({ kind: 'permission', open }) as const),
      ...this.commands.open.map((open) => ({ kind: 'program', open }) as const),
    ];
    return all.toSorted((a, b) => a.open.place - b.open.place);
  }

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
