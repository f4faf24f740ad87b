import path from 'node:path';
import { EventEmitter, ThemeIcon, window, type Pseudoterminal, type Terminal } from 'vscode';
import { commandLine } from '../../core/acp/command';
import { TerminalText } from '../../core/acp/terminalText';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import { displayText } from '../../core/text';
import type { ShownProgram } from '../../node/acp/shownProgram';

/**
 * Milliseconds between writes to the terminal. A program can print more than a terminal can show, so each write is cut
 * to its end.
 */
const pieceMs = 50;

/** The most characters of one write. */
const longestPiece = 100_000;

/** Ctrl+C, as a terminal receives it. */
const interrupt = '\u0003';

const dim = (text: string) => `\u001b[2m${text}\u001b[0m`;

/** One program of an agent in a terminal of its own. The user can watch the program and end it, but not type to it. */
export class ProgramTerminal implements Pseudoterminal, Disposable {
  readonly #program: ShownProgram;
  readonly #lifetime = new Lifetime();
  readonly #written = this.#lifetime.add(new EventEmitter<string>());
  readonly #text = new TerminalText();
  readonly #closed: () => void;
  #piece = '';
  #due: NodeJS.Timeout | undefined;
  #hasEnded = false;
  /** VS Code's terminal, which shows the program. */
  readonly terminal: Terminal;

  readonly onDidWrite = this.#written.event;

  /** @param closed called when the user has closed the terminal */
  constructor(program: ShownProgram, closed: () => void) {
    this.#program = program;
    this.#closed = closed;
    const executable = path.basename(program.executable);
    this.terminal = window.createTerminal({
      name: displayText(`${program.agent}: ${commandLine({ ...program, executable }, 60)}`, 80),
      pty: this,
      iconPath: new ThemeIcon('terminal'),
      isTransient: true,
    });
    void this.#sayEnd();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  open(): void {
    const { agent, cwd, said, onDidSay } = this.#program;
    const head = `Run for ${displayText(agent, 40)} in ${displayText(cwd, 200)}. Ctrl+C ends it.`;
    this.#write(`${dim(head)}\r\n${dim(commandLine(this.#program, 2000))}\r\n\r\n`);
    this.#write(this.#text.add(said()));
    this.#lifetime.add(onDidSay((text) => this.#write(this.#text.add(text))));
  }

  /** Ctrl+C ends the program; whatever else is typed is ignored. */
  handleInput(data: string): void {
    if (data !== interrupt || this.#hasEnded) return;
    this.#write('^C');
    void this.#program.kill();
  }

  close(): void {
    this.dispose();
    this.#closed();
  }

  dispose(): void {
    clearTimeout(this.#due);
    this.#lifetime.dispose();
  }

  async #sayEnd(): Promise<void> {
    const { exitCode, signal } = await this.#program.exit;
    this.#hasEnded = true;
    this.#write(`\r\n${dim(signal === null ? `Ended with code ${exitCode}.` : `Ended by ${signal}.`)}\r\n`);
  }

  #write(text: string): void {
    this.#piece += text;
    if (this.#piece.length > 2 * longestPiece) this.#cut();
    this.#due ??= setTimeout(() => {
      this.#due = undefined;
      if (this.#piece.length > longestPiece) this.#cut();
      this.#written.fire(this.#piece);
      this.#piece = '';
    }, pieceMs);
  }

  #cut(): void {
    this.#piece = `${dim('…')}\r\n${this.#piece.slice(-longestPiece)}`;
  }
}
