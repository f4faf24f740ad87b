import { EventEmitter, ThemeIcon, window, type Pseudoterminal, type TerminalDimensions } from 'vscode';
import type { Conversation } from '../../core/acp/conversation/conversation';
import { AnswerLine } from '../../core/acp/conversation/answerLine';
import { cellAfter } from '../../core/acp/conversation/terminalCells';
import { answerPrompt, styled, TerminalFace, terminalPrompt } from '../../core/acp/conversation/terminalFace';
import { mannerText } from '../../core/acp/conversation/words';
import type { PermissionAnswer, PermissionQuestion } from '../../core/acp/permission';
import type { OpenQuestion } from '../../core/acp/pendingQuestions';
import { messageOf } from '../../core/errors';
import { Lifetime, Slot, type Disposable } from '../../core/lifecycle';
import { displayText } from '../../core/text';
import type { AgentSession } from '../../node/acp/agentSession';
import type { PermissionDesk } from './chatQuestions';
import { folderText } from './folderText';
import { labelOf } from './openSession';
import type { OpenSession } from './sessionPicks';

type Asked = OpenQuestion<PermissionQuestion, PermissionAnswer>;

/** Shown when a question comes while the user is typing. */
const asideText = 'Press Enter to put aside what you have typed; it comes back after the question.';

/** Shown when a line that the user typed does not answer the question. */
const keptText =
  'A number and Enter, in an empty line, answers. What else you type comes back after the question.';

/** Opens a terminal in which the user talks to an agent. */
export function openInTerminal(open: OpenSession, desk: PermissionDesk): void {
  const pty = new ConversationTerminal(open, desk);
  const name = `${displayText(open.agent.name, 40)}: ${displayText(labelOf(open), 40)}`;
  window.createTerminal({ name, pty, iconPath: new ThemeIcon('robot') }).show();
}

/**
 * The conversation of a session in a terminal; chat can show the same session. Enter sends. Ctrl+C stops the turn;
 * where there is none, pressing it twice closes the terminal. A number and Enter answer what the agent asks, as
 * `AnswerLine` takes them. Nothing that the agent says can control the terminal.
 */
class ConversationTerminal implements Pseudoterminal {
  readonly #open: OpenSession;
  readonly #desk: PermissionDesk;
  readonly #lifetime = new Lifetime();
  readonly #written = this.#lifetime.add(new EventEmitter<string>());
  readonly #closed = this.#lifetime.add(new EventEmitter<void>());
  readonly #line = new AnswerLine<Asked>();
  readonly #text = new TerminalFace();
  readonly #following = this.#lifetime.add(new Slot<Disposable>());
  #followed: Conversation | undefined;
  #columns = 80;
  /** The row of the input in which the cursor is; undefined while no input is drawn. */
  #row: number | undefined;
  #asked: Asked | undefined;
  #isLeaving = false;
  #isOver = false;

  readonly onDidWrite = this.#written.event;
  readonly onDidClose = this.#closed.event;

  constructor(open: OpenSession, desk: PermissionDesk) {
    this.#open = open;
    this.#desk = desk;
  }

  open(dimensions: TerminalDimensions | undefined): void {
    this.setDimensions(dimensions);
    const { agent } = this.#open;
    const { conversation } = this.#session;
    this.#follow();
    this.#lifetime.add(agent.onDidChange(() => this.#follow()));
    this.#lifetime.add(this.#desk.take({ agent: agent.name, sessionId: this.#session.id }));
    this.#lifetime.add(this.#desk.onDidChange(() => this.#look()));
    // Turns on bracketed paste, so that a pasted line break does not send.
    this.#written.fire('\u001b[?2004h');
    const manner = mannerText(conversation.settings);
    const words = [
      styled('bold', displayText(agent.name, 60)),
      displayText(labelOf(this.#open), 100),
      `folders: ${folderText(this.#session)}`,
      ...(manner === '' ? [] : [displayText(manner, 200)]),
    ];
    this.#print(this.#text.line(words.join(' · ')));
    this.#print(
      this.#text.line(
        styled('dim', 'Enter sends, Alt+Enter begins a line, Ctrl+C stops. "/" begins a command.'),
      ),
    );
    for (const entry of conversation.entries) {
      if (entry.kind === 'text' && entry.by === 'user') {
        this.#print(this.#text.asked(entry.text));
      } else this.#print(this.#text.of({ kind: 'added', entry }));
    }
    this.#print(this.#text.fresh());
    this.#look();
    this.#draw();
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#session.isBusy) void this.#stop();
    this.#lifetime.dispose();
  }

  setDimensions(dimensions: TerminalDimensions | undefined): void {
    if (dimensions !== undefined) this.#columns = Math.max(dimensions.columns, 10);
  }

