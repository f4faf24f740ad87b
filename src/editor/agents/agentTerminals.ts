import path from 'node:path';
import { window } from 'vscode';
import { commandLine } from '../../core/acp/command';
import { Lifetime, type Disposable } from '../../core/lifecycle';
import type { ShownProgram } from '../../node/acp/shownProgram';
import { called, lineText } from '../questions/serverTexts';
import { withoutLinks } from '../withoutLinks';
import type { AgentDesk } from './agentDesk';
import { ProgramTerminal } from './programTerminal';

/** How many terminals of ended programs stay: those shown last. */
const mostEnded = 5;

/**
 * Shows each program that runs for an agent in a terminal of its own. The first of a session opens the panel, without
 * taking the focus; the others stay in the background. Closing a terminal does not end its program.
 */
export class AgentTerminals implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #fail: (error: unknown) => void;
  /** By the id under which the agent knows the program, oldest first. */
  readonly #terminals = new Map<string, ProgramTerminal>();
  readonly #seen = new Set<string>();

  constructor(desk: AgentDesk, fail: (error: unknown) => void) {
    this.#fail = fail;
    this.#lifetime.add(desk.onDidRun((program) => this.#add(program)));
  }

  /** Brings the terminal of a program to the front. @returns whether there still is one */
  reveal(id: string): boolean {
    const shown = this.#terminals.get(id);
    shown?.terminal.show();
    return shown !== undefined;
  }

  dispose(): void {
    this.#lifetime.dispose();
    for (const { terminal } of this.#terminals.values()) terminal.dispose();
  }

  #add(program: ShownProgram): void {
    const { agent, sessionId } = program;
    const session = JSON.stringify([agent, sessionId]);
    this.#show(program, !this.#seen.has(session));
    this.#seen.add(session);
    void program.exit.then(() => this.#clearUp());
  }

  #show(program: ShownProgram, inFront: boolean): void {
    const shown = new ProgramTerminal(program, () => {
      if (this.#terminals.get(program.id) !== shown) return;
      this.#terminals.delete(program.id);
      if (!shown.hasEnded) void this.#offer(program).catch(this.#fail);
    });
    this.#terminals.set(program.id, shown);
    if (inFront) shown.terminal.show(true);
  }

  /** Called when the terminal of a running program was closed: offers to show it again, or to end the program. */
  async #offer(program: ShownProgram): Promise<void> {
    const [again, end] = ['Show It Again', 'End It'];
    const executable = path.basename(program.executable);
    const line = lineText(commandLine({ ...program, executable }, 80), 80);
    const choice = await window.showWarningMessage(
      withoutLinks(
        `${line} still runs for ${called({ name: program.agent })}. Closing its terminal has not ended it.`,
      ),
      again,
      end,
    );
    if (choice === end) await program.kill();
    if (choice === again) this.#show(program, true);
  }

  #clearUp(): void {
    const ended = [...this.#terminals].filter(([, { hasEnded }]) => hasEnded);
    for (const [id, { terminal }] of ended.slice(0, -mostEnded)) {
      this.#terminals.delete(id);
      terminal.dispose();
    }
  }
}
