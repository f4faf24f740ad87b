import { ProgressLocation, ThemeIcon, window, type Terminal } from 'vscode';
import type { AuthMethod } from '../../core/acp/authMethod';
import { fitsDialog, signInText } from '../../core/acp/signInText';
import { UserError } from '../../core/errors';
import { displayText } from '../../core/text';
import type { ManagedAgent } from '../../node/acp/managedAgent';
import { readThenRun } from './readThenRun';

const run = 'Run';

/**
 * Runs the agent's program in a terminal so that the user can sign in: as its approved definition says, with what the
 * method adds, and only after the user has seen all of it (ACP, terminal authentication: status zero means success).
 * @returns whether it ended well; false when the user left the question or the terminal
 * @throws {UserError} when it may not be run, or failed
 */
export async function signInByProgram(
  agent: ManagedAgent,
  method: AuthMethod & { readonly kind: 'terminal' },
): Promise<boolean> {
  // Throws before anything is asked if nothing may be run.
  await agent.signInProgram(method);
  const name = displayText(agent.name, 60);
  const text = signInText(agent.prepared?.launch, method);
  if (!(await mayRun(`Run the program of “${name}” in a terminal to sign in?`, text))) return false;
  // Read again: while the user was reading, the definition, its approval and the folders can have changed.
  const { executable, args, env, cwd } = await agent.signInProgram(method);
  if (signInText(agent.prepared?.launch, method) !== text) {
    throw new UserError(`The program of “${name}” has changed since you were asked. Sign in again.`);
  }
  const terminal = window.createTerminal({
    name: `${name}: sign in`,
    shellPath: executable,
    shellArgs: [...args],
    cwd,
    // Nothing but what a start of the agent itself would give it (rule 10).
    env: { ...env },
    strictEnv: true,
    isTransient: true,
    iconPath: new ThemeIcon('account'),
  });
  terminal.show();
  const code = await untilClosed(terminal, name);
  if (code === undefined) return false;
  if (code !== 0) {
    throw new UserError(`The sign-in of “${name}” ended with code ${code}. Try again, or see its terminal.`);
  }
  return true;
}

async function mayRun(title: string, text: string): Promise<boolean> {
  if (!fitsDialog(text)) return readThenRun(title, text);
  return (await window.showWarningMessage(title, { modal: true, detail: text }, run)) === run;
}

/** Resolves with how the program ended; undefined when the user closed its terminal. */
async function untilClosed(terminal: Terminal, name: string): Promise<number | undefined> {
  const title = `Waiting for you to sign in to “${name}” in its terminal`;
  const location = ProgressLocation.Notification;
  return window.withProgress({ location, title, cancellable: true }, (_, left) => {
    left.onCancellationRequested(() => terminal.dispose());
    return new Promise<number | undefined>((resolve) => {
      const closing = window.onDidCloseTerminal((closed) => {
        if (closed !== terminal) return;
        closing.dispose();
        resolve(closed.exitStatus?.code);
      });
    });
  });
}