  handleInput(data: string): void {
    for (const typed of this.#line.type(data)) {
      if (typed.kind !== 'interrupt') this.#isLeaving = false;
      switch (typed.kind) {
        case 'line':
          this.#send(typed.text);
          break;
        case 'answer':
          answer(typed.asked, typed.option);
          break;
        case 'kept':
          this.#print(this.#text.line(styled('dim', keptText)));
          break;
        case 'interrupt':
          this.#interrupt(typed.text);
          break;
        case 'end':
          if (!this.#session.isBusy) this.#leave();
      }
      if (this.#isOver) return;
    }
    this.#draw();
  }

  /** Follows the conversation, which may be a new object after the session was told of other folders. */
  #follow(): void {
    const { conversation } = this.#session;
    if (conversation === this.#followed) return;
    this.#followed = conversation;
    this.#following.value = conversation.onDidChange((change) => {
      const text = this.#text.of(change);
      if (text !== '') this.#print(text);
    });
  }

  /** The session as it is now: once it was opened again, it is another object. */
  get #session(): AgentSession {
    const { agent, session } = this.#open;
    return (agent.isReady ? agent.sessions.byId(session.id) : undefined) ?? session;
  }

  #send(text: string): void {
    if (text.trim() === '') return;
    if (text.trim() === 'exit') return this.#leave();
    if (this.#session.isBusy) {
      this.#print(this.#text.line(styled('dim', 'The agent is not done yet. Ctrl+C stops it.')));
      return;
    }
    this.#erase();
    this.#written.fire(this.#text.asked(text));
    void this.#turn(text);
  }

  async #turn(text: string): Promise<void> {
    const { agent, session } = this.#open;
    try {
      await agent.sessions.prompt(session.id, text);
    } catch (error) {
      if (!this.#isOver) this.#print(this.#text.line(styled('red', displayText(messageOf(error), 600))));
    }
    if (this.#isOver) return;
    this.#print(this.#text.fresh());
    this.#draw();
  }

  #interrupt(text: string): void {
    if (this.#session.isBusy) {
      void this.#stop();
      return;
    }
    if (text !== '') return;
    if (this.#isLeaving) return this.#leave();
    this.#isLeaving = true;
    this.#print(this.#text.line(styled('dim', 'Press Ctrl+C again to close this terminal.')));
  }

  async #stop(): Promise<void> {
    const { agent, session } = this.#open;
    if (agent.isReady) await agent.sessions.cancel(session.id);
  }

  /** Closes the terminal; the session stays open. */
  #leave(): void {
    this.#closed.fire();
    this.close();
  }

  /** Shows the oldest open question of this session, if it is not the one shown already. */
  #look(): void {
    const { name } = this.#open.agent;
    const [first] = this.#desk.open.filter(
      ({ question }) => question.agent === name && question.sessionId === this.#open.session.id,
    );
    if (first === this.#asked || this.#isOver) return;
    this.#asked = first;
    this.#line.ask(first);
    if (first === undefined) return this.#draw();
    this.#print(this.#text.permission(first.question));
    if (!this.#line.isAnswer) this.#print(this.#text.line(styled('dim', asideText)));
    this.#draw();
  }

  /** Writes a text above the input. */
  #print(text: string): void {
    const wasDrawn = this.#row !== undefined;
    this.#erase();
    // While a question is open, the input is drawn below the text: it needs a line of its own.
    this.#written.fire(`${text}${this.#asked === undefined ? '' : this.#text.fresh()}`);
    if (wasDrawn) this.#draw();
  }

  #erase(): void {
    if (this.#row === undefined) return;
    this.#written.fire(`\r${this.#row > 0 ? `\u001b[${this.#row}A` : ''}\u001b[J`);
    this.#row = undefined;
  }

  /**
   * Draws the input, except while the agent is busy and asks nothing: what is typed then appears at the end of the
   * turn.
   */
  #draw(): void {
    this.#erase();
    if (this.#isOver || (this.#session.isBusy && this.#asked === undefined)) return;
    const prompt = this.#line.isAnswer ? answerPrompt : terminalPrompt;
    const shown = (text: string) => `${prompt}${text.replaceAll('\n', '↵')}`;
    const [whole, before] = [shown(this.#line.text), shown(this.#line.beforeCursor)];
    const [end, at] = [cellAfter(whole, this.#columns), cellAfter(before, this.#columns)];
    // The space makes the terminal begin the next row if the text exactly fills one.
    const up = end.row - at.row;
    const moves = `\r${up > 0 ? `\u001b[${up}A` : ''}${at.column > 0 ? `\u001b[${at.column}C` : ''}`;
    this.#written.fire(`${whole} ${moves}`);
    this.#row = at.row;
  }
}

function answer({ question, answer: give }: Asked, at: number): void {
  const option = question.options[at];
  if (option !== undefined) give({ kind: 'selected', optionId: option.optionId });
}
