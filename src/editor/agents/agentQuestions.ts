import { ProgressLocation, StatusBarAlignment, ThemeColor, window } from 'vscode';
import type { CommandAnswer, CommandQuestion } from '../../core/acp/command';
import type { PermissionAnswer, PermissionQuestion } from '../../core/acp/permission';
import type { OpenQuestion, SessionName } from '../../core/acp/pendingQuestions';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import { displayText } from '../../core/text';
import type { Host } from '../../node/host/host';
import type { OneQuestion } from '../consent/oneQuestion';
import type { ServerDocuments } from '../documents/serverDocuments';
import type { CommandId } from '../ids';
import { askQuestion, onAbort } from '../questions/questionPick';
import { called, lineText } from '../questions/serverTexts';
import { sessionText } from '../tree/sessionWords';
import { countOf } from '../tree/words';
import { withoutLinks } from '../withoutLinks';
import type { AgentDesk } from './agentDesk';
import { commandQuestion, commandText } from './commandQuestion';
import { permissionQuestion } from './permissionQuestion';

/** An open question, and how it is put to the user. */
interface Waiting {
  readonly open: { readonly question: SessionName; readonly over: AbortSignal };
  /** Resolves when the user has answered the question, or left it. */
  readonly put: () => Promise<void>;
}

/** What `AgentQuestions` needs. */
interface Parts {
  readonly agents: Host['supervisor']['agents'];
  readonly questions: OneQuestion;
  readonly documents: Pick<ServerDocuments, 'showForQuestion'>;
}

/**
 * Puts the questions of agents to the user: by quick-picks, one at a time, except where a conversation shows them; and
 * by an item in the status bar while any question is open. If the window is not in front, a notification comes first,
 * so that no question takes keys that were meant for something else.
 */
export class AgentQuestions implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #desk: AgentDesk;
  readonly #questions: OneQuestion;
  readonly #documents: Pick<ServerDocuments, 'showForQuestion'>;
  readonly #agents: Parts['agents'];
  readonly #fail: (error: unknown) => void;
  readonly #put = new WeakSet<object>();
  readonly #item = this.#lifetime.add(
    window.createStatusBarItem('mcpRoots.agentsAsk', StatusBarAlignment.Left),
  );

  constructor(desk: AgentDesk, { agents, questions, documents }: Parts, fail: (error: unknown) => void) {
    this.#desk = desk;
    this.#questions = questions;
    this.#documents = documents;
    this.#agents = agents;
    this.#fail = fail;
    this.#item.name = 'MCP Roots: Questions of Agents';
    this.#item.command = 'mcpRoots.answerAgents' satisfies CommandId;
    this.#item.backgroundColor = new ThemeColor('statusBarItem.warningBackground');
    for (const each of [desk.permissions, desk.commands])
      this.#lifetime.add(each.onDidChange(() => this.#refresh()));
  }

  /** Puts the oldest open question, even if a conversation shows it. */
  async answerNext(): Promise<void> {
    const [next] = this.#waiting;
    if (next === undefined) {
      void window.showInformationMessage('No agent waits for an answer.');
      return;
    }
    await this.#questions.ofUser(() => next.put());
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  get #waiting(): readonly Waiting[] {
    return this.#desk.open.map((each) =>
      each.kind === 'permission'
        ? { open: each.open, put: () => this.#putPermission(each.open) }
        : { open: each.open, put: () => this.#putCommand(each.open) },
    );
  }

  #refresh(): void {
    const waiting = this.#waiting;
    const [first] = waiting;
    if (first === undefined) this.#item.hide();
    else {
      const { agent } = first.open.question;
      const text =
        waiting.length === 1 ? `“${lineText(agent, 40)}” asks` : countOf(waiting.length, 'question');
      this.#item.text = `$(question) ${text}`;
      this.#item.tooltip = `MCP Roots: ${countOf(waiting.length, 'question')} of agents for you`;
      this.#item.show();
    }
    for (const each of waiting) {
      if (this.#put.has(each.open) || this.#desk.isInConversation(each.open)) continue;
      this.#put.add(each.open);
      void this.#present(each).catch(this.#fail);
    }
  }

  /** Puts a question; each time the user leaves it, a notification offers to put it again. */
  async #present({ open, put }: Waiting): Promise<void> {
    const name = called({ name: open.question.agent });
    if (!window.state.focused) await inFront(`${name} asks you something.`, open.over);
    while (!open.over.aborted) {
      await this.#questions.inTurn(put, open.over).catch((error: unknown) => {
        if (!open.over.aborted) throw error;
      });
      if (open.over.aborted) return;
      const answer = 'Answer';
      const message = withoutLinks(`${name} still waits for your answer.`);
      const choice = await window.showInformationMessage(message, answer);
      // The question stays open: the item in the status bar leads to it.
      if (choice !== answer) return;
    }
  }

  async #putPermission({
    question,
    over,
    answer,
  }: OpenQuestion<PermissionQuestion, PermissionAnswer>): Promise<void> {
    const given = await askQuestion(permissionQuestion(question, this.#sessionText(question)), over);
    if (given !== undefined) answer(given);
  }

  /** The name of a session as the tree shows it. */
  #sessionText({ agent, sessionId }: SessionName): string {
    const running = this.#agents.all.find((each) => each.name === agent && each.isReady);
    const session = running?.sessions.byId(sessionId);
    return session === undefined ? `Session ${displayText(sessionId, 80)}` : sessionText(session);
  }

  async #putCommand({ question, over, answer }: OpenQuestion<CommandQuestion, CommandAnswer>): Promise<void> {
    const title = `Program of ${called({ name: question.agent })}`;
    const session = this.#sessionText(question);
    let shown: { close(): Promise<void> } | undefined;
    try {
      for (;;) {
        const choice = await askQuestion(commandQuestion(question, session, shown !== undefined), over);
        if (choice === undefined) return;
        if (choice !== 'show') return answer(choice);
        shown = await this.#documents.showForQuestion(title, commandText(question));
      }
    } finally {
      await shown?.close();
    }
  }
}

/** Shows a notification until the window is in front, or the question is over. */
async function inFront(title: string, over: AbortSignal): Promise<void> {
  const lifetime = new Lifetime();
  await window.withProgress(
    { location: ProgressLocation.Notification, title: withoutLinks(title) },
    () =>
      new Promise<void>((resolve) => {
        lifetime.add(window.onDidChangeWindowState(({ focused }) => focused && resolve()));
        lifetime.add(onAbort(over, resolve));
        if (over.aborted || window.state.focused) resolve();
      }),
  );
  lifetime.dispose();
}
