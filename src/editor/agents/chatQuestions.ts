import type { ChatResponseStream } from 'vscode';
import {
  lyingText,
  type PermissionAnswer,
  type PermissionPlace,
  type PermissionQuestion,
} from '../../core/acp/permission';
import { plainMarkdown } from '../../core/acp/conversation/plainMarkdown';
import type { OpenQuestion, PendingQuestions } from '../../core/acp/pendingQuestions';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { CommandId } from '../ids';
import { ownLine } from './chatLines';
import type { OpenSession } from './sessionPicks';

/** The open questions of agents for permission. */
export type PermissionDesk = PendingQuestions<PermissionQuestion, PermissionAnswer>;

type Asked = OpenQuestion<PermissionQuestion, PermissionAnswer>;

/** How many questions can be answered by a button; the buttons of older ones do nothing. */
const mostHeld = 200;

/** Shows in a chat what an agent asks the user, with a button for each answer that the agent offers. */
export class ChatQuestions {
  readonly #desk: PermissionDesk;
  readonly #held = new Map<number, Asked>();
  #last = 0;

  constructor(desk: PermissionDesk) {
    this.#desk = desk;
  }

  /** Shows the questions of this session until the result is disposed. Meanwhile nothing else asks them by itself. */
  show({ agent, session }: OpenSession, stream: ChatResponseStream): Disposable {
    const own = new Lifetime();
    const shown = new Set<Asked>();
    const look = () => {
      for (const asked of this.#desk.open) {
        const { question } = asked;
        if (question.agent !== agent.name || question.sessionId !== session.id || shown.has(asked)) continue;
        shown.add(asked);
        this.#put(asked, stream);
      }
    };
    own.add(this.#desk.take({ agent: agent.name, sessionId: session.id }));
    own.add(this.#desk.onDidChange(look));
    look();
    return own;
  }

  /** Called when a button is pressed; does nothing if its question is over. */
  answer(handle: unknown, optionId: unknown): void {
    const asked = typeof handle === 'number' ? this.#held.get(handle) : undefined;
    if (asked === undefined || typeof optionId !== 'string') return;
    if (asked.question.options.some((option) => option.optionId === optionId)) {
      asked.answer({ kind: 'selected', optionId });
    }
  }

  #put(asked: Asked, stream: ChatResponseStream): void {
    const { title, places, omissions, options } = asked.question;
    const lines = [
      `$(question) **Your permission is asked for:** ${plainMarkdown(title)}`,
      ...places.map((place) => placeLine(place)),
      ...omissions.map((each) => `⚠ ${each}`),
    ];
    stream.markdown(ownLine(lines.join('  \n')));
    this.#last += 1;
    this.#held.set(this.#last, asked);
    this.#held.delete(this.#last - mostHeld);
    for (const { optionId, name } of options) {
      const command = 'mcpRoots.chooseAgentAnswer' satisfies CommandId;
      stream.button({ command, title: name, arguments: [this.#last, optionId] });
    }
  }
}

function placeLine(place: PermissionPlace): string {
  const { given, realPath, root } = place;
  const leads = realPath === undefined || realPath === given ? '' : `, leads to ${plainMarkdown(realPath)}`;
  return `${root === undefined ? '⚠' : '•'} ${plainMarkdown(given)}${leads}, ${plainMarkdown(lyingText(place))}`;
}
